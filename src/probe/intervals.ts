import { type Interval, quantile } from '../core/statistics/interval.ts'

/** One column of a table of draws, ascending, NaN left out. */
export function sortedColumn(draws: Float64Array, columns: number, column: number): Float64Array {
  const values = new Float64Array(draws.length / columns)
  for (let i = 0; i < values.length; i++) values[i] = draws[i * columns + column]!
  return values.filter(value => !Number.isNaN(value)).sort()
}

/**
 * Basic (reverse percentile) bootstrap interval, 2θ̂ − q: where drawing again adds a bias (a mean of noisy vectors is longer
 * than the true one), it is taken off twice over, as it should. Cut to [−1, 1], where all our scalars live.
 */
export function basicInterval(estimate: number, sorted: Float64Array, level = 0.95): Interval | null {
  if (sorted.length === 0 || Number.isNaN(estimate)) return null
  const tail = (1 - level) / 2
  const lo = 2 * estimate - quantile(sorted, 1 - tail)
  const hi = 2 * estimate - quantile(sorted, tail)
  return [Math.max(-1, lo), Math.min(1, hi)]
}

/** The middle 95 % of a null distribution. */
export function nullBand(sorted: Float64Array, level = 0.95): Interval | null {
  const tail = (1 - level) / 2
  return sorted.length === 0 ? null : [quantile(sorted, tail), quantile(sorted, 1 - tail)]
}

/** (1 + draws at least as large) / (1 + draws): never 0. `twoSided` compares sizes. NaN when there is nothing to compare. */
export function permutationP(observed: number, draws: Float64Array, twoSided: boolean): number {
  if (Number.isNaN(observed) || draws.length === 0) return Number.NaN
  const size = (value: number): number => (twoSided ? Math.abs(value) : value)
  let reached = 0
  for (const draw of draws) if (size(draw) >= size(observed)) reached++
  return (1 + reached) / (1 + draws.length)
}
