/**
 * Cohen's kappa of two raters on ordered categories.
 *
 * @param a category numbers 0 … categories − 1, same length as `b`
 * @param weights penalty grows with the squared (`quadratic`), absolute (`linear`) distance, or is 1 for any miss (`none`)
 * @returns NaN when there is nothing to disagree about (one category used by both)
 */
export function weightedKappa(
  a: readonly number[],
  b: readonly number[],
  categories: number,
  weights: 'none' | 'linear' | 'quadratic' = 'quadratic',
): number {
  const penalty = (i: number, j: number): number =>
    weights === 'none' ? Number(i !== j) : Math.abs(i - j) ** (weights === 'linear' ? 1 : 2)
  const share = (values: readonly number[]): number[] => {
    const counts = new Array<number>(categories).fill(0)
    for (const value of values) counts[value]! += 1 / values.length
    return counts
  }
  const [pa, pb] = [share(a), share(b)]
  const observed = a.reduce((sum, value, i) => sum + penalty(value, b[i]!), 0) / a.length
  const expected = pa.reduce((sum, p, i) => sum + pb.reduce((inner, q, j) => inner + p * q * penalty(i, j), 0), 0)
  return expected > 0 ? 1 - observed / expected : Number.NaN
}
