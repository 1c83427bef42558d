import { useEffect, useRef, useState } from 'react'
import { digits } from '../../evaluate/opening-sentence.ts'
import type { ModelSummary } from '../../evaluate/score.ts'
import { askModel, type ModelAnswer } from '../ask/model-connection.ts'
import type { LoadedDataset } from '../dataset/loaded-dataset.ts'
import { BitmapPicture } from '../grid/bitmap-picture.tsx'
import { bitmapKey } from '../grid/scene-bitmap.ts'
import { SplitTag } from '../grid/split-tag.tsx'
import { drawScenePng } from '../share/scene-picture.ts'
import { openScene } from '../store/studio-store.ts'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { AnswerText } from './answer-text.tsx'
import type { Counterfactual } from './counterfactuals.ts'
import { cellName } from './result-rows.ts'
import type { ShownAnswers } from './results-messages.ts'
import styles from './scene-answers.module.css'

/** Width of a counterfactual's picture, CSS pixels. */
export const CARD_PX = 132

export interface CounterfactualCardProps {
  readonly variant: Counterfactual
  readonly model: ModelSummary
  readonly answers: ShownAnswers
  readonly dataset: LoadedDataset
}

/** A counterfactual with the answer from the same responses, or, where that scene was not asked about, what is near it. */
export function CounterfactualCard({ variant, model, answers, dataset }: CounterfactualCardProps) {
  const { store } = useStudioServices()
  const { title, scene, truth, question } = variant
  const picturePx = Math.round(CARD_PX * Math.min(2, devicePixelRatio))
  const split = truth.pairs[0]?.split
  return (
    <li className={styles.card} aria-label={title}>
      <button
        type="button"
        className={styles.cardPicture}
        title="Open in the editor"
        aria-label={`${title}: open in the editor`}
        onClick={() => openScene(store, scene) && store.setState({ page: 'scene' })}
      >
        <BitmapPicture keys={[bitmapKey(JSON.stringify(scene), picturePx)]} widthPx={picturePx} heightPx={picturePx} />
      </button>
      <h4>{title}</h4>
      {split && <SplitTag split={split} />}
      {question ? (
        <p>
          true: <strong>{question.answer}</strong>
        </p>
      ) : (
        <p className={styles.soft}>nothing can be asked</p>
      )}
      {question && <Given variant={variant} model={model} answers={answers} dataset={dataset} />}
    </li>
  )
}

/** The twin's answer to the same question; else “not asked”, the cell's mean, and a way to ask. */
function Given({ variant: { question, twin, cell, scene }, model, answers, dataset }: CounterfactualCardProps) {
  const twinQuestion = twin && dataset.questions.get(twin.id)?.find(row => row.text === question!.text)
  const answer = (twinQuestion && answers.get(twinQuestion.id)) ?? null
  if (twin && answer) {
    return (
      <p>
        <AnswerText answer={answer} /> <small className={styles.soft}>{twin.id}</small>
      </p>
    )
  }
  const near = model.cells?.cells.find(({ theta1Deg, theta2Deg }) => cellName(theta1Deg, theta2Deg) === cell)
  return (
    <>
      <p className={styles.soft}>not asked</p>
      {near?.v != null && (
        <p className={styles.soft}>
          others at these angles: v = {digits(near.v, 2)}, {near.scenes === 1 ? '1 scene' : `${near.scenes} scenes`}
        </p>
      )}
      <AskCard scene={scene} question={question!} />
    </>
  )
}

/** Asks the connected model about the counterfactual; it need not be the one whose answers are shown, and is named. */
function AskCard({
  scene,
  question,
}: Pick<Counterfactual, 'scene'> & { readonly question: NonNullable<Counterfactual['question']> }) {
  const studio = useStudioServices()
  const model = useStudio(state => state.model)
  const webgl = useStudio(state => state.webgl)
  const [answer, setAnswer] = useState<ModelAnswer | 'asking' | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const ask = async () => {
    if (!model) return studio.store.setState({ dialog: 'model' })
    const capturer = await studio.capturer()
    if (!capturer) return
    stop.current?.abort()
    stop.current = new AbortController()
    const { signal } = stop.current
    setAnswer('asking')
    const given = await askModel(model, question, drawScenePng(capturer, scene), signal)
    if (!signal.aborted) setAnswer(given)
  }
  if (answer === 'asking') return <p className={styles.soft}>asking …</p>
  if (answer) return <p>{`${model?.model ?? 'model'}: ${inWords(answer)}`}</p>
  return (
    <Button
      label={model ? `Ask ${model.model}` : 'Ask a model'}
      disabled={webgl === false}
      onClick={() => void ask()}
    />
  )
}

function inWords(answer: ModelAnswer): string {
  if (answer.kind === 'failed') return `no answer: ${answer.why}`
  const said = answer.pYes === null ? answer.text : `P(Yes) ${answer.pYes.toFixed(2)}`
  return `${said}, ${answer.right ? 'right ✓' : 'wrong ✗'}`
}
