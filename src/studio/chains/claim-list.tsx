import type { JudgedClaim } from '../../chains/verify/verify-chain.ts'
import { LOOK_TITLES } from './chain-text.tsx'
import styles from './claim-list.module.css'
import { lookOf } from './claim-segments.ts'

export interface ClaimListProps {
  readonly text: string
  readonly claims: readonly JudgedClaim[]
  readonly pointed: number | null
  readonly onPoint: (claim: number | null) => void
}

/** The claims of a chain one by one, with their verdicts in words. */
export function ClaimList({ text, claims, pointed, onPoint }: ClaimListProps) {
  if (claims.length === 0) return <p className={styles.none}>No claim that can be read.</p>
  return (
    <ol className={styles.list} aria-label="Claims">
      {claims.map((claim, k) => (
        <li
          key={`${claim.span[0]} ${claim.pattern} ${claim.value} ${claim.object?.text}`}
          data-look={lookOf(claim)}
          data-pointed={pointed === k}
          onPointerEnter={() => onPoint(k)}
          onPointerLeave={() => onPoint(null)}
        >
          <span className={styles.words}>{text.slice(...claim.span)}</span>
          <span className={styles.verdict}>
            {LOOK_TITLES[lookOf(claim)]}
            {claim.imageHeight && ', drawn from height in the image'}
            {claim.weight < 1 && ', hedged'}
          </span>
        </li>
      ))}
    </ol>
  )
}
