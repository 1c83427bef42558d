import type { StudyCorrelation, StudyRow } from '../evaluate/study.ts'
import { figureSvg } from './figures/figure.ts'
import { PAGE_THEME } from './figures/figure-theme.ts'
import { type LineSeries, lineChart } from './figures/line-chart.ts'
import type { MarkShape } from './figures/marks.ts'
import { Markup, markup } from './markup.ts'
import { pText } from './p-text.ts'
import { reportPage } from './page.ts'
import type { ProvenanceLine } from './score-files.ts'
import { type Table, tableHtml } from './table.ts'
import type { TokenName } from './tokens.ts'

export interface StudyInput {
  readonly name: string
  readonly rows: readonly StudyRow[]
  readonly columns: readonly string[]
  readonly correlations: readonly StudyCorrelation[]
}

/** Columns of the joined table, as a person reads them; those of a benchmark have its name. */
const COLUMN_TITLES: Readonly<Record<string, string>> = {
  cohH: 'coherence horizontal',
  cohV: 'coherence vertical',
  cohD: 'coherence distance',
  vdEi: 'VD-EI',
  vdEiSigned: 'VD-EI, released code',
  chosenLayerShare: 'chosen layer, share of depth',
  vCons: 'v consistent',
  vCtr: 'v counter',
  delta: 'Δ',
}
const columnTitle = (column: string): string => COLUMN_TITLES[column] ?? column

/** One row a model. */
export const studyTable = ({ rows, columns }: StudyInput): Table => ({
  caption: 'Models',
  columns: ['model', 'family', 'checkpoint', 'samples', ...columns],
  rows: rows.map(row => ({
    cells: [
      row.name,
      row.family,
      row.checkpoint ?? '',
      { value: row.samples, places: 0 },
      ...columns.map(column => ({ value: row.values[column] ?? null })),
    ],
  })),
  notes: [
    'Horizontal, vertical, distance: axis coherence; with VD-EI at each model’s chosen layer. Δ = consistent − counter. All values are fractions.',
  ],
})

/** Every pair of columns. */
export const correlationTable = ({ correlations }: StudyInput): Table => ({
  caption: 'Spearman correlations',
  columns: ['x', 'y', 'models', 'ρ', 'p', 'p, Holm', 'without one family'],
  rows: correlations.map(({ x, y, n, r, ci, p, pHolm, withoutOneFamily: range }) => ({
    cells: [
      x,
      y,
      { value: n, places: 0 },
      { value: r, ci },
      { value: p },
      { value: pHolm },
      range ? `${range[0].toFixed(2)} … ${range[1].toFixed(2)}`.replaceAll('-', '−') : 'one family',
    ],
  })),
  notes: [
    'Intervals: 95 %, Fisher’s z with Bonett and Wright’s standard error, from five models. p adjusted by Holm over all rows. Checkpoints of a family are not independent of each other: read the last column, the range of ρ when each family in turn is left out.',
  ],
})

/** The same with titles in words, short enough for one page; the CSV keeps the keys of `--json`. */
function readableModels(input: StudyInput): Table {
  const table = studyTable(input)
  const short = (column: string): string => columnTitle(column).replace(/^coherence |^VD-EI, |^chosen layer, /, '')
  return { ...table, columns: table.columns.map(short) }
}

/** The same with the columns' titles, and p as reports print it. */
function readableCorrelations(input: StudyInput): Table {
  const table = correlationTable(input)
  const rows = table.rows.map(({ cells: [x, y, n, r, , , range] }, i) => {
    const { p, pHolm } = input.correlations[i]!
    return { cells: [columnTitle(String(x)), columnTitle(String(y)), n!, r!, pText(p), pText(pHolm), range!] }
  })
  return { ...table, rows }
}

const TRAJECTORIES: readonly { column: string; token: TokenName; shape: MarkShape }[] = [
  { column: 'cohH', token: 'horizontal', shape: 'disc' },
  { column: 'cohV', token: 'vertical', shape: 'square' },
  { column: 'cohD', token: 'distance', shape: 'diamond' },
  { column: 'vdEi', token: 'ink', shape: 'cross' },
  { column: 'vCons', token: 'consistent', shape: 'triangle' },
  { column: 'vCtr', token: 'counter', shape: 'triangle-down' },
]
const HALF = { widthPt: 345, fontPt: 9, theme: PAGE_THEME }

/** The report of `study`: trajectories of every family, the joined table, the correlations. One HTML file without scripts. */
export function studyReport(input: StudyInput, provenance: readonly ProvenanceLine[]): string {
  const families = [...new Set(input.rows.map(row => row.family))]
  const strongest = [...input.correlations].sort((a, b) => a.pHolm - b.pHolm)[0]
  return reportPage({
    title: input.name,
    kind: 'SpatialTunnel · study',
    lede: [
      `${input.rows.length} models of ${families.length} ${families.length === 1 ? 'family' : 'families'}.`,
      ...(strongest
        ? [
            `Most closely related: ${columnTitle(strongest.x)} and ${columnTitle(strongest.y)}, ρ = ${strongest.r.toFixed(3).replace('-', '−')} over ${strongest.n} models (p ${strongest.pHolm < 0.001 ? '' : '= '}${pText(strongest.pHolm).replace(' ', '\u00a0')} after Holm over ${input.correlations.length} pairs).`,
          ]
        : []),
    ],
    body: markup`<section><h2>Trajectories</h2><div class="row">${families.map(family => trajectory(input, family))}</div></section>
<section><h2>Models</h2>${tableHtml(readableModels(input))}</section>
<section><h2>Spearman correlations</h2>${tableHtml(readableCorrelations(input))}</section>`,
    footer: markup`<dl>
${provenance.map(([label, value]) => markup`<dt>${label}</dt><dd><code>${value}</code></dd>\n`)}</dl>`,
    css: '.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(24rem,1fr));gap:1rem 1.5rem}.row figure{margin:0}',
  })
}

/** A family's checkpoints in the order of their samples; their places are equally far apart. */
function trajectory({ rows }: StudyInput, family: string): Markup | null {
  const own = rows.filter(row => row.family === family).sort((a, b) => (a.samples ?? 0) - (b.samples ?? 0))
  const series = TRAJECTORIES.map(
    ({ column, token, shape }): LineSeries => ({
      label: columnTitle(column),
      token,
      shape,
      points: own.flatMap((row, x) => {
        const y = row.values[column]
        return typeof y === 'number' ? [{ x, y }] : []
      }),
    }),
  ).filter(item => item.points.length > 0)
  if (series.length === 0) return null
  const places = own.map((row, x) => ({ x, label: row.checkpoint ?? row.name }))
  const drawn = lineChart({ title: family, xTitle: 'checkpoint', yTitle: 'value', series, places }, HALF)
  return markup`<figure>${new Markup(figureSvg(drawn))}<figcaption>${family}</figcaption></figure>`
}
