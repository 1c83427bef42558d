import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { QuestionRow } from '../../core/questions.ts'
import { MARGINS_DEFAULTS } from '../../core/truth.ts'
import type { LoadedDataset } from '../dataset/loaded-dataset.ts'
import { BitmapPicture } from '../grid/bitmap-picture.tsx'
import { bitmapKey, sceneWish } from '../grid/scene-bitmap.ts'
import { splitSentence } from '../scene/split-sentence.ts'
import { useStudioServices } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import styles from './quiz-page.module.css'
import type { QuizAnswer } from './quiz-session.ts'
import { useBitmapReady } from './use-bitmap-ready.ts'

export interface QuizTrialProps {
  readonly dataset: LoadedDataset
  readonly questions: readonly QuestionRow[]
  readonly at: number
  readonly isPractice: boolean
  readonly onAnswer: (answer: QuizAnswer) => void
  readonly onPause: () => void
}

const PICTURE_PX = 512
/** Pictures drawn before they are asked for. */
const AHEAD = 3

/** One question over its picture, the whole window to itself. In practice the truth follows the answer. */
export function QuizTrial({ dataset, questions, at, isPractice, onAnswer, onPause }: QuizTrialProps) {
  const question = questions[at]!
  const pictureKey = usePictures(dataset, questions, at)
  const shownAtMs = useBitmapReady(pictureKey)
  const [given, setGiven] = useState<QuizAnswer | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => stage.current?.focus(), [])
  const next = useCallback(() => {
    setGiven(null)
    if (given) onAnswer(given)
  }, [given, onAnswer])
  const say = (said: 'Yes' | 'No', timeMs: number) => {
    if (shownAtMs === null || given) return
    const answer = { questionId: question.id, said, reactionMs: Math.round(10 * (timeMs - shownAtMs)) / 10 }
    if (isPractice) setGiven(answer)
    else onAnswer(answer)
  }
  return (
    <div
      ref={stage}
      className={styles.trial}
      role="dialog"
      aria-modal="true"
      aria-label={isPractice ? 'Practice' : 'Quiz'}
      tabIndex={-1}
      data-testid="quiz-trial"
      data-question={question.id}
      data-ready={shownAtMs !== null && !given}
      onKeyDown={event => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
        const said = ANSWER_KEYS[event.key.toLowerCase()]
        if (said && !given) say(said, event.timeStamp)
        else if (event.key === 'Escape') onPause()
        else if (given && (event.key === 'Enter' || event.key === ' ')) next()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <div className={styles.top}>
        <Button look="bare" icon="pause" label="Pause" onClick={onPause} />
        <progress aria-label="Progress" value={at} max={questions.length} />
        <span>
          {isPractice ? 'Practice ' : ''}
          {at + 1} of {questions.length}
        </span>
      </div>
      <div className={styles.picture}>
        <BitmapPicture
          keys={[pictureKey]}
          widthPx={PICTURE_PX}
          heightPx={PICTURE_PX}
          label="A tunnel with two objects"
        />
      </div>
      <p className={styles.question} aria-live="polite">
        {shownAtMs === null ? '\u00a0' : question.text}
      </p>
      {given ? (
        <Feedback dataset={dataset} question={question} said={given.said} onNext={next} />
      ) : (
        <div className={styles.answers}>
          {(['Yes', 'No'] as const).map(said => (
            <button
              key={said}
              type="button"
              className={styles.answer}
              disabled={shownAtMs === null}
              onClick={event => say(said, event.timeStamp)}
            >
              {said} <kbd>{said === 'Yes' ? 'F' : 'J'}</kbd>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const ANSWER_KEYS: Readonly<Record<string, 'Yes' | 'No'>> = {
  f: 'Yes',
  y: 'Yes',
  arrowleft: 'Yes',
  j: 'No',
  n: 'No',
  arrowright: 'No',
}

interface FeedbackProps {
  readonly dataset: LoadedDataset
  readonly question: QuestionRow
  readonly said: string
  readonly onNext: () => void
}

function Feedback({ dataset, question, said, onNext }: FeedbackProps) {
  const { scene, truth } = dataset.scenes.find(({ id }) => id === question.sceneId)!
  const right = said === question.answer
  return (
    <div className={styles.feedback} role="status">
      <p>
        <strong>{right ? 'Right.' : `Not quite: ${question.answer}.`}</strong>{' '}
        {splitSentence(truth, truth.pairs[0]!, MARGINS_DEFAULTS.positionShare * scene.camera.heightPx)}
      </p>
      <Button look="primary" label="Next" onClick={onNext} />
    </div>
  )
}

/** Asks for this picture and the next ones; their keys are kept while the person thinks. */
function usePictures(dataset: LoadedDataset, questions: readonly QuestionRow[], at: number): string {
  const studio = useStudioServices()
  const scenes = useMemo(() => new Map(dataset.scenes.map(item => [item.id, item.scene])), [dataset])
  useEffect(() => {
    const wishes = questions.slice(at, at + AHEAD).map(({ sceneId }) => {
      const scene = scenes.get(sceneId)!
      return sceneWish(studio.capturer, scene, JSON.stringify(scene), PICTURE_PX)
    })
    studio.thumbnails.want(wishes)
  }, [studio, scenes, questions, at])
  useEffect(() => () => studio.thumbnails.want([]), [studio])
  return bitmapKey(JSON.stringify(scenes.get(questions[at]!.sceneId)), PICTURE_PX)
}
