import { useEffect, useState } from 'react'
import { SpatialTunnelError } from '../../core/errors.ts'
import type { QuestionRow } from '../../core/questions.ts'
import type { SharedFailure } from '../../formats/failure-link.ts'
import { type BrowsedScene, pairOf } from '../dataset/loaded-dataset.ts'
import { SplitTag } from '../grid/split-tag.tsx'
import { splitSentence } from '../scene/split-sentence.ts'
import { openScene } from '../store/studio-store.ts'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { AnswerText, isFailure } from './answer-text.tsx'
import { CounterfactualCard } from './counterfactual-card.tsx'
import type { Counterfactual } from './counterfactuals.ts'
import type { ShownAnswer } from './results-messages.ts'
import type { LoadedResults } from './results-store.ts'
import styles from './scene-answers.module.css'
import { type SentPicture, sceneWithFiles, sentPicture } from './sent-picture.ts'
import { type Selection, setView } from './use-results.ts'

export interface SceneAnswersProps {
  readonly loaded: LoadedResults
  readonly selection: Selection
  readonly scene: BrowsedScene
  readonly question: QuestionRow | null
  readonly variants: readonly Counterfactual[]
}

/** One scene: the picture that was sent, what was asked about it, what was answered, and what a change would do. */
export function SceneAnswers({ loaded, selection, scene, question, variants }: SceneAnswersProps) {
  const { store } = useStudioServices()
  const marginPx = useStudio(state => state.positionShare) * scene.scene.camera.heightPx
  const { answers, model, versus } = selection
  const answer = (question && answers.answers.get(question.id)) ?? null
  const versusAnswer = (question && answers.versus?.get(question.id)) ?? null
  const pair = pairOf(scene)
  const questions = loaded.dataset.questions.get(scene.id) ?? []
  const share = () => {
    if (!question) return
    const said = [sharedAnswer(model.name, answer), sharedAnswer(versus?.name ?? '', versusAnswer)]
    const failure = {
      question: { text: question.text, answer: question.answer },
      answers: said.flatMap(item => item ?? []),
    }
    store.setState({ failureDraft: { scene: scene.scene, failure }, dialog: 'failure' })
  }
  return (
    <aside className={styles.detail} aria-label="Scene">
      <div className={styles.head}>
        <h2>{scene.id}</h2>
        <Button
          label="Open in the editor"
          onClick={() => openScene(store, scene.scene) && store.setState({ page: 'scene' })}
        />
      </div>
      <Picture loaded={loaded} scene={scene} scale={answer?.imageScale ?? 1} />
      {pair && (
        <p className={styles.sentence}>
          <SplitTag split={pair.split} /> {splitSentence(scene.truth, pair, marginPx)}
        </p>
      )}
      <section aria-label="Questions">
        <h3>Questions, the truth, and what {versus ? `${model.name} and ${versus.name}` : model.name} said</h3>
        <ul className={styles.questions}>
          {questions.map(row => (
            <li key={row.id}>
              <button
                type="button"
                aria-current={row.id === question?.id}
                onClick={() => setView(store, { scene: scene.id, question: row.id })}
              >
                <span>{row.text}</span>
                <strong>{row.answer}</strong>
                <AnswerText answer={answers.answers.get(row.id) ?? null} />
                {versus && <AnswerText answer={answers.versus?.get(row.id) ?? null} />}
              </button>
            </li>
          ))}
        </ul>
        {[answer, versusAnswer].map(
          (given, i) =>
            given?.said && (
              // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second model
              <p key={i} className={styles.said}>
                {(i === 0 ? model : versus)?.name}: “{given.said}”
              </p>
            ),
        )}
      </section>
      {question && isFailure(answer) && (
        <section aria-label="Counterfactuals">
          <div className={styles.head}>
            <h3>What if one thing were different?</h3>
            <Button icon="share" label="Share this failure" onClick={share} />
          </div>
          <ul className={styles.cards}>
            {variants.map(variant => (
              <CounterfactualCard
                key={`${question.id} ${variant.kind}`}
                variant={variant}
                model={model}
                answers={answers.answers}
                dataset={loaded.dataset}
              />
            ))}
          </ul>
          {variants.length === 0 && <p className={styles.soft}>Only scenes with two objects have counterfactuals.</p>}
        </section>
      )}
    </aside>
  )
}

function sharedAnswer(model: string, answer: ShownAnswer | null): SharedFailure['answers'][number] | null {
  if (!answer) return null
  const words = answer.pYes === null ? { said: answer.said ?? answer.status } : { pYes: answer.pYes }
  return { model, ...words, right: answer.correct === 1 }
}

interface PictureProps {
  readonly loaded: LoadedResults
  readonly scene: BrowsedScene
  readonly scale: number
}

function Picture({ loaded, scene, scale }: PictureProps) {
  const studio = useStudioServices()
  const open = useStudio(state => state.dataset)
  const [shown, setShown] = useState<{ readonly url: string; readonly picture: SentPicture } | null>(null)
  const [message, setMessage] = useState('')
  useEffect(() => {
    let wanted = true
    let url: string | null = null
    const source = sceneWithFiles(loaded.dataset, open, scene)
    const make = async () => {
      const picture = await sentPicture(source.scene, source.files, studio.capturer, scale)
      if (!wanted) return
      if (!picture) return setMessage('No picture without WebGL 2: open the dataset’s folder or ZIP.')
      url = URL.createObjectURL(new Blob([picture.png], { type: 'image/png' }))
      setShown({ url, picture })
    }
    // The page is drawn first.
    const timer = setTimeout(() => {
      make().catch(error => {
        if (!(error instanceof SpatialTunnelError)) throw error
        setMessage(`${error.where}: ${error.found}`)
      })
    })
    return () => {
      wanted = false
      clearTimeout(timer)
      if (url) URL.revokeObjectURL(url)
    }
  }, [studio, loaded, open, scene, scale])
  const { widthPx, heightPx } = scene.scene.camera
  const alt = scene.truth.objects.map(object => `${object.name} at ${object.depthM.toFixed(1)} m`).join(', ')
  return (
    <figure className={styles.picture}>
      <div style={{ aspectRatio: `${widthPx} / ${heightPx}` }}>
        {shown ? <img src={shown.url} alt={alt} /> : <p>{message}</p>}
      </div>
      <figcaption>{shown && inWords(shown.picture)}</figcaption>
    </figure>
  )
}

const inWords = ({ from, scale }: SentPicture): string =>
  `${from === 'file' ? 'As sent: the dataset’s own file' : 'Drawn here by the renderer that makes the datasets'}${
    scale === 1 ? '' : `, at ${scale} of its size`
  }`
