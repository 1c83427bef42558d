import type { PairTruth, SceneTruth } from '../../core/truth.ts'
import { pairQuestions } from './pair-questions.ts'
import styles from './question-list.module.css'

/** The questions about a pair, with their answers. */
export function QuestionList({ truth, pair }: { readonly truth: SceneTruth; readonly pair: PairTruth | null }) {
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
  return (
    <ul className={styles.list}>
      {questions.map(question => (
        <li key={question.id} className={styles.question}>
          <span>{question.text.replace(' Answer with only one word.', '')}</span>
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
  )
}
