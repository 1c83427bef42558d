import type { ShownAnswer } from './results-messages.ts'
import styles from './results-page.module.css'

/** An answer in words: a probability or what was said, and whether it is right by sign, word and colour. */
export function AnswerText({ answer }: { readonly answer: ShownAnswer | null }) {
  if (!answer) return <span className={styles.soft}>not asked</span>
  const { correct } = answer
  const verdict = correct === null ? null : correct === 1 ? 'right' : correct === 0.5 ? 'undecided' : 'wrong'
  return (
    <span className={verdict === 'right' ? styles.right : verdict === 'wrong' ? styles.wrong : styles.soft}>
      {saidIn(answer)}
      {verdict && (
        <>
          <span aria-hidden="true">{SIGNS[verdict]}</span>
          <span className="visually-hidden">, {verdict}</span>
        </>
      )}
    </span>
  )
}

const SIGNS = { right: ' ✓', wrong: ' ✗', undecided: ' =' } as const

function saidIn({ pYes, status, said }: ShownAnswer): string {
  if (pYes !== null) return `P(Yes) ${pYes.toFixed(2)}`
  return status === 'ok' ? (said ?? '') : status
}

/** Wrong, or nothing that can be read: what one looks into. */
export const isFailure = (answer: ShownAnswer | null): answer is ShownAnswer =>
  answer !== null && answer.correct !== null && answer.correct < 1
