import type { PairTruth, SceneTruth } from '../../core/truth.ts'
import type { ModelAnswer } from '../ask/model-connection.ts'
import type { ModelAnswers } from '../ask/use-model-answers.ts'
import { Button } from '../ui/button.tsx'
import { type AskedQuestion, pairQuestions } from './pair-questions.ts'
import styles from './question-list.module.css'

export interface QuestionListProps {
  readonly truth: SceneTruth
  readonly pair: PairTruth | null
  /** What the connected model says; null without one. */
  readonly answers: ModelAnswers | null
  /** Shares a question that the model got wrong. */
  readonly onShare?: (question: AskedQuestion, answer: ModelAnswer & { readonly kind: 'answered' }) => void
}

/** The questions about a pair, with their answers. */
export function QuestionList({ truth, pair, answers, onShare }: QuestionListProps) {
  const questions = pair ? pairQuestions(truth, pair) : []
  if (questions.length === 0) {
    return (
      <p className={styles.empty}>
        {pair
          ? 'Everything about this pair lies inside its margins: nothing can be asked.'
          : 'Questions compare two objects: add another one.'}
      </p>
    )
  }
  // Smaller letters rather than more lines: the list stays in sight as a whole.
  const isLong = answers !== null || questions.some(({ text }) => plain(text).length > LONG_LETTERS)
  const failure = [...(answers?.values() ?? [])].find(answer => answer.kind === 'failed')
  return (
    <>
      {failure && (
        <p className={styles.failure} role="status">
          {failure.why}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where it is longer than its place it scrolls, by keyboard too */}
      <ul className={styles.list} data-long={isLong} tabIndex={0} aria-label="Questions">
        {questions.map(question => (
          <li key={question.id} className={styles.question}>
            <span>{plain(question.text)}</span>
            {answers && question.swappedAnswer === undefined && (
              <>
                <ModelSays answer={answers.get(question.id)} />
                <ShareButton answer={answers.get(question.id)} onShare={answer => onShare?.(question, answer)} />
              </>
            )}
            <span className={styles.answer}>
              {question.answer}
              {question.swappedAnswer && (
                <span className={styles.swapped} title="The answer when the two are named the other way around">
                  {` ⇄ ${question.swappedAnswer}`}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface ShareButtonProps {
  readonly answer: ModelAnswer | undefined
  readonly onShare: (answer: ModelAnswer & { readonly kind: 'answered' }) => void
}

function ShareButton({ answer, onShare }: ShareButtonProps) {
  if (answer?.kind !== 'answered' || answer.right) return null
  return <Button look="bare" icon="share" iconOnly label="Share this failure" onClick={() => onShare(answer)} />
}

/** What still stands in one line beside its answer at the usual size. */
const LONG_LETTERS = 69

/** A question without what the suites add for models. */
const plain = (text: string): string => text.replace(' Answer with only one word.', '')

/** The model's answer beside the truth: a number or a word, and whether it is right, in a sign and in words. */
function ModelSays({ answer }: { readonly answer: ModelAnswer | undefined }) {
  if (!answer) return <span className={styles.says}>…</span>
  if (answer.kind === 'failed') {
    return (
      <span className={styles.says} title={answer.why}>
        no answer
      </span>
    )
  }
  return (
    <span className={`${styles.says} ${answer.right ? styles.right : styles.wrong}`}>
      {answer.pYes === null ? answer.text : `P(Yes) ${answer.pYes.toFixed(2)}`}
      <span aria-hidden="true">{answer.right ? ' ✓' : ' ✗'}</span>
      <span className="visually-hidden">{answer.right ? ', right' : ', wrong'}</span>
    </span>
  )
}
