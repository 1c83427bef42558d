import { normalTwoSided, studentTTwoSided } from './distributions.ts'

/** A correlation with its two-sided p; both NaN when a variable is constant or n < 2. */
export interface Correlation {
  readonly r: number
  readonly p: number
  readonly n: number
}

/** Ranks from 1; ties share the average of theirs. */
export function averageRanks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!)
  const ranks = new Array<number>(values.length)
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && values[order[end]!] === values[order[start]!]) end++
    for (let i = start; i < end; i++) ranks[order[i]!] = (start + 1 + end) / 2
    start = end
  }
  return ranks
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length

/** Sample variance (n − 1); NaN under two values. */
export function variance(values: readonly number[]): number {
  const center = mean(values)
  return values.length < 2
    ? Number.NaN
    : values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1)
}

/** Two-sided p of a Pearson or Spearman coefficient: t = r √((n − 2) / (1 − r²)) with n − 2 degrees of freedom. */
export function correlationP(r: number, n: number): number {
  if (n < 3 || Number.isNaN(r)) return Number.NaN
  return Math.abs(r) >= 1 ? 0 : studentTTwoSided(r * Math.sqrt((n - 2) / (1 - r * r)), n - 2)
}

/** Pearson's product-moment correlation. */
export function pearson(x: readonly number[], y: readonly number[]): Correlation {
  const n = x.length
  const [mx, my] = [mean(x), mean(y)]
  let [sxy, sxx, syy] = [0, 0, 0]
  for (let i = 0; i < n; i++) {
    const [dx, dy] = [x[i]! - mx, y[i]! - my]
    sxy += dx * dy
    sxx += dx * dx
    syy += dy * dy
  }
  const r = sxx > 0 && syy > 0 ? Math.max(-1, Math.min(1, sxy / Math.sqrt(sxx * syy))) : Number.NaN
  return { r, p: correlationP(r, n), n }
}

/** Spearman's rank correlation (average ranks). */
export const spearman = (x: readonly number[], y: readonly number[]): Correlation =>
  pearson(averageRanks(x), averageRanks(y))

/** Kendall's tau-b; p from the normal approximation with the variance corrected for ties. */
export function kendall(x: readonly number[], y: readonly number[]): Correlation {
  const n = x.length
  let s = 0
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) s += Math.sign((x[i]! - x[j]!) * (y[i]! - y[j]!))
  const [tx, ty] = [tieCounts(x), tieCounts(y)]
  const pairs = (n * (n - 1)) / 2
  const tied = (ties: readonly number[]): number => ties.reduce((sum, t) => sum + (t * (t - 1)) / 2, 0)
  const scale = Math.sqrt((pairs - tied(tx)) * (pairs - tied(ty)))
  const r = scale > 0 ? s / scale : Number.NaN
  return { r, p: normalTwoSided(s / Math.sqrt(kendallVariance(n, tx, ty))), n }
}

function kendallVariance(n: number, tx: readonly number[], ty: readonly number[]): number {
  const sum = (ties: readonly number[], term: (t: number) => number): number => ties.reduce((s, t) => s + term(t), 0)
  const spread = (t: number): number => t * (t - 1) * (2 * t + 5)
  const two = (t: number): number => t * (t - 1)
  const three = (t: number): number => t * (t - 1) * (t - 2)
  return (
    (spread(n) - sum(tx, spread) - sum(ty, spread)) / 18 +
    (n > 2 ? (sum(tx, three) * sum(ty, three)) / (9 * three(n)) : 0) +
    (sum(tx, two) * sum(ty, two)) / (2 * two(n))
  )
}

/** Sizes of the groups of equal values, groups of one left out. */
export function tieCounts(values: readonly number[]): number[] {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts.values()].filter(count => count > 1)
}
