import type { ClaimStatus } from '../../chains/verify/judge-claim.ts'
import type { JudgedClaim } from '../../chains/verify/verify-chain.ts'

/** How a claim is shown: its verdict, or that it was taken back, or that it states the answer. */
export type ClaimLook = ClaimStatus | 'retracted' | 'answer'

export const lookOf = (claim: JudgedClaim): ClaimLook =>
  claim.retracted ? 'retracted' : claim.pattern === 'answer' ? 'answer' : claim.status

/** A stretch of a chain under the same claims. */
export interface ClaimSegment {
  readonly text: string
  readonly start: number
  /** Numbers of the claims over it; none: plain text. */
  readonly claims: readonly number[]
  readonly look: ClaimLook | null
}

/** The worst comes through where claims overlap. */
const ORDER: readonly ClaimLook[] = [
  'contradicted',
  'hallucinated',
  'ambiguous',
  'undetermined',
  'unverifiable',
  'supported',
  'answer',
  'retracted',
]

/** Cuts a chain where claims begin and end. */
export function claimSegments(text: string, claims: readonly JudgedClaim[]): ClaimSegment[] {
  const cuts = [...new Set([0, text.length, ...claims.flatMap(claim => claim.span)])].sort((a, b) => a - b)
  return cuts.slice(0, -1).map((start, i) => {
    const end = cuts[i + 1]!
    const over = claims.flatMap((claim, k) => (claim.span[0] <= start && claim.span[1] >= end ? [k] : []))
    const looks = over.map(k => lookOf(claims[k]!))
    return { text: text.slice(start, end), start, claims: over, look: ORDER.find(look => looks.includes(look)) ?? null }
  })
}

/** Objects that a claim speaks of, by number. */
export const objectsOf = (claim: JudgedClaim): readonly number[] => [
  ...new Set([...(claim.subject?.candidates ?? []), ...(claim.object?.candidates ?? [])]),
]
