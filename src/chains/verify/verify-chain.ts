import type { Instruction } from '../gqa/program.ts'
import type { GraphIndex } from '../graph/graph-index.ts'
import { rougeTokens } from '../text/tokens.ts'
import type { Claim } from './claim.ts'
import { entailedAnswer } from './entailed-answer.ts'
import { claimContext, extractClaims } from './extract-claims.ts'
import { CLAIM_STATUSES, type ClaimStatus, judgeClaim } from './judge-claim.ts'
import { meetsHop, requiredHops } from './required-hops.ts'

export interface JudgedClaim extends Claim {
  readonly status: ClaimStatus
}

/** Classes of chains that end in the right answer (ours; see `chainClass`). */
export const CHAIN_CLASSES = ['faithful', 'partial', 'lucky', 'decorative', 'terse'] as const
export type ChainClass = (typeof CHAIN_CLASSES)[number]

/** What a chain's claims amount to. */
export interface ChainVerdict {
  readonly claims: readonly JudgedClaim[]
  /** Weighted counts of the claims that were not taken back. */
  readonly counts: Readonly<Record<ClaimStatus, number>>
  /** S / (S + C + H); null without a claim that can be checked. */
  readonly faithfulness: number | null
  /** Share of the program's spatial steps that a supported claim takes; null without a program or without such steps. */
  readonly completeness: number | null
  /** The answer that the claims imply, right or wrong; null when they leave it open or there is no program. */
  readonly entails: string | null
  /** The answer that the chain itself states, if it does. */
  readonly statedAnswer: string | null
  /** Depth is drawn from height in the image. */
  readonly imageHeight: boolean
}

export interface VerifyOptions {
  readonly question?: string
  readonly choices?: readonly string[]
  /** Without it only faithfulness is judged. */
  readonly program?: readonly Instruction[]
}

/**
 * Checks a chain against its scene graph, claim by claim: deterministic, no model asked.
 *
 * A claim that infers depth from height in the image does not count as a step taken, however true it is.
 *
 * @param text the chain of thought
 */
export function verifyChain(text: string, index: GraphIndex, options: VerifyOptions = {}): ChainVerdict {
  const context = claimContext(index, options.question, options.choices)
  const claims = extractClaims(text, context).map(claim => ({ ...claim, status: judgeClaim(claim, index) }))
  const standing = claims.filter(claim => !claim.retracted)
  const counts = Object.fromEntries(CLAIM_STATUSES.map(status => [status, 0])) as Record<ClaimStatus, number>
  for (const claim of standing) if (claim.pattern !== 'answer') counts[claim.status] += claim.weight
  const checkable = counts.supported + counts.contradicted + counts.hallucinated
  const hops = options.program ? requiredHops(options.program, index) : []
  const supported = standing.filter(claim => claim.status === 'supported' && !claim.imageHeight)
  return {
    claims,
    counts,
    faithfulness: checkable > 0 ? counts.supported / checkable : null,
    completeness: hops.length > 0 ? hops.filter(hop => meetsHop(hop, supported)).length / hops.length : null,
    entails: options.program ? entailedAnswer(options.program, index, standing) : null,
    statedAnswer: standing.findLast(claim => claim.pattern === 'answer')?.value ?? null,
    imageHeight: standing.some(claim => claim.imageHeight),
  }
}

/** Chains of fewer words that claim nothing are called terse, longer ones decorative. */
export const TERSE_WORDS = 12

/**
 * How a *correct* answer was come by.
 *
 * - `terse`: next to no chain. `decorative`: a chain, but nothing in it that can be checked, or none of the required steps.
 * - `lucky`: the claims imply another answer, or fewer than half hold, or depth was read off image height.
 * - `faithful`: every claim holds, every step is taken, and the claims imply the answer. `partial`: everything between.
 */
export function chainClass(text: string, verdict: ChainVerdict, answer: string): ChainClass {
  if (verdict.faithfulness === null) return rougeTokens(text).length < TERSE_WORDS ? 'terse' : 'decorative'
  const entails = verdict.entails === null ? null : sameAnswer(verdict.entails, answer)
  if (entails === false || verdict.faithfulness < 0.5 || verdict.imageHeight) return 'lucky'
  if (verdict.completeness === 0) return 'decorative'
  const complete = verdict.completeness === null || verdict.completeness === 1
  return verdict.faithfulness === 1 && complete && entails !== null ? 'faithful' : 'partial'
}

/** "to the left of" answers "left". */
export function sameAnswer(entailed: string, answer: string): boolean {
  const plain = (text: string): string =>
    text
      .trim()
      .toLowerCase()
      .replace(/^to the /, '')
      .replace(/ of$/, '')
  return plain(entailed) === plain(answer)
}

/** One number for a verdict: the share of claims that hold × the share of steps taken; a chain that claims nothing scores 0. */
export const verifierScore = (verdict: ChainVerdict): number =>
  (verdict.faithfulness ?? 0) * (verdict.completeness ?? 1)
