import { type Stream, shuffled } from '../core/rng.ts'

export interface RidgeProbeOptions {
  readonly folds: number
  /** Ridge penalty as a multiple of the mean squared length. */
  readonly penalty: number
}
export const RIDGE_PROBE_DEFAULTS: RidgeProbeOptions = { folds: 5, penalty: 1 }

/**
 * Cross-validated linear probe between two groups of vectors, in its dual form (ridge regression on ±1 with an intercept,
 * which needs only inner products): how many held-out vectors fall on the right side.
 *
 * @param gram n × n inner products of the whole layer
 * @param first numbers of the vectors of one group, `second` of the other
 */
export function ridgeProbe(
  gram: Float64Array,
  n: number,
  first: readonly number[],
  second: readonly number[],
  next: Stream,
  options: Partial<RidgeProbeOptions> = {},
): { readonly correct: number; readonly total: number } {
  const { folds, penalty } = { ...RIDGE_PROBE_DEFAULTS, ...options }
  // Both groups are dealt out in turn, so that every fold has its share of each.
  const dealt = [...shuffled(next, first), ...shuffled(next, second)]
  const label = new Map(dealt.map((vector, i) => [vector, i < first.length ? 1 : -1]))
  let correct = 0
  for (let fold = 0; fold < folds; fold++) {
    const train = dealt.filter((_, i) => i % folds !== fold)
    const test = dealt.filter((_, i) => i % folds === fold)
    if (train.length === 0 || test.length === 0) continue
    const size = train.reduce((sum, i) => sum + gram[i * n + i]!, 0) / train.length
    const kernel = (i: number, j: number): number => gram[i * n + j]! + size // + size: the intercept
    const alpha = solveRidge(
      train.map(i => train.map(j => kernel(i, j))),
      train.map(i => label.get(i)!),
      penalty * size,
    )
    for (const i of test) {
      const score = train.reduce((sum, j, k) => sum + alpha[k]! * kernel(i, j), 0)
      if (Math.sign(score) === label.get(i)) correct++
    }
  }
  return { correct, total: dealt.length }
}

/** (K + λI) α = y by Cholesky. */
function solveRidge(kernel: readonly number[][], y: readonly number[], lambda: number): Float64Array {
  const m = y.length
  const lower = new Float64Array(m * m)
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = kernel[i]![j]! + (i === j ? lambda : 0)
      for (let k = 0; k < j; k++) sum -= lower[i * m + k]! * lower[j * m + k]!
      lower[i * m + j] = i === j ? Math.sqrt(Math.max(sum, Number.MIN_VALUE)) : sum / lower[j * m + j]!
    }
  }
  const alpha = Float64Array.from(y)
  for (let i = 0; i < m; i++) {
    for (let k = 0; k < i; k++) alpha[i]! -= lower[i * m + k]! * alpha[k]!
    alpha[i]! /= lower[i * m + i]!
  }
  for (let i = m - 1; i >= 0; i--) {
    for (let k = i + 1; k < m; k++) alpha[i]! -= lower[k * m + i]! * alpha[k]!
    alpha[i]! /= lower[i * m + i]!
  }
  return alpha
}
