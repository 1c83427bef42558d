import { AXES, type Axis } from '../../core/relations.ts'
import type { ProbeReport, ReportLayer } from '../../probe/probe-report.ts'
import { AXIS_PAIRS, type AxisPair } from '../../probe/scalars.ts'
import type { Figure, FigureFrame } from './figure.ts'
import { type LineSeries, lineChart } from './line-chart.ts'
import type { MarkShape } from './marks.ts'
import { type PcaPoint, pcaChart } from './pca-chart.ts'
import { similarityHeatmap } from './similarity-heatmap.ts'

const AXIS_SHAPES: Readonly<Record<Axis, MarkShape>> = { horizontal: 'disc', vertical: 'square', distance: 'diamond' }

/** What a chart over layers has on its x axis: the layer, or its share of depth, layer ÷ (layers − 1). */
export const LAYER_AXES = ['layer', 'share'] as const
export type LayerAxis = (typeof LAYER_AXES)[number]

export interface LayerChartOptions {
  readonly xAxis?: LayerAxis
  /** The layer with a vertical line, and its word; by default the chosen one. */
  readonly marked?: { readonly layer: number; readonly label: string } | null
}

/** Share of a model's depth at which a layer lies, 0 to 1. */
export const depthShareOf = (layer: number, totalLayers: number): number => layer / Math.max(1, totalLayers - 1)

/** Where layers stand on the x axis, its title, and the line at the marked one. */
function layerScale(report: ProbeReport, { xAxis = 'layer', marked = chosenMark(report) }: LayerChartOptions) {
  const at = (layer: number): number => (xAxis === 'layer' ? layer : depthShareOf(layer, report.totalLayers))
  return {
    at,
    xTitle: xAxis === 'layer' ? 'layer' : 'share of depth',
    marked: marked && { x: at(marked.layer), label: marked.label },
  }
}

const chosenMark = ({ choice }: ProbeReport): NonNullable<LayerChartOptions['marked']> | null =>
  choice.chosen === null ? null : { layer: choice.chosen, label: `chosen: ${choice.chosen}` }

/** Axis coherence by layer with intervals, chance (the widest of the three null bands), and the chosen layer. */
export function coherenceFigure(report: ProbeReport, frame: FigureFrame, options: LayerChartOptions = {}): Figure {
  const { at, xTitle, marked } = layerScale(report, options)
  const series = AXES.map(
    (axis): LineSeries => ({
      label: axis,
      token: axis,
      shape: AXIS_SHAPES[axis],
      points: report.layers.flatMap(({ layer, subsets }) => {
        const { coherence, ci } = subsets.all.axes[axis]
        return coherence === null ? [] : [{ x: at(layer), y: coherence, ci }]
      }),
    }),
  )
  const chance = report.layers.flatMap(({ layer, subsets }) => {
    const bands = AXES.flatMap(axis => subsets.all.axes[axis].nullBand ?? [])
    return bands.length > 0 ? [{ x: at(layer), band: [Math.min(...bands), Math.max(...bands)] as const }] : []
  })
  const title = `Axis coherence of ${report.model} by layer`
  return lineChart({ title, xTitle, yTitle: 'coherence', series, chance, marked }, frame)
}

const PAIR_TOKENS = {
  'horizontal-vertical': 'inkSoft',
  'horizontal-distance': 'edge',
  'vertical-distance': 'accent',
} as const satisfies Record<AxisPair, string>
const PAIR_SHAPES: Readonly<Record<AxisPair, MarkShape>> = {
  'horizontal-vertical': 'triangle',
  'horizontal-distance': 'triangle-down',
  'vertical-distance': 'diamond',
}

/**
 * VD-EI by layer in both definitions and, with its interval, freed of the shortening by noise where both axes are above
 * chance; the two axis pairs that nobody looked for; chance.
 */
