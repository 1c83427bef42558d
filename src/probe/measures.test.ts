import { describe, expect, test } from 'vitest'
import { AXES, AXIS_OF, CATEGORIES, type Category } from '../core/relations.ts'
import { gaussian, stream } from '../core/rng.ts'
import type { VectorLayer } from '../formats/vector-file.ts'
import { blockSums } from './block-sums.ts'
import { gramMatrix, subGram } from './gram.ts'
import { plantedLayer } from './planted-layer.ts'
import { prepareLayer } from './prepared-layer.ts'
import { weightedBlockSums } from './resample.ts'
import { coherence, entanglement, meanCosine, SCALARS, scalarsOf, similarity } from './scalars.ts'
import { coherenceSpread } from './spread.ts'

function layerOf(vectors: readonly (readonly [Category, readonly number[]])[]): VectorLayer {
  const columns = vectors[0]![1].length
  return {
    layer: 0,
    rows: vectors.length,
    columns,
    deltas: Float64Array.from(vectors.flatMap(([, values]) => [...values])),
    labels: vectors.map(([category], i) => ({ id: `p${i}`, category })),
  }
}
const sumsOf = (vectors: readonly (readonly [Category, readonly number[]])[]) =>
  blockSums(prepareLayer(layerOf(vectors)))
const unitVector = (k: number, d = 8): number[] => Array.from({ length: d }, (_, i) => (i === k ? 1 : 0))

