import { beforeAll, describe, expect, test } from 'vitest'
import { CATEGORIES } from '../core/relations.ts'
import { plantedLayer } from '../probe/planted-layer.ts'
import type { ProbeReport } from '../probe/probe-report.ts'
import { runProbe } from '../probe/run-probe.ts'
import { modelsReportPage } from './models-report-page.ts'
import { probeFiles } from './probe-files.ts'
import { probeReportPage } from './probe-report-page.ts'

const planted = (model: string, strength: number, withSplits: boolean): Promise<ProbeReport> =>
  runProbe(
    {
      name: 'x.npz',
      layers: [3, 4, 5],
      read: async layer =>
        plantedLayer({
          layer,
          seed: model,
          perCategory: 12,
          columns: 64,
          coherence: { horizontal: 0.2 * strength, vertical: 0.4 * strength, distance: 0.1 * layer * strength },
        }),
    },
    {
      model,
      draws: 30,
      nullDraws: 99,
      splits: 4,
      totalLayers: 10,
      pairs: withSplits
        ? Array.from({ length: 72 }, (_, i) => ({
            id: `pair-${i}`,
            category: CATEGORIES[i % 6]!,
            split: Math.floor(i / 6) % 2 ? 'counter' : 'consistent',
          }))
        : [],
    },
  )

let report: ProbeReport
let unknown: ProbeReport
beforeAll(async () => {
  report = await planted('Molmo <7B>', 1, true)
  unknown = await planted('other', 0.8, false)
})
const provenance = [['command', 'spatialtunnel probe "x"']] as const

describe('the report of one model', () => {
  test('no script, nothing loaded, every name escaped', () => {
    const html = probeReportPage({ report, provenance })
    expect(html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)|src="(?!data:)|@import|javascript:/i)
    expect(html).not.toContain('<7B>')
    expect(html).toContain(`Molmo &lt;7B&gt;, layer ${report.choice.chosen} of 10`)
  })

  test('calls VD-EI entanglement when the pairs are balanced, and says why not when they are not', () => {
    expect(probeReportPage({ report, provenance })).toContain('; entanglement VD-EI ')
    const other = probeReportPage({ report: unknown, provenance })
    expect(other).toContain('not called entanglement')
    expect(other).toContain('split is not known')
  })

  test('shows the measured numbers with their intervals', () => {
    const html = probeReportPage({ report, provenance })
    const chosen = report.layers.find(layer => layer.layer === report.choice.chosen)!
    const { coherence, ci } = chosen.subsets.all.axes.vertical
    expect(html).toContain(
      `${coherence!.toFixed(3)}<span class="interval">[${ci![0].toFixed(3)}, ${ci![1].toFixed(3)}]`,
    )
    expect(html).toContain(`${chosen.angleVdDeg!.toFixed(1)}°`)
  })
})

test('figures: one mark a layer and axis, one cell a category pair, one mark a pair, and where they come from', () => {
  const files = new Map(probeFiles(report, ['cvpr-column'], provenance).map(file => [file.path, file.text]))
  const svg = (name: string): string => files.get(`figures/cvpr-column/${name}.svg`)!
  expect(svg('coherence').match(/<title>(?:horizontal|vertical|distance), [345]: /g)?.length).toBe(9)
  expect(svg('coherence')).toContain(`chosen: ${report.choice.chosen}`)
  expect(svg('similarity-L4').match(/>−?\d\.\d\d</g)?.length).toBe(36)
  expect(svg(`pca-L${report.choice.chosen}`).match(/<g|<circle|<rect|<path/g)!.length).toBeGreaterThan(72)
  expect(svg('coherence')).toContain('spatialtunnel probe &quot;x&quot;')
  expect([...files.keys()].filter(path => path.startsWith('tables/')).sort()).toEqual(
    ['axes', 'entanglement', 'layers', 'pairs'].map(name => `tables/${name}.csv`),
  )
  expect(files.get('tables/layers.csv')!.trim().split('\n').length).toBe(4)
})

test('curves over the share of depth; VD-EI without noise has its interval as a band', () => {
  const files = new Map(probeFiles(report, ['cvpr-column'], provenance, 'share').map(file => [file.path, file.text]))
  const coherence = files.get('figures/cvpr-column/coherence.svg')!
  expect(coherence).toContain('share of depth')
  expect(coherence.match(/<title>vertical, [\d.]+/g)).toEqual(
    [0.333, 0.444, 0.556].map(share => `<title>vertical, ${share}`),
  )
  expect(files.get('report.html')).toContain('share of depth')
  const entanglement = files.get('figures/cvpr-column/entanglement.svg')!
  expect(entanglement.match(/<title>without noise, /g)).toHaveLength(3)
  expect(entanglement.match(/fill-opacity="\.18"/g)).toHaveLength(1)
})

test('several models: trajectory, and Spearman of distance coherence and counter accuracy', async () => {
  const reports = [unknown, report, await planted('third', 0.5, true)]
  const scores = [
    { model: 'other', value: 0.4, measure: 'accCtr' },
    { model: 'Molmo <7B>', value: 0.6, measure: 'accCtr' },
    { model: 'third', value: 0.2, measure: 'accCtr' },
  ]
  const html = modelsReportPage(reports, scores, provenance)
  expect(html).toContain('Spearman ρ = 1.000')
  expect(html).not.toContain('<script')
  expect(modelsReportPage(reports, scores.slice(1), provenance)).not.toContain('Spearman')
})