export function entanglementFigure(report: ProbeReport, frame: FigureFrame, options: LayerChartOptions = {}): Figure {
  const { at, xTitle, marked } = layerScale(report, options)
  const line = (pair: AxisPair, of: 'means' | 'signed', label: string): LineSeries => ({
    label,
    token: PAIR_TOKENS[pair],
    shape: PAIR_SHAPES[pair],
    dashed: of === 'signed',
    points: report.layers.flatMap(({ layer, subsets }) => {
      const value = subsets.all.entanglement[pair][of]
      return value === null ? [] : [{ x: at(layer), y: value }]
    }),
  })
  const chance = report.layers.flatMap(({ layer, subsets }) => {
    const bands = AXIS_PAIRS.flatMap(pair => subsets.all.entanglement[pair].nullBand ?? [])
    return bands.length > 0 ? [{ x: at(layer), band: [Math.min(...bands), Math.max(...bands)] as const }] : []
  })
  const withoutNoise: LineSeries = {
    label: 'without noise',
    token: 'distance',
    shape: 'disc',
    points: report.layers.flatMap(({ layer, subsets }) => {
      const { meansUnbiased, ci } = subsets.all.entanglement['vertical-distance']
      // Two directions that are nothing but noise have no angle: its interval would fill the picture.
      const noise = (['vertical', 'distance'] as const).some(
        axis => subsets.all.axes[axis].verdict === 'not above chance',
      )
      return meansUnbiased === null || noise ? [] : [{ x: at(layer), y: meansUnbiased, ci }]
    }),
  }
  return lineChart(
    {
      title: `Entanglement of ${report.model} by layer`,
      xTitle,
      yTitle: 'entanglement',
      series: [
        line('vertical-distance', 'means', 'VD-EI, eq. 3'),
        line('vertical-distance', 'signed', 'released code'),
        withoutNoise,
        line('horizontal-vertical', 'means', 'H and V'),
        line('horizontal-distance', 'means', 'H and D'),
      ],
      chance,
      marked,
    },
    frame,
  )
}

/** The 6 × 6 similarity of one layer. */
export const similarityFigure = (report: ProbeReport, layer: ReportLayer, frame: FigureFrame): Figure =>
  similarityHeatmap(layer.similarity, `Similarity of mean Δ, ${report.model}, layer ${layer.layer}`, frame)

/** PCA of one layer, signs fixed; null without points. */
export function pcaFigure(report: ProbeReport, layer: ReportLayer, frame: FigureFrame): Figure | null {
  if (!layer.pca) return null
  const points = layer.pca.points.flatMap((point, i): PcaPoint[] =>
    point ? [{ category: report.pairs[i]!.category, x: point[0], y: point[1] }] : [],
  )
  return pcaChart(points, layer.pca.explained, `PCA of Δ, ${report.model}, layer ${layer.layer}`, frame)
}

/** A measure at each model's chosen layer, model after model. */
export function trajectoryFigure(reports: readonly ProbeReport[], frame: FigureFrame): Figure {
  const chosen = reports.map(report => report.layers.find(layer => layer.layer === report.choice.chosen))
  const series = [
    ...AXES.map(
      (axis): LineSeries => ({
        label: `coherence ${axis}`,
        token: axis,
        shape: AXIS_SHAPES[axis],
        points: chosen.flatMap((layer, x) => {
          const measures = layer?.subsets.all.axes[axis]
          return measures && measures.coherence !== null ? [{ x, y: measures.coherence, ci: measures.ci }] : []
        }),
      }),
    ),
    {
      label: 'VD-EI, eq. 3',
      token: 'ink',
      shape: 'cross',
      dashed: true,
      points: chosen.flatMap((layer, x) => {
        const value = layer?.subsets.all.entanglement['vertical-distance'].means
        return value === undefined || value === null ? [] : [{ x, y: value }]
      }),
    } satisfies LineSeries,
  ]
  const places = reports.map((report, x) => ({ x, label: report.model }))
  const title = 'Coherence and VD-EI at each model’s chosen layer'
  return lineChart({ title, xTitle: 'model', yTitle: 'value', series, places }, frame)
}
