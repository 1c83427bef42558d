import { normalCdf, normalQuantile } from './distributions.ts'

/** `[lo, hi]` */
export type Interval = readonly [lo: number, hi: number]

/**
 * Wilson score interval of a proportion; null when n = 0.
 *
 * @param successes may be fractional (answers that count ½)
 * @example wilson(97, 124) // [0.702, 0.846]
 */
export function wilson(successes: number, n: number, level = 0.95): Interval | null {
  if (n === 0) return null
  const z = -normalQuantile((1 - level) / 2)
  const p = successes / n
  const center = (p + z ** 2 / (2 * n)) / (1 + z ** 2 / n)
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n * n))
  return [Math.max(0, center - half), Math.min(1, center + half)]
}

/** Quantile of ascending values by linear interpolation (R's type 7, numpy's default). */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  if (sorted.length === 0) return Number.NaN
  const at = Math.min(1, Math.max(0, p)) * (sorted.length - 1)
  const lo = Math.floor(at)
  const hi = Math.min(sorted.length - 1, lo + 1)
  return sorted[lo]! + (at - lo) * (sorted[hi]! - sorted[lo]!)
}

export interface BootstrapOptions {
  readonly draws: number
  readonly level: number
}
export const BOOTSTRAP_DEFAULTS: BootstrapOptions = { draws: 2000, level: 0.95 }

/**
 * Bias-corrected bootstrap interval of a statistic of n independent units (Efron's BC; percentile where the draws are not spread
 * around the estimate). Units are resampled whole: give clusters (scenes), not rows.
 *
 * @param n number of units
 * @param statistic value for a sample, given as unit numbers (repeats stand for copies); NaN draws are left out
 * @param uniform draws from [0, 1): a named stream of `core/rng.ts`
 * @returns null with fewer than two units or no finite draw
 */
export function bootstrapInterval(
  n: number,
  statistic: (units: Int32Array) => number,
  uniform: () => number,
  options: Partial<BootstrapOptions> = {},
): Interval | null {
  const { draws, level } = { ...BOOTSTRAP_DEFAULTS, ...options }
  if (n < 2) return null
  const units = Int32Array.from({ length: n }, (_, i) => i)
  const estimate = statistic(units)
  const values: number[] = []
  for (let draw = 0; draw < draws; draw++) {
    for (let i = 0; i < n; i++) units[i] = Math.floor(uniform() * n)
    const value = statistic(units)
    if (Number.isFinite(value)) values.push(value)
  }
  if (values.length === 0 || !Number.isFinite(estimate)) return null
  values.sort((a, b) => a - b)
  const below = values.filter(value => value < estimate).length + values.filter(value => value === estimate).length / 2
  const bias = normalQuantile(below / values.length)
  const tail = normalQuantile((1 - level) / 2)
  const at = (z: number): number => (Number.isFinite(bias) ? normalCdf(2 * bias + z) : normalCdf(z))
  return [quantile(values, at(tail)), quantile(values, at(-tail))]
}
