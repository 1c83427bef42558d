import { describe, expect, test } from 'vitest'
import { stream } from '../core/rng.ts'
import { balancedRows, imbalance } from './balance.ts'
import { farCloseProbe, projections } from './causal-hint.ts'
import { gramMatrix } from './gram.ts'
import { measureLayer, type PairFacts } from './measure-layer.ts'
import { plantedLayer } from './planted-layer.ts'
import { prepareLayer } from './prepared-layer.ts'
import { ridgeProbe } from './ridge-probe.ts'
import { verdict } from './words.ts'

const few = { draws: 60, nullDraws: 199, splits: 20 }

describe('a whole layer', () => {
  const layer = plantedLayer({ seed: 4, perCategory: 20, angleDeg: 45 })
  const facts = new Map<string, PairFacts>(
    layer.labels.map(({ id }, i) => [
      id,
      { split: Math.floor(i / 6) % 2 ? 'counter' : 'consistent', right: i % 5 > 0 },
    ]),
  )

  test('planted axes are told from chance (two halves of 20 pairs at .15 agree to .78: weak), their coupling shows', () => {
    const { subsets, pca, farClose } = measureLayer(layer, { ...few, facts })
    expect(Object.values(subsets.all.axes).map(axis => axis.verdict)).toEqual(['reliable', 'reliable', 'weak'])
    const { 'vertical-distance': vd, 'horizontal-vertical': hv } = subsets.all.entanglement
    expect(vd.pHolm!).toBeLessThan(0.05)
    expect(vd.ci![0]).toBeLessThan(Math.SQRT1_2)
    expect(vd.ci![1]).toBeGreaterThan(Math.SQRT1_2)
    expect(vd.meansUnbiased!).toBeGreaterThan(vd.means!)
    expect(hv.pHolm!).toBeGreaterThan(0.05)
    expect(pca!.scores.length).toBe(3 * 120)
    expect(farClose!.total).toBe(40)
  })

  test('subsets: counts, and what may be called entanglement', () => {
    const { subsets } = measureLayer(layer, { ...few, draws: 0, nullDraws: 0, splits: 0, facts })
    expect(Object.keys(subsets)).toEqual(['all', 'consistent', 'counter', 'right', 'wrong'])
    expect(subsets.all.imbalance).toBeNull()
    expect(subsets.consistent!.imbalance).toContain('far 10 consistent : 0 counter')
    expect(subsets.right!.counts.left + subsets.wrong!.counts.left).toBe(20)
    expect(subsets.counter!.axes.distance.n).toBe(20)
  })

  test('a subset measures what a file of those pairs alone would', () => {
    const rows = layer.labels.flatMap(({ id }, row) => (facts.get(id)!.split === 'counter' ? [row] : []))
    const alone = {
      ...layer,
      rows: rows.length,
      labels: rows.map(row => layer.labels[row]!),
      deltas: Float64Array.from(rows.flatMap(row => [...layer.deltas.subarray(row * 128, (row + 1) * 128)])),
    }
    const part = measureLayer(layer, { ...few, draws: 0, nullDraws: 0, splits: 0, facts }).subsets.counter!
    const whole = measureLayer(alone, { ...few, draws: 0, nullDraws: 0, splits: 0, facts }).subsets.all
    expect(part.axes.vertical.coherence).toBeCloseTo(whole.axes.vertical.coherence!, 12)
    expect(part.axes.vertical.std).toBeCloseTo(whole.axes.vertical.std!, 12)
    expect(part.entanglement['vertical-distance'].means).toBeCloseTo(whole.entanglement['vertical-distance'].means!, 12)
  })

  test('the fast way gives the same scalars and leaves the rest out', () => {
    const fast = measureLayer(layer, { pairwise: false })
    const full = measureLayer(layer, { ...few, draws: 0, nullDraws: 0, splits: 0 })
    expect(fast.subsets.all.axes.distance.coherence).toBe(full.subsets.all.axes.distance.coherence)
    expect(fast.similarity).toEqual(full.similarity)
    expect([fast.pca, fast.farClose, fast.projections]).toEqual([null, null, []])
  })

  test('the same seed gives the same report', () => {
    expect(measureLayer(layer, { ...few, facts })).toEqual(measureLayer(layer, { ...few, facts }))
  })
})

