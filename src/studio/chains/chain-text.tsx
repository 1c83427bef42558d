import type { JudgedClaim } from '../../chains/verify/verify-chain.ts'
import styles from './chain-text.module.css'
import { type ClaimLook, claimSegments } from './claim-segments.ts'

/** Words for a verdict: never the colour alone. */
export const LOOK_TITLES: Readonly<Record<ClaimLook, string>> = {
  supported: 'supported by the scene',
  contradicted: 'contradicted by the scene',
  hallucinated: 'about something that is not there',
  undetermined: 'too close to call',
  unverifiable: 'cannot be checked',
  ambiguous: 'could mean several objects',
  retracted: 'taken back later',
  answer: 'the answer',
}

export interface ChainTextProps {
  readonly text: string
  readonly claims: readonly JudgedClaim[]
  /** Number of the claim that is pointed at; null: none. */
  readonly pointed: number | null
  readonly onPoint: (claim: number | null) => void
}

/** A chain with every claim marked by its verdict; pointing at one (or stepping to it with Tab) shows what it speaks of. */
export function ChainText({ text, claims, pointed, onPoint }: ChainTextProps) {
  return (
    <p className={styles.text}>
      {claimSegments(text, claims).map(({ text: words, start, claims: over, look }) => {
        const claim = over.at(-1)
        if (look === null || claim === undefined) return <span key={start}>{words}</span>
        return (
          // biome-ignore lint/a11y/useSemanticElements: a button would break the line of the text
          <span
            key={start}
            role="button"
            tabIndex={0}
            className={styles.claim}
            data-look={look}
            data-pointed={pointed !== null && over.includes(pointed)}
            title={LOOK_TITLES[look]}
            aria-label={`${words} (${LOOK_TITLES[look]})`}
            onPointerEnter={() => onPoint(claim)}
            onPointerLeave={() => onPoint(null)}
            onFocus={() => onPoint(claim)}
            onBlur={() => onPoint(null)}
          >
            {words}
          </span>
        )
      })}
    </p>
  )
}
