import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '../core/relations.ts'
import { bytesSource } from '../formats/byte-source.ts'
import { openVectors } from '../formats/open-vectors.ts'
import type { PairRow } from '../formats/pair-labels.ts'
import { axisCoherenceJson, parseReleased, similarityCsv, vdEiJson } from '../formats/released-results.ts'
import { writeSafetensors } from '../formats/safetensors-writer.ts'
import type { VectorFile } from '../formats/vector-file.ts'
import { runPython, testWithPython } from '../testing/python.ts'
import { type LayerDirections, layerDirections } from './directions.ts'
import { plantedLayer } from './planted-layer.ts'
import { prepareLayer } from './prepared-layer.ts'
import { parseProbeReport, probeReportJson } from './probe-report.ts'
import { rotated } from './procrustes.ts'
import { releasedLayers } from './released-layers.ts'
import { runProbe } from './run-probe.ts'

const few = { draws: 20, nullDraws: 20, splits: 4 }

/** Layers with growing coherence, read in order, as a file would give them. */
function plantedFile(layers: readonly number[]): VectorFile {
  return {
    name: 'planted.npz',
    layers,
    read: async layer => {
      const strength = (layer + 1) / 10
      const coherence = { horizontal: 0.3 * strength, vertical: 0.5 * strength, distance: 0.2 * strength }
      return plantedLayer({ layer, perCategory: 10, columns: 40, coherence })
    },
  }
}

const pairs: PairRow[] = Array.from({ length: 60 }, (_, i) => ({
  id: `pair-${i}`,
  category: CATEGORIES[i % 6]!,
  index: i,
  sceneId: `contrastive-${String(i).padStart(6, '0')}`,
  split: Math.floor(i / 6) % 2 ? 'counter' : 'consistent',
}))

describe('a whole file', () => {
  test('layers in order, choice, facts of the pairs, progress', async () => {
    const seen: number[] = []
    const report = await runProbe(plantedFile([2, 5, 8]), {
      ...few,
      model: 'planted',
      totalLayers: 12,
      pairs,
      right: new Map(pairs.map((pair, i) => [pair.id, i % 7 > 2])),
      onLayer: (_done, _total, layer) => seen.push(layer),
    })
    expect(seen).toEqual([2, 5, 8])
    expect(report.choice.chosen).toBe(8)
    expect(report.pairs[3]).toEqual({
      id: 'pair-3',
      category: 'below',
      sceneId: 'contrastive-000003',
      split: 'consistent',
      right: true,
    })
    expect(report.layers.map(layer => Object.keys(layer.subsets).length)).toEqual([5, 5, 5])
    expect(report.layers[2]!.pca!.points.length).toBe(60)
    expect(report.warnings).toEqual([])
  })

  test('neighbouring layers are aligned: turning by the alignment brings points nearer, never further', async () => {
    const { layers } = await runProbe(plantedFile([6, 7, 8]), { ...few, draws: 0, nullDraws: 0 })
    let before: number[] | null = null
    for (const { pca } of layers) {
      const raw = Float64Array.from(pca!.points.flatMap(point => [...point!]))
      const turned = [...rotated(raw, Float64Array.from(pca!.alignment), 3)]
      const gap = (points: readonly number[]): number =>
        points.reduce((sum, value, i) => sum + (value - (before?.[i] ?? value)) ** 2, 0)
      expect(gap(turned)).toBeLessThanOrEqual(gap([...raw]) + 1e-9)
      before = turned
    }
  })

  test('a balanced set, the same pairs in every layer', async () => {
    const report = await runProbe(plantedFile([1, 2]), { ...few, draws: 0, nullDraws: 0, perCategory: 4 })
    expect(report.pairs.length).toBe(24)
    expect(report.layers.map(layer => layer.subsets.all.counts.far)).toEqual([4, 4])
    expect(report.layers[1]!.pca!.points.every(point => point !== null)).toBe(true)
  })

  test("the released tool's index becomes the pair's id", async () => {
    const file = plantedFile([0])
    const indexed: VectorFile = {
      ...file,
      read: async layer => {
        const vectors = await file.read(layer)
        return { ...vectors, labels: vectors.labels.map((label, i) => ({ ...label, id: String(i) })) }
      },
    }
    const report = await runProbe(indexed, { ...few, draws: 0, nullDraws: 0, pairs })
    expect(report.pairs[7]!.id).toBe('pair-7')
    expect(report.pairs[7]!.sceneId).toBe('contrastive-000007')
  })

  test('too few layers said, too deep ones: a warning', async () => {
    const report = await runProbe(plantedFile([3, 9]), { ...few, draws: 0, nullDraws: 0 })
    expect(report.warnings).toContainEqual(expect.stringContaining('--total-layers'))
  })

  test('probe.json comes back as it went out, and other files are refused', async () => {
    const report = await runProbe(plantedFile([4]), few)
    const read = parseProbeReport(JSON.parse(probeReportJson(report)), 'probe.json')
    expect(read.layers[0]!.subsets.all.axes.vertical.coherence).toBeCloseTo(
      report.layers[0]!.subsets.all.axes.vertical.coherence!,
      5,
    )
    expect(read.layers[0]!.subsets.all.axes.vertical.ci!.length).toBe(2)
    expect(() => parseProbeReport({ version: 9 }, 'x.json')).toThrow(
      expect.objectContaining({ code: 'probe-report-invalid' }),
    )
  })
})

