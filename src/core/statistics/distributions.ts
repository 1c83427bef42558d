/**
 * The few distribution functions that the tests of significance need. The accuracy (about 1e-10) is checked in the test against
 * tabulated values; they are here because the libraries at hand are table-based or bring a large tree with them.
 */

/** ln Γ(x), x > 0 (Lanczos, g = 7). */
export function logGamma(x: number): number {
  const c = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ]
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const t = x + 6.5
  const sum = c.slice(1).reduce((total, value, i) => total + value / (x + i), c[0]!)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}

/** Regularised incomplete beta function I_x(a, b), by its continued fraction (Lentz's method). */
export function regularizedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a
  const floor = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value)
  let c = 1
  let d = 1 / floor(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m <= 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / floor(1 + even * d)
    c = floor(1 + even / c)
    fraction *= c * d
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / floor(1 + odd * d)
    c = floor(1 + odd / c)
    fraction *= c * d
    if (Math.abs(c * d - 1) < 1e-15) break
  }
  return front * fraction
}

/** P(|T| ≥ |t|) of Student's t with `df` degrees of freedom. */
export const studentTTwoSided = (t: number, df: number): number =>
  Number.isFinite(t) ? regularizedBeta(df / (df + t * t), df / 2, 0.5) : Number.isNaN(t) ? Number.NaN : 0

/** Standard normal distribution function, by its series (|z| < 6) or 0 / 1 beyond the tail's asymptote. */
export function normalCdf(z: number): number {
  if (Number.isNaN(z)) return Number.NaN
  if (Math.abs(z) > 6) {
    const x = Math.abs(z)
    const tail = (Math.exp((-x * x) / 2) / (x * Math.sqrt(2 * Math.PI))) * (1 - 1 / x ** 2 + 3 / x ** 4 - 15 / x ** 6)
    return z > 0 ? 1 - tail : tail
  }
  let term = z
  let sum = z
  for (let k = 1; Math.abs(term) > 1e-17 * Math.abs(sum) && k < 200; k++) {
    term *= (z * z) / (2 * k + 1)
    sum += term
  }
  return 0.5 + sum * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI))
}

/** P(|Z| ≥ |z|) of the standard normal. */
export const normalTwoSided = (z: number): number => 2 * normalCdf(-Math.abs(z))

/** Inverse of `normalCdf` by bisection; ±∞ at 0 and 1. */
export function normalQuantile(p: number): number {
  if (p <= 0) return -Infinity
  if (p >= 1) return Infinity
  let lo = -39
  let hi = 39
  for (let i = 0; i < 80; i++) {
    const mid = (lo + hi) / 2
    if (normalCdf(mid) < p) lo = mid
    else hi = mid
  }
  return (lo + hi) / 2
}
