/** Thresholds of the paper's sweep. */
export const SHORTCUT_TAUS = [0.3, 0.4, 0.5, 0.6, 0.7] as const

/** A chain as the shortcut rate sees it. */
export interface ScoredChain {
  readonly correct: boolean
  /** RF of judge or verifier; null: nothing could be checked. */
  readonly faithfulness: number | null
}

/**
 * Share of the correct answers whose chain is unfaithful. The paper's text takes RF ≤ τ, its README RF < τ: with scores in steps
 * the two differ, so both are given. Chains without RF are left out, and counted.
 */
export interface ShortcutCurve {
  /** Correct answers with RF. */
  readonly n: number
  readonly withoutScore: number
  readonly rates: readonly { readonly tau: number; readonly atMost: number | null; readonly below: number | null }[]
  /** RF of the correct answers in ten equal bins, the last closed. */
  readonly histogram: readonly number[]
}

export function shortcutCurve(chains: readonly ScoredChain[]): ShortcutCurve {
  const correct = chains.filter(chain => chain.correct)
  const scores = correct.flatMap(chain => (chain.faithfulness === null ? [] : [chain.faithfulness]))
  const rate = (is: (score: number) => boolean): number | null =>
    scores.length ? scores.filter(is).length / scores.length : null
  const histogram = new Array<number>(10).fill(0)
  for (const score of scores) histogram[Math.min(9, Math.floor(score * 10 + 1e-9))]!++
  return {
    n: scores.length,
    withoutScore: correct.length - scores.length,
    rates: SHORTCUT_TAUS.map(tau => ({
      tau,
      atMost: rate(score => score <= tau + 1e-9),
      below: rate(score => score < tau - 1e-9),
    })),
    histogram,
  }
}
