import { describe, expect, test } from 'vitest'
import { averageRanks, kendall, pearson, spearman } from './correlation.ts'
import { normalCdf, normalQuantile, normalTwoSided, regularizedBeta, studentTTwoSided } from './distributions.ts'
import { bootstrapInterval, quantile, wilson } from './interval.ts'
import { weightedKappa } from './kappa.ts'
import { auc, holm, mannWhitney, welch } from './two-samples.ts'

/** Reference values: scipy 1.17. */
const X = [1, 2, 2, 3, 5, 8, 13, 21.5, 4]
const Y = [2, 1, 4, 3, 6, 7, 7, 9, 2.5]
const A = [0.1, 0.4, 0.4, 0.7, 0.9, 1.2, 0.3]
const B = [0.2, 0.1, 0.1, 0.5, 0.4]

test('distributions agree with scipy', () => {
  expect(studentTTwoSided(2.5, 7)).toBeCloseTo(0.04099221858575289, 10)
  expect(studentTTwoSided(0.3, 898.5)).toBeCloseTo(0.7642465463837101, 10)
  expect(studentTTwoSided(40, 3)).toBeCloseTo(3.4380680789158506e-5, 12)
  expect(regularizedBeta(0.3, 2.5, 0.5)).toBeCloseTo(0.018927124071945658, 10)
  expect(regularizedBeta(0.97, 50, 0.5)).toBeCloseTo(0.08169933372182264, 10)
  expect(normalCdf(-1.3)).toBeCloseTo(0.09680048458561036, 12)
  expect(normalCdf(-7) / 1.279812543885835e-12).toBeCloseTo(1, 3)
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 10)
  expect(normalTwoSided(1.959963984540054)).toBeCloseTo(0.05, 12)
  expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity])
})

describe('Wilson intervals', () => {
  // Why Far Looks Up, BLINK: model, n, percent, lower and upper limit as printed.
  test.each([
    [97, 124, 78.2, 70.2, 84.6],
    [101, 143, 70.6, 62.7, 77.5],
    [105, 124, 84.7, 77.3, 90.0],
    [129, 143, 90.2, 84.2, 94.1],
  ])('%i of %i', (k, n, percent, lo, hi) => {
    expect((100 * k) / n).toBeCloseTo(percent, 1)
    expect(wilson(k, n)!.map(limit => Math.round(limit * 1000) / 10)).toEqual([lo, hi])
  })
  test('none, and the ends', () => {
    expect(wilson(0, 0)).toBeNull()
    expect(wilson(0, 5)![0]).toBeCloseTo(0, 12)
    expect(wilson(5, 5)![1]).toBeCloseTo(1, 12)
  })
})

test('correlations and their p agree with scipy', () => {
  expect(averageRanks([3, 1, 3, 2])).toEqual([3.5, 1, 3.5, 2])
  expect(pearson(X, Y).r).toBeCloseTo(0.8648056697300668, 12)
  expect(pearson(X, Y).p).toBeCloseTo(0.0026144700827235518, 10)
  expect(spearman(X, Y).r).toBeCloseTo(0.8823529411764707, 12)
  expect(spearman(X, Y).p).toBeCloseTo(0.0016361449175379304, 10)
  expect(kendall(X, Y).r).toBeCloseTo(0.7428571428571428, 12)
  expect(kendall(X, Y).p).toBeCloseTo(0.0061398482876588506, 10)
  expect(pearson([1, 1, 1], [1, 2, 3]).r).toBeNaN()
})

test('two samples agree with scipy', () => {
  const t = welch(A, B)
  expect([t.t, t.df, t.p]).toEqual([1.880848528335445, 9.044107678150235, 0.09252070653384036].map(near))
  expect(mannWhitney(A, B)).toEqual({ u: 26, p: near(0.18758480505961106) })
  expect(auc([3, 2], [1, 2])).toBe(0.875)
  expect(auc([], [1])).toBeNaN()
})

const near = (value: number): number => expect.closeTo(value, 8) as unknown as number

test('Holm steps down, keeps the order, leaves NaN out', () => {
  const adjusted = holm([0.01, 0.04, 0.03, 0.005])
  expect(adjusted).toEqual([0.03, 0.06, 0.06, 0.02].map(near))
  expect(holm([0.02, Number.NaN])).toEqual([0.02, Number.NaN])
})

test('kappa: agreement 1, chance 0, distance matters', () => {
  expect(weightedKappa([0, 1, 2], [0, 1, 2], 3)).toBe(1)
  expect(weightedKappa([0, 0, 1, 1], [0, 1, 0, 1], 2, 'none')).toBeCloseTo(0, 12)
  // Cohen's own table: 20 + 15 agreed of 50, kappa .4.
  const a = [...Array<number>(25).fill(0), ...Array<number>(25).fill(1)]
  const b = [
    ...Array<number>(20).fill(0),
    ...Array<number>(5).fill(1),
    ...Array<number>(10).fill(0),
    ...Array<number>(15).fill(1),
  ]
  expect(weightedKappa(a, b, 2, 'none')).toBeCloseTo(0.4, 12)
  expect(weightedKappa([0, 1, 2, 2], [0, 1, 2, 1], 3)).toBeGreaterThan(weightedKappa([0, 1, 2, 2], [0, 1, 2, 0], 3))
  expect(weightedKappa([0, 0], [0, 0], 3)).toBeNaN()
})

test('quantile interpolates as numpy does', () => {
  expect([0, 0.25, 0.5, 1].map(p => quantile([1, 2, 4, 8], p))).toEqual([1, 1.75, 3, 8])
})

test('bootstrap intervals cover the true mean about as often as they say', () => {
  let covered = 0
  for (let seed = 1; seed <= 100; seed++) {
    const uniform = lcg(seed)
    const values = Array.from({ length: 40 }, () => uniform() + uniform())
    const [lo, hi] = bootstrapInterval(
      40,
      units => units.reduce((sum, i) => sum + values[i]!, 0) / units.length,
      uniform,
      { draws: 400 },
    )!
    if (lo <= 1 && 1 <= hi) covered++
  }
  expect(covered).toBeGreaterThanOrEqual(88)
  expect(covered).toBeLessThanOrEqual(99)
})

/** A small generator for this test only. */
function lcg(seed: number): () => number {
  let state = seed * 7919
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