describe('causal hint', () => {
  const gramOf = (options: Parameters<typeof plantedLayer>[0]) => {
    const prepared = prepareLayer(plantedLayer(options))
    return { gram: gramMatrix(prepared), norms: prepared.norms, starts: prepared.starts }
  }
  const next = (field: string) => stream(0, 'test', field)

  test('projecting an axis out leaves it incoherent; an independent axis keeps its coherence, a parallel one loses it', () => {
    const strong = { horizontal: 0.5, vertical: 0.5, distance: 0.5 }
    const apart = projections(gramOf({ perCategory: 30, coherence: strong, angleDeg: 90 }))
    const vertical = apart.find(item => item.removed === 'vertical')!
    expect(vertical.cohV!).toBeLessThan(0.02)
    expect(vertical.cohD!).toBeGreaterThan(0.45)
    const same = projections(gramOf({ perCategory: 30, coherence: strong, angleDeg: 0 }))
    expect(same.find(item => item.removed === 'vertical')!.cohD!).toBeLessThan(0.05)
  })

  test('the far / close read-out goes with the vertical direction when they are one, and stays when they are not', () => {
    const options = { perCategory: 40, coherence: { horizontal: 0.3, vertical: 0.4, distance: 0.2 } }
    const same = farCloseProbe(gramOf({ ...options, angleDeg: 0 }), next)!
    expect(same.before / same.total).toBeGreaterThan(0.95)
    expect(same.withoutVertical / same.total).toBeLessThan(0.8)
    expect(same.withoutRandom / same.total).toBeGreaterThan(0.95)
    const apart = farCloseProbe(gramOf({ ...options, angleDeg: 90 }), next)!
    expect(apart.withoutVertical / apart.total).toBeGreaterThan(0.95)
  })

  test('labels without signal are guessed', () => {
    const { gram, norms } = gramOf({ perCategory: 60, coherence: { horizontal: 0, vertical: 0, distance: 0 } })
    const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, k) => from + k)
    const { correct, total } = ridgeProbe(gram, norms.length, range(0, 100), range(100, 200), next('folds'))
    expect(Math.abs(correct - total / 2)).toBeLessThan(4 * Math.sqrt(total / 4))
  })
})

describe('pairs', () => {
  test('a balanced draw: as many of each, the same for the same seed, an error that names what is missing', () => {
    const { labels } = plantedLayer({ perCategory: 9, columns: 3 })
    const categories = labels.map(label => label.category)
    const rows = balancedRows(categories, 4, stream(1, 'test', 'balance'))
    for (const category of new Set(categories)) {
      expect(rows.filter(row => categories[row] === category).length).toBe(4)
    }
    expect(rows).toEqual(balancedRows(categories, 4, stream(1, 'test', 'balance')))
    expect(() => balancedRows(categories.slice(0, 50), 9, stream(1, 'test', 'balance'))).toThrow(
      expect.objectContaining({ code: 'pairs-too-few', found: 'above 8, below 8, far 8, close 8' }),
    )
  })

  test('balance needs the split of every pair', () => {
    expect(imbalance([{ category: 'far' }])).toContain('not known')
    expect(imbalance([{ category: 'left', split: 'consistent' }])).toBeNull()
  })

  test('words', () => {
    const words = [
      verdict(0.05, 1),
      verdict(0.01, 0.79),
      verdict(0.01, 0.8),
      verdict(Number.NaN, 1),
      verdict(0.06, 1, 0.06),
    ]
    expect(words).toEqual(['not above chance', 'weak', 'reliable', 'unknown', 'unknown'])
  })
})
