import { describe, expect, test } from 'vitest'
import { stream } from '../core/rng.ts'
import { blockSums } from './block-sums.ts'
import { scalarIntervals } from './confidence.ts'
import { gramMatrix } from './gram.ts'
import { permutationP, sortedColumn } from './intervals.ts'
import { coherenceNull, entanglementNull } from './nulls.ts'
import { type PlantedOptions, plantedLayer } from './planted-layer.ts'
import { prepareLayer } from './prepared-layer.ts'
import { bootstrapScalars, type GramLayer, weightedBlockSums } from './resample.ts'
import { SCALARS, type Scalar, scalarsOf, unbiasedScalarsOf } from './scalars.ts'
import { splitHalf } from './split-half.ts'
import { weightedBlocks } from './weighted-blocks.ts'

function planted(options: Partial<PlantedOptions>) {
  const prepared = prepareLayer(plantedLayer(options))
  const layer: GramLayer = { gram: gramMatrix(prepared), norms: prepared.norms, starts: prepared.starts }
  const sums = blockSums(prepared)
  return { layer, scalars: scalarsOf(sums), unbiased: unbiasedScalarsOf(sums) }
}
const at = (name: Scalar): number => SCALARS.indexOf(name)

test('four weightings at once equal four plain quadratic forms', () => {
  const { layer } = planted({ perCategory: 5, columns: 20 })
  const n = layer.norms.length
  const weights = Array.from({ length: 4 }, (_, lane) =>
    Float64Array.from({ length: n }, (_, i) => Math.sin(i + 9 * lane)),
  )
  const starts = Int32Array.of(0, 11, 12, n)
  const forms = weightedBlocks(layer.gram, starts, weights)
  for (let lane = 0; lane < 4; lane++) {
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) {
        let plain = 0
        for (let i = starts[a]!; i < starts[a + 1]!; i++) {
          for (let j = starts[b]!; j < starts[b + 1]!; j++) {
            plain += weights[lane]![i]! * weights[lane]![j]! * layer.gram[i * n + j]!
          }
        }
        expect(forms[(lane * 3 + a) * 3 + b]).toBeCloseTo(plain, 9)
      }
    }
  }
})

test('a draw with multiplicities: a pair never meets its own copy', () => {
  const { layer } = planted({ perCategory: 2, columns: 30 })
  const n = layer.norms.length
  const weights = Float64Array.from([3, 0, 1, 2, ...new Array<number>(n - 4).fill(1)])
  const sums = weightedBlockSums(layer, [weights, weights, weights, weights])[0]!
  let [top, bottom] = [0, 0]
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      if (i === j) continue
      const sign = i < 2 === j < 2 ? 1 : -1
      top += (sign * weights[i]! * weights[j]! * layer.gram[i * n + j]!) / (layer.norms[i]! * layer.norms[j]!)
      bottom += weights[i]! * weights[j]!
    }
  }
  expect(scalarsOf(sums)[at('cohH')]).toBeCloseTo(top / bottom, 12)
})

describe('intervals', () => {
  test('cover the planted value in 89 to 99 of 100 seeded runs', () => {
    const truth: Partial<Record<Scalar, number>> = { cohH: 0.25, cohV: 0.4, cohD: 0.15, vdEi: 0.5, vdEiSigned: 0.5 }
    const hits = new Map<string, number>()
    for (let seed = 0; seed < 100; seed++) {
      const { layer, unbiased } = planted({ seed, perCategory: 24, columns: 96 })
      const intervals = scalarIntervals(layer, unbiased, 400, stream(seed, 'test', 'bootstrap'))
      for (const [name, value] of Object.entries(truth)) {
        const [lo, hi] = intervals[at(name as Scalar)]!
        if (lo <= value && value <= hi) hits.set(name, (hits.get(name) ?? 0) + 1)
      }
    }
    for (const name of Object.keys(truth)) {
      expect([name, hits.get(name)]).toEqual([name, expect.toSatisfy(count => count >= 89 && count <= 99)])
    }
  })

  test('the same seed gives the same draws, another seed others', () => {
    const { layer } = planted({ perCategory: 4, columns: 10 })
    const draw = (seed: number): number[] => [...bootstrapScalars(layer, 7, stream(seed, 'test', 'bootstrap'))]
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    expect(draw(1).length).toBe(7 * SCALARS.length)
  })
})

describe('nulls', () => {
  const none = { horizontal: 0, vertical: 0, distance: 0 }

  test('without structure p-values are uniform enough: 5 % fall below .05, within 4 standard errors', () => {
    const below = { cohD: 0, vdEi: 0 }
    const runs = 120
    for (let seed = 0; seed < runs; seed++) {
      const { layer, scalars } = planted({ seed, perCategory: 8, columns: 24, coherence: none })
      const next = stream(seed, 'test', 'null')
      const coh = coherenceNull(layer, 99, next)
      const ei = entanglementNull(layer, 99, next)
      if (permutationP(scalars[at('cohD')]!, sortedColumn(coh, 3, 2), false) <= 0.05) below.cohD++
      if (permutationP(scalars[at('vdEi')]!, sortedColumn(ei, 6, 2), true) <= 0.05) below.vdEi++
    }
    const spread = 4 * Math.sqrt(runs * 0.05 * 0.95)
    for (const count of Object.values(below)) expect(Math.abs(count - runs * 0.05)).toBeLessThan(spread)
  })

  test('planted structure lies far outside', () => {
    const { layer, scalars } = planted({ seed: 1 })
    const next = stream(1, 'test', 'null')
    expect(permutationP(scalars[at('cohD')]!, sortedColumn(coherenceNull(layer, 199, next), 3, 2), false)).toBe(1 / 200)
    const ei = entanglementNull(layer, 199, next)
    expect(permutationP(scalars[at('vdEi')]!, sortedColumn(ei, 6, 2), true)).toBe(1 / 200)
    expect(permutationP(scalars[at('vdEiSigned')]!, sortedColumn(ei, 6, 5), true)).toBe(1 / 200)
    expect(permutationP(scalars[at('eiHv')]!, sortedColumn(ei, 6, 0), true)).toBeGreaterThan(0.05)
  })

  test('the shuffle that changes nothing gives the measured value', () => {
    // With one vector a category a shuffle either keeps or exchanges the two: ± the measured value, times the other axis's ±.
    const { layer, scalars } = planted({ perCategory: 1, columns: 9 })
    const draws = entanglementNull(layer, 8, stream(0, 'test', 'null'))
    for (let draw = 0; draw < 8; draw++) {
      for (let k = 0; k < 6; k++) expect(Math.abs(draws[draw * 6 + k]!)).toBeCloseTo(Math.abs(scalars[3 + k]!), 10)
    }
  })
})

describe('split-half reliability', () => {
  test('1 for equal vectors, about 0 without structure, in between as the law says', () => {
    const perCategory = 40
    const reliability = (coherence: number): number[] =>
      splitHalf(
        planted({
          seed: 2,
          perCategory,
          columns: 400,
          coherence: { horizontal: coherence, vertical: coherence, distance: coherence },
        }).layer,
        40,
        stream(0, 'test', 'split'),
      )
    for (const value of reliability(1)) expect(value).toBeCloseTo(1, 10)
    for (const value of reliability(0)) expect(Math.abs(value)).toBeLessThan(0.2)
    // Halves of n vectors with signal c and noise 1 − c: cosine of their means = c / (c + (1 − c) / n).
    const c = 0.1
    for (const value of reliability(c)) expect(Math.abs(value - c / (c + (1 - c) / perCategory))).toBeLessThan(0.06)
  })
})
