import { spearman } from '../core/statistics/correlation.ts'
import type { ProbeReport } from '../probe/probe-report.ts'
import { probeSentence } from '../probe/probe-sentence.ts'
import { PAGE_THEME } from './figures/figure-theme.ts'
import { depthShareOf, trajectoryFigure } from './figures/probe-figures.ts'
import { scatterChart } from './figures/scatter-chart.ts'
import { type Markup, markup } from './markup.ts'
import { pText } from './p-text.ts'
import { reportPage } from './page.ts'
import { probeFigure, probeSection } from './probe-report-page.ts'
import type { ProvenanceLine } from './score-files.ts'
import { type NumberCell, type Table, tableHtml } from './table.ts'

/** What `score` found of a model: accuracy on counter scenes, or v on them where there are logits. */
export interface CounterScore {
  readonly model: string
  readonly value: number
  /** `accCtr` or `vCtr`. */
  readonly measure: string
}

const PAGE = { widthPt: 720, fontPt: 9.5, theme: PAGE_THEME }

/** Several models or checkpoints side by side: trajectories, and distance coherence against counter accuracy. */
export function modelsReportPage(
  reports: readonly ProbeReport[],
  scores: readonly CounterScore[],
  provenance: readonly ProvenanceLine[],
): string {
  return reportPage({
    title: `Inside ${reports.length} models`,
    kind: 'SpatialTunnel · probe',
    lede: reports.map(probeSentence),
    body: markup`${probeSection(
      'Trajectories',
      markup`${probeFigure(trajectoryFigure(reports, PAGE), 'Each model at its own chosen layer, in the order given; bands: 95 % intervals.')}${tableHtml(modelsTable(reports, scores))}`,
    )}${counterSection(reports, scores)}`,
    footer: markup`<dl>
${provenance.map(([label, value]) => markup`<dt>${label}</dt><dd><code>${value}</code></dd>\n`)}</dl>`,
  })
}

/** One row a model, at its chosen layer. */
export function modelsTable(reports: readonly ProbeReport[], scores: readonly CounterScore[]): Table {
  const measure = scores[0]?.measure
  return {
    caption: 'Models at their chosen layers',
    columns: [
      'model',
      'layer',
      'share of depth',
      'horizontal',
      'vertical',
      'distance',
      'VD-EI',
      ...(measure ? [measure] : []),
    ],
    rows: reports.map(report => {
      const layer = report.layers.find(item => item.layer === report.choice.chosen)
      const all = layer?.subsets.all
      const vd = all?.entanglement['vertical-distance']
      const coherence = (axis: 'horizontal' | 'vertical' | 'distance'): NumberCell => ({
        value: all?.axes[axis].coherence ?? null,
        ci: all?.axes[axis].ci ?? null,
      })
      const score = scores.find(item => item.model === report.model)
      return {
        cells: [
          report.model,
          layer ? String(layer.layer) : 'none',
          { value: layer ? depthShareOf(layer.layer, report.totalLayers) : null, places: 2 },
          ...(['horizontal', 'vertical', 'distance'] as const).map(coherence),
          { value: vd?.means ?? null },
          ...(measure ? [{ value: score?.value ?? null }] : []),
        ],
      }
    }),
    notes: ['VD-EI: eq. 3 of the paper. Share of depth: layer ÷ (layers − 1).'],
  }
}

function counterSection(reports: readonly ProbeReport[], scores: readonly CounterScore[]): Markup | null {
  const points = reports.flatMap(report => {
    const x = report.layers.find(item => item.layer === report.choice.chosen)?.subsets.all.axes.distance.coherence
    const score = scores.find(item => item.model === report.model)
    return x === undefined || x === null || !score ? [] : [{ label: report.model, x, y: score.value }]
  })
  if (points.length < 3) return null
  const { r, p } = spearman(
    points.map(point => point.x),
    points.map(point => point.y),
  )
  const note = `Spearman ρ = ${r.toFixed(3)}, p ${p < 0.001 ? '' : '= '}${pText(p)}, ${points.length} models`
  const title = 'Distance coherence against counter accuracy'
  const axes = { xTitle: 'coherence of the distance axis', yTitle: scores[0]!.measure }
  return probeSection(
    title,
    probeFigure(
      scatterChart({ title, ...axes, points, note }, PAGE),
      'Each point is a model at its chosen layer. Checkpoints of one model are not independent: p is too small then.',
    )!,
  )
}
