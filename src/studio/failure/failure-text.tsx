import type { SharedFailure } from '../../formats/failure-link.ts'
import styles from './failure.module.css'

/** A failure in words: everything in it is plain text, whoever wrote it. */
export function FailureText({ failure: { question, answers, note } }: { readonly failure: SharedFailure }) {
  return (
    <div className={styles.failure}>
      <p className={styles.question}>
        {question.text} <span className={styles.truth}>{`true:\u00a0${question.answer}`}</span>
      </p>
      <ul>
        {answers.map(({ model, pYes, said, right }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two answers may be the same
          <li key={i}>
            <strong>{model}</strong> {pYes === undefined ? `“${said ?? ''}”` : `P(Yes) ${pYes.toFixed(2)}`}{' '}
            <span className={right ? styles.right : styles.wrong}>{right ? 'right ✓' : 'wrong ✗'}</span>
          </li>
        ))}
      </ul>
      {note !== '' && <blockquote>{note}</blockquote>}
    </div>
  )
}
