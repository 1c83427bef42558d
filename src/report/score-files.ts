import type { Score } from '../evaluate/score.ts'
import { scoreJson } from '../evaluate/score-json.ts'
import { calibrationChart } from './figures/calibration-chart.ts'
import { curveChart } from './figures/curve-chart.ts'
import { type Figure, type FigureFrame, type FigurePreset, figureSvg, frameOf } from './figures/figure.ts'
import { groupChart } from './figures/group-chart.ts'
import { scoreGaps } from './figures/score-gaps.ts'
import { differenceHeatmap, scoreHeatmaps } from './figures/score-heatmaps.ts'
import { behaviourTable, modelTable, pairedTable, rankTable, sizeTable } from './score-tables.ts'
import { type Table, tableCsv, tableLatex, tableMarkdown } from './table.ts'

/** A file of a result folder; `path` with forward slashes. */
export interface TextFile {
  readonly path: string
  readonly text: string
}

/** A figure's file, with what a printer needs to know. */
export interface FigureFile extends TextFile {
  readonly widthPt: number
  readonly heightPt: number
}

/** Label and value of what a result was made from. */
export type ProvenanceLine = readonly [label: string, value: string]

/** Provenance as lines of text: what every figure and table file holds. */
export const originOf = (provenance: readonly ProvenanceLine[]): string[] =>
  provenance.map(([label, value]) => `${label}: ${value}`)

/** `scores.json` and the tables (`tables/*.csv`, `.md`, `.tex`) of a score. */
export function scoreTextFiles(score: Score, provenance: readonly ProvenanceLine[]): TextFile[] {
  const json = { ...scoreJson(score), provenance: Object.fromEntries(provenance) }
  return [
    { path: 'scores.json', text: `${JSON.stringify(json, null, 2)}\n` },
    ...Object.entries(tablesOf(score)).flatMap(([name, table]) =>
      table ? tableFiles(name, table, originOf(provenance)) : [],
    ),
  ]
}

function tablesOf(score: Score): Record<string, Table | null> {
  const several = score.models.length > 1
  return {
    models: modelTable(score),
    behaviour: behaviourTable(score.models),
    size: sizeTable(score),
    paired: several ? pairedTable(score) : null,
    ranks: several ? rankTable(score) : null,
  }
}

const tableFiles = (name: string, table: Table, comments: readonly string[]): TextFile[] => [
  { path: `tables/${name}.csv`, text: tableCsv(table) },
  { path: `tables/${name}.md`, text: tableMarkdown(table) },
  { path: `tables/${name}.tex`, text: tableLatex(table, comments) },
]

/** The figures (`figures/<preset>/*.svg`) of a score, in one size. */
export function scoreFigureFiles(
  score: Score,
  preset: FigurePreset,
  provenance: readonly ProvenanceLine[],
): FigureFile[] {
  return Object.entries(figuresOf(score, frameOf(preset))).flatMap(([name, figure]) => {
    if (!figure) return []
    const { widthPt, heightPt } = figure
    return [{ path: `figures/${preset}/${name}.svg`, text: figureSvg(figure, originOf(provenance)), widthPt, heightPt }]
  })
}

function figuresOf(score: Score, frame: FigureFrame): Record<string, Figure | null> {
  const named: [string, Figure | null][] = [
    ['gaps-logits', scoreGaps(score, 'logits', frame)],
    ['gaps-text', scoreGaps(score, 'text', frame)],
  ]
  for (const model of score.models) {
    const file = fileName(model.name)
    named.push([`heatmaps-${file}`, scoreHeatmaps(model, frame)])
    if (model.calibration) {
      named.push([`calibration-${file}`, calibrationChart(model.calibration, `Calibration of ${model.name}`, frame)])
    }
    for (const breakdown of model.breakdowns) {
      const chart = breakdown.groups.every(group => group.x !== null) ? curveChart : groupChart
      const title = `${model.name} by ${breakdown.label.toLowerCase()}`
      named.push([`by-${fileName(breakdown.factor)}-${file}`, chart(breakdown, title, frame)])
    }
  }
  const [a, b] = score.models
  if (a && b) named.push([`difference-${fileName(a.name)}-${fileName(b.name)}`, differenceHeatmap(a, b, frame)])
  return Object.fromEntries(named)
}

/** A model's or factor's name as part of a file name. */
const fileName = (name: string): string => name.replace(/[^\p{L}\p{N}.-]+/gu, '-').replace(/^[-.]+|-+$/g, '') || 'model'