describe('directions', () => {
  test('one length for all; vertical and distance are the mean signed Δ, shared lies between them', () => {
    const layer = plantedLayer({
      perCategory: 30,
      angleDeg: 60,
      coherence: { horizontal: 0.8, vertical: 0.9, distance: 0.9 },
    })
    const { vectors, normalizedTo } = layerDirections(prepareLayer(layer), 1, 'm/0')!
    const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, k) => sum + value * b[k]!, 0)
    expect(Object.keys(vectors)).toEqual([
      'horizontal',
      'vertical',
      'distance',
      'shared',
      'random0',
      'random1',
      'random2',
    ])
    for (const vector of Object.values(vectors)) expect(Math.sqrt(dot(vector, vector))).toBeCloseTo(normalizedTo, 4)
    const cos = (a: string, b: string): number => dot(vectors[a]!, vectors[b]!) / normalizedTo ** 2
    expect(cos('vertical', 'distance')).toBeGreaterThan(0.45)
    expect(cos('shared', 'vertical')).toBeCloseTo(cos('shared', 'distance'), 5)
    expect(vectors.vertical![1]!).toBeGreaterThan(0.9 * normalizedTo)
    expect(Math.abs(cos('random0', 'vertical'))).toBeLessThan(0.4)
  })

  test('as safetensors they are read back', async () => {
    const all: LayerDirections[] = []
    await runProbe(plantedFile([1, 2]), { ...few, draws: 0, nullDraws: 0, onDirections: item => void all.push(item) })
    const parts: number[] = []
    const tensors = all.map(({ layer, columns, vectors }) => ({
      name: `delta_L${layer}`,
      shape: [1, columns],
      data: () => vectors.vertical!,
    }))
    await writeSafetensors({ write: async bytes => void parts.push(...bytes) }, tensors)
    const labels = [{ id: 'v', category: 'above' as const }]
    const file = await openVectors(bytesSource(Uint8Array.from(parts), 'directions'), { labels })
    expect((await file.read(2)).deltas).toEqual(all[1]!.vectors.vertical)
  })
})

describe("the released tool's files", () => {
  test('what we write we read', async () => {
    const report = await runProbe(plantedFile([2, 4]), few)
    const layers = releasedLayers(report)
    const read = parseReleased(JSON.parse(axisCoherenceJson(layers)), JSON.parse(vdEiJson(layers)), 'x')
    expect(read).toEqual(layers)
    expect(() => parseReleased({ horizontal_L1: { mean: 1 } }, null, 'x')).toThrow(
      expect.objectContaining({ code: 'released-invalid' }),
    )
  })

  testWithPython('pandas', 'pandas reads the similarity table with its headers', async () => {
    const report = await runProbe(plantedFile([2]), { ...few, draws: 0, nullDraws: 0 })
    const csv = similarityCsv(report.layers[0]!.similarity)
    const script = `
import sys, io, json, pandas as pd
t = pd.read_csv(io.StringIO(sys.argv[1]), index_col=0)
print(json.dumps([list(t.columns), list(t.index), t.values.tolist()]))
`
    const [columns, index, values] = JSON.parse(runPython(script, [csv])) as [string[], string[], number[][]]
    expect([columns, index]).toEqual([[...CATEGORIES], [...CATEGORIES]])
    for (const [a, row] of values.entries()) {
      for (const [b, value] of row.entries()) expect(value).toBeCloseTo(report.layers[0]!.similarity[a]![b]!, 12)
    }
  })
})