/** Everything by the definitions, pair by pair. */
function plainReference(layer: VectorLayer): { scalars: number[]; spread: number[]; similarity: number[][] } {
  const rows = layer.labels.map((label, i) => ({
    category: label.category,
    values: [...layer.deltas.subarray(i * layer.columns, (i + 1) * layer.columns)],
  }))
  const dot = (a: number[], b: number[]): number => a.reduce((sum, value, k) => sum + value * b[k]!, 0)
  const cos = (a: number[], b: number[]): number => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
  const sign = (category: Category): number => (CATEGORIES.indexOf(category) % 2 === 0 ? 1 : -1)
  const mean = (list: number[][]): number[] =>
    list[0]!.map((_, k) => list.reduce((sum, values) => sum + values[k]!, 0) / list.length)
  const signed = AXES.map(axis =>
    rows.filter(row => AXIS_OF[row.category] === axis).map(row => row.values.map(value => sign(row.category) * value)),
  )
  const cosines = signed.map(list => list.flatMap((a, i) => list.slice(0, i).map(b => cos(a, b))))
  const average = (list: number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length
  const means = CATEGORIES.map(category => mean(rows.filter(row => row.category === category).map(row => row.values)))
  const four = (p: number, r: number): number =>
    (cos(means[p]!, means[r]!) +
      cos(means[p + 1]!, means[r + 1]!) -
      cos(means[p]!, means[r + 1]!) -
      cos(means[p + 1]!, means[r]!)) /
    4
  const axisMeans = signed.map(mean)
  const between = (a: number, b: number): number => cos(axisMeans[a]!, axisMeans[b]!)
  return {
    scalars: [
      ...cosines.map(average),
      ...[four(0, 2), four(0, 4), four(2, 4)],
      ...[between(0, 1), between(0, 2), between(1, 2)],
    ],
    spread: cosines.map(list => Math.sqrt(average(list.map(value => value ** 2)) - average(list) ** 2)),
    similarity: means.map(a => means.map(b => cos(a, b))),
  }
}

const expectClose = (found: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void => {
  const errors = Array.from(found, (value, i) => Math.abs(value - expected[i]!))
  expect(errors.length).toBe(expected.length)
  expect(Math.max(...errors)).toBeLessThan(tolerance)
}

describe('laws of coherence', () => {
  test('all vectors equal → 1, orthogonal → 0, v and −v pooled unsigned → −1', () => {
    const equal = sumsOf(Array.from({ length: 5 }, () => ['left', [1, 2, 3]] as const))
    expect(coherence(equal, 'horizontal')).toBeCloseTo(1, 12)
    const orthogonal = sumsOf(Array.from({ length: 5 }, (_, k) => ['far', unitVector(k)] as const))
    expect(coherence(orthogonal, 'distance')).toBeCloseTo(0, 12)
    const opposed = sumsOf([
      ['above', [1, 1]],
      ['above', [-1, -1]],
    ])
    expect(coherence(opposed, 'vertical')).toBeCloseTo(-1, 12)
  })

  test('vectors of the opposite category are negated', () => {
    const signed = sumsOf([
      ['left', [1, 1, 0]],
      ['right', [-1, -1, 0]],
      ['right', [-2, -2, 0]],
    ])
    expect(coherence(signed, 'horizontal')).toBeCloseTo(1, 12)
  })

  test('fewer than two vectors, an empty category: no number instead of a wrong one', () => {
    const sums = sumsOf([['left', [1, 0]]])
    expect(scalarsOf(sums).every(Number.isNaN)).toBe(true)
    expect(similarity(sums)[0]).toEqual([1, null, null, null, null, null])
  })

  test('a zero vector is named and left out', () => {
    const prepared = prepareLayer(
      layerOf([
        ['far', [0, 0]],
        ['far', [1, 0]],
        ['close', [-3, 0]],
      ]),
    )
    expect(prepared.zeroIds).toEqual(['p0'])
    expect(coherence(blockSums(prepared), 'distance')).toBeCloseTo(1, 12)
  })

  test('NaN is refused with the pair and the dimension', () => {
    const layer = layerOf([
      ['far', [1, 2]],
      ['far', [1, Number.NaN]],
    ])
    expect(() => prepareLayer(layer)).toThrow(expect.objectContaining({ code: 'vectors-not-finite' }))
    expect(() => prepareLayer(layer)).toThrow(/p1.*NaN at dimension 1/)
  })
})

describe('against the definitions, pair by pair', () => {
  test.each([0, 1, 2])('float64 to 1e-10 (seed %i)', seed => {
    const layer = plantedLayer({ seed, perCategory: 7 + seed, columns: 61 })
    const reference = plainReference(layer)
    const prepared = prepareLayer(layer)
    const gram = gramMatrix(prepared)
    const gramLayer = { gram, norms: prepared.norms, starts: prepared.starts }
    const ones = Array.from({ length: 4 }, () => new Float64Array(prepared.count).fill(1))
    expectClose(scalarsOf(blockSums(prepared)), reference.scalars, 1e-10)
    expectClose(scalarsOf(weightedBlockSums(gramLayer, ones)[3]!), reference.scalars, 1e-10)
    expectClose(coherenceSpread(gramLayer), reference.spread, 1e-10)
    expectClose(similarity(blockSums(prepared)).flat() as number[], reference.similarity.flat(), 1e-10)
  })

  test('float32 within its precision', () => {
    const double = plantedLayer({ seed: 3, columns: 300 })
    const single = { ...double, deltas: Float32Array.from(double.deltas) }
    expectClose(scalarsOf(blockSums(prepareLayer(single))), plainReference(double).scalars, 1e-6)
  })

  test('the Gram matrix, whatever n is modulo 4 and the piece length', () => {
    for (const [n, d] of [
      [5, 3],
      [8, 1024],
      [6, 1030],
    ] as const) {
      const layer = layerOf(
        Array.from({ length: n }, (_, i) => ['far', Array.from({ length: d }, (_, k) => Math.sin(i * d + k))] as const),
      )
      const gram = gramMatrix(prepareLayer(layer))
      const plain = Array.from({ length: n * n }, (_, at) => {
        const [i, j] = [Math.floor(at / n), at % n]
        let sum = 0
        for (let k = 0; k < d; k++) sum += layer.deltas[i * d + k]! * layer.deltas[j * d + k]!
        return sum
      })
      expectClose(gram, plain, 1e-10)
      expect([...subGram(gram, n, [4, 1])]).toEqual([gram[4 * n + 4], gram[4 * n + 1], gram[n + 4], gram[n + 1]])
    }
  })
})

describe('symmetries', () => {
  /** A product of random plane rotations. */
  function rotatedLayer(layer: VectorLayer, seed: number): VectorLayer {
    const next = stream(seed, 'test', 'rotation')
    const deltas = Float64Array.from(layer.deltas)
    for (let turn = 0; turn < 400; turn++) {
      const p = Math.floor(next() * layer.columns)
      const q = (p + 1 + Math.floor(next() * (layer.columns - 1))) % layer.columns
      const angle = gaussian(next)
      for (let i = 0; i < layer.rows; i++) {
        const [x, y] = [deltas[i * layer.columns + p]!, deltas[i * layer.columns + q]!]
        deltas[i * layer.columns + p] = Math.cos(angle) * x - Math.sin(angle) * y
        deltas[i * layer.columns + q] = Math.sin(angle) * x + Math.cos(angle) * y
      }
    }
    return { ...layer, deltas }
  }

  test.each([0, 1, 2])('nothing changes under a rotation of the space (seed %i)', seed => {
    const layer = plantedLayer({ seed, columns: 40 })
    const before = scalarsOf(blockSums(prepareLayer(layer)))
    expectClose(scalarsOf(blockSums(prepareLayer(rotatedLayer(layer, seed)))), before, 1e-10)
  })

  test('coherence does not change under a positive scale of any vector, entanglement under one of all', () => {
    const layer = plantedLayer({ seed: 5 })
    const before = scalarsOf(blockSums(prepareLayer(layer)))
    const each = layer.deltas.map((value, at) => value * (1 + (Math.floor(at / layer.columns) % 7)))
    const scaled = scalarsOf(blockSums(prepareLayer({ ...layer, deltas: each as Float64Array<ArrayBuffer> })))
    expectClose(scaled.subarray(0, 3), before.subarray(0, 3), 1e-12)
    const all = layer.deltas.map(value => value * 3) as Float64Array<ArrayBuffer>
    expectClose(scalarsOf(blockSums(prepareLayer({ ...layer, deltas: all }))), before, 1e-12)
  })

  test('the order of the rows does not matter', () => {
    const layer = plantedLayer({ seed: 6, perCategory: 6 })
    const order = layer.labels.map((_, i) => (i * 5) % layer.rows)
    const shuffledRows: VectorLayer = {
      ...layer,
      labels: order.map(i => layer.labels[i]!),
      deltas: Float64Array.from(
        order.flatMap(i => [...layer.deltas.subarray(i * layer.columns, (i + 1) * layer.columns)]),
      ),
    }
    const before = scalarsOf(blockSums(prepareLayer(layer)))
    expectClose(scalarsOf(blockSums(prepareLayer(shuffledRows))), before, 1e-12)
  })
})

describe("the paper's figures", () => {
  // Why Far Looks Up, figures 11-13: cosines of mean Δ, rows above and below, columns far and close.
  test.each([
    ['Molmo-7B L23', [0.3081, -0.3054, -0.3212, 0.3072], 0.310475],
    ['Molmo + 2M L23', [0.4923, -0.4447, -0.4865, 0.4372], 0.465175],
    ['RoboRefer L20', [0.382, -0.3681, -0.3897, 0.3716], 0.37785],
  ] as const)('VD-EI of %s from its similarities', (_, [af, ac, bf, bc], expected) => {
    const raw = new Float64Array(36)
    for (let c = 0; c < 6; c++) raw[c * 6 + c] = 1
    const set = (a: Category, b: Category, value: number): void => {
      raw[CATEGORIES.indexOf(a) * 6 + CATEGORIES.indexOf(b)] = value
      raw[CATEGORIES.indexOf(b) * 6 + CATEGORIES.indexOf(a)] = value
    }
    set('above', 'far', af)
    set('above', 'close', ac)
    set('below', 'far', bf)
    set('below', 'close', bc)
    expect(entanglement({ raw }, 'vertical', 'distance')).toBeCloseTo(expected, 9)
    expect(meanCosine({ raw }, 2, 5)).toBeCloseTo(ac, 12)
  })
})

describe('planted structure', () => {
  test('coherence is the planted one; VD-EI is cos φ shortened by the noise of the means', () => {
    const planted = { horizontal: 0.25, vertical: 0.4, distance: 0.15 }
    const perCategory = 20
    const rows = Array.from({ length: 50 }, (_, seed) =>
      scalarsOf(blockSums(prepareLayer(plantedLayer({ seed, perCategory, coherence: planted, angleDeg: 60 })))),
    )
    const nsr = (axis: 'vertical' | 'distance'): number => (1 / planted[axis] - 1) / perCategory
    const vdEi = Math.cos(Math.PI / 3) / Math.sqrt((1 + nsr('vertical')) * (1 + nsr('distance')))
    for (const [name, expected] of [
      ['cohH', planted.horizontal],
      ['cohV', planted.vertical],
      ['cohD', planted.distance],
      ['vdEi', vdEi],
      ['eiHv', 0],
    ] as const) {
      const values = rows.map(row => row[SCALARS.indexOf(name)]!)
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
      const standardError = Math.sqrt(variance / values.length)
      expect([name, Math.abs(mean - expected) / standardError]).toEqual([name, expect.toSatisfy(z => z < 4)])
    }
  })
})
