import { averageRanks, mean, tieCounts, variance } from './correlation.ts'
import { normalTwoSided, studentTTwoSided } from './distributions.ts'

/** Welch's t test of two means; NaN when a group has fewer than two values. */
export function welch(
  a: readonly number[],
  b: readonly number[],
): { readonly t: number; readonly df: number; readonly p: number } {
  const [va, vb] = [variance(a) / a.length, variance(b) / b.length]
  const t = (mean(a) - mean(b)) / Math.sqrt(va + vb)
  const df = (va + vb) ** 2 / (va ** 2 / (a.length - 1) + vb ** 2 / (b.length - 1))
  return { t, df, p: studentTTwoSided(t, df) }
}

/** Mann-Whitney U of the first group; p by the normal approximation, corrected for ties and continuity. */
export function mannWhitney(a: readonly number[], b: readonly number[]): { readonly u: number; readonly p: number } {
  const all = [...a, ...b]
  const ranks = averageRanks(all)
  const n = all.length
  const u = ranks.slice(0, a.length).reduce((sum, rank) => sum + rank, 0) - (a.length * (a.length + 1)) / 2
  const ties = tieCounts(all).reduce((sum, t) => sum + t ** 3 - t, 0)
  const spread = Math.sqrt(((a.length * b.length) / 12) * (n + 1 - ties / (n * (n - 1))))
  const z = Math.max(0, Math.abs(u - (a.length * b.length) / 2) - 0.5) / spread
  return { u, p: normalTwoSided(z) }
}

/** Area under the ROC curve: the chance that a positive scores above a negative, ties ½; NaN without one of each. */
export function auc(positives: readonly number[], negatives: readonly number[]): number {
  return positives.length && negatives.length
    ? mannWhitney(positives, negatives).u / (positives.length * negatives.length)
    : Number.NaN
}

/** Holm's step-down adjustment; the order of the input is kept. NaN stays NaN and does not count. */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).filter(i => !Number.isNaN(pValues[i]!))
  order.sort((a, b) => pValues[a]! - pValues[b]!)
  const adjusted = pValues.map(() => Number.NaN)
  let previous = 0
  for (const [k, i] of order.entries()) {
    previous = Math.max(previous, Math.min(1, (order.length - k) * pValues[i]!))
    adjusted[i] = previous
  }
  return adjusted
}
