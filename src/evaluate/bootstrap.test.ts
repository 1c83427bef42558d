import { expect, test } from 'vitest'
import { gaussian, stream } from '../core/rng.ts'
import { bcaInterval, bootstrap, fastIntegers, type SumTable } from './bootstrap.ts'

/** Columns: value, 1. */
const tableOf = (values: readonly number[]): SumTable => ({
  rows: values.length,
  columns: 2,
  data: Float64Array.from(values.flatMap(value => [value, 1])),
})
const mean = { mean: (totals: Float64Array) => totals[0]! / totals[1]! }

test('the interval of a mean is the textbook one', () => {
  const next = stream(1, 'bootstrap', 'values')
  const values = Array.from({ length: 400 }, () => gaussian(next))
  const { estimate, ci } = bootstrap(tableOf(values), mean)
  const average = values.reduce((sum, value) => sum + value, 0) / 400
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - average) ** 2, 0) / 399)
  expect(estimate.mean).toBeCloseTo(average, 12)
  expect(ci.mean![0]).toBeCloseTo(average - (1.96 * sd) / 20, 2)
  expect(ci.mean![1]).toBeCloseTo(average + (1.96 * sd) / 20, 2)
})

test('BCa moves with the bias and with the skew', () => {
  const draws = Float64Array.from({ length: 1001 }, (_, i) => i / 1000)
  const even = Float64Array.of(-1, 1)
  const [lo, hi] = bcaInterval(0.5, draws, even)!
  expect(lo).toBeCloseTo(0.025, 3)
  expect(hi).toBeCloseTo(0.975, 3)
  // More draws above the estimate than below: the interval moves down.
  expect(bcaInterval(0.4, draws, even)![0]).toBeLessThan(lo)
  expect(bcaInterval(0.4, draws, even)![1]).toBeLessThan(hi)
  // One unit far below the others when left out lengthens the upper side.
  const skewed = Float64Array.of(0, 0, -3)
  expect(bcaInterval(0.5, draws, skewed)![1]).toBeGreaterThan(hi)
})

test('equal names resample the same rows: differences of two models are paired', () => {
  const values = Array.from({ length: 50 }, (_, i) => i)
  const [a, b] = [values, values.map(value => value + 1)].map(list => bootstrap(tableOf(list), mean, { draws: 50 }))
  for (const [i, draw] of a!.draws.mean.entries()) expect(b!.draws.mean[i]! - draw).toBeCloseTo(1, 12)
  expect(bootstrap(tableOf(values), mean, { draws: 50, name: 'other' }).draws.mean).not.toEqual(a!.draws.mean)
})

test('nothing varies: a point; nothing there: null', () => {
  expect(bootstrap(tableOf([1, 1, 1]), mean, { draws: 10 }).ci.mean).toEqual([1, 1])
  expect(bootstrap(tableOf([]), mean, { draws: 10 })).toMatchObject({ estimate: { mean: null }, ci: { mean: null } })
  expect(bootstrap(tableOf([1]), mean, { draws: 10 }).ci.mean).toBeNull()
})

test('the fast integers are uniform and follow their seed', () => {
  const next = fastIntegers(1, 'a')
  const counts = new Array<number>(16).fill(0)
  for (let i = 0; i < 160_000; i++) counts[next() >>> 28]!++
  const chiSquared = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)
  expect(chiSquared).toBeLessThan(37.7) // 15 degrees of freedom, p = .001
  const first = (seed: number, name: string) => fastIntegers(seed, name)()
  expect(first(1, 'a')).toBe(first(1, 'a'))
  expect(new Set([first(1, 'a'), first(2, 'a'), first(1, 'b')]).size).toBe(3)
})
