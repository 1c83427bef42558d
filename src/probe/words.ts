/** What a coherence may be called. */
export type Verdict = 'not above chance' | 'weak' | 'reliable' | 'unknown'

export interface VerdictOptions {
  /** Above chance: Holm-adjusted p below this. */
  readonly alpha: number
  /** Reliable: split-half reliability at least this. */
  readonly reliability: number
}
export const VERDICT_DEFAULTS: VerdictOptions = { alpha: 0.05, reliability: 0.8 }

/** The words' definitions, as reports print them. */
export const VERDICT_MEANINGS: Readonly<Record<Verdict, string>> = {
  'not above chance': 'random signs give as much: Holm-adjusted p ≥ .05 over the six tests of the layer',
  weak: 'above chance, but two halves of the pairs point in different directions: split-half reliability below .8',
  reliable: 'above chance, and any half of the pairs gives the same direction: split-half reliability of .8 or more',
  unknown: 'not tested: fewer than two pairs, no split halves, or fewer than 120 null draws, which can show nothing',
}

/**
 * @param pHolm adjusted p of the coherence
 * @param smallestP the smallest that the draws allow, 6 / (1 + draws): when that is not below alpha, nothing can be told
 */
export function verdict(
  pHolm: number,
  reliability: number,
  smallestP = 0,
  options: Partial<VerdictOptions> = {},
): Verdict {
  const { alpha, reliability: bar } = { ...VERDICT_DEFAULTS, ...options }
  if (Number.isNaN(pHolm) || Number.isNaN(reliability) || smallestP >= alpha) return 'unknown'
  if (pHolm >= alpha) return 'not above chance'
  return reliability >= bar ? 'reliable' : 'weak'
}
