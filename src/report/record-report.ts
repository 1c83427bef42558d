import { type GroupStatistics, LENGTH_BIN, type RecordStatistics } from '../chains/gqa/record-statistics.ts'
import { countBars } from './figures/count-bars.ts'
import { type Figure, figureSvg } from './figures/figure.ts'
import { PAGE_THEME } from './figures/figure-theme.ts'
import { Markup, markup } from './markup.ts'
import { reportPage } from './page.ts'
import type { ProvenanceLine } from './score-files.ts'
import { type NumberCell, type Table, type TableCell, tableHtml } from './table.ts'

const FRAME = { widthPt: 340, fontPt: 9.5, theme: PAGE_THEME }

export interface RecordReportInput {
  readonly statistics: RecordStatistics
  /** Questions without a record, by the reason. */
  readonly leftOut: Readonly<Record<string, number>>
  readonly provenance: readonly ProvenanceLine[]
}

/** The report of `chains build`: the paper's tables 1, 5 and 6 and its figures 2 to 5 for this data set. One HTML file without scripts. */
export function recordReport({ statistics, leftOut, provenance }: RecordReportInput): string {
  const [splits, relations, types] = recordTables(statistics)
  const retained = statistics.splits.reduce((sum, { n }) => sum + n, 0)
  const dropped = Object.entries(leftOut)
  const total = dropped.reduce((sum, [, n]) => sum + n, retained)
  const why = dropped.map(([reason, n]) => `${count(n)} ${reason.replaceAll('-', ' ')}`).join(', ')
  return reportPage({
    title: 'Data set of reasoning chains',
    kind: 'SpatialTunnel · chains',
    lede: [
      `${count(retained)} of ${count(total)} questions have a chain that ends in the right answer and contradicts nothing in the scene graph${why ? ` (left out: ${why})` : ''}.`,
    ],
    body: markup`${section('What the splits hold', markup`${tableHtml(splits)}<div class="row">${recordFigures(statistics).map(figureHtml)}</div>`)}${section('By relation', tableHtml(relations))}${section('By type of question', tableHtml(types))}`,
    footer: markup`<dl>
${provenance.map(([label, value]) => markup`<dt>${label}</dt><dd><code>${value}</code></dd>\n`)}</dl>`,
    css: '.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(22rem,1fr));gap:1rem 2rem}',
  })
}

const count = (n: number): string => n.toLocaleString('en')
const whole = (value: number): NumberCell => ({ value, places: 0 })
const words = (value: number | null): NumberCell => ({ value, places: 1 })

/** The paper's tables 1 (splits), 5 (relations) and 6 (types of question). */
export function recordTables({ splits, byRelation, byType }: RecordStatistics): readonly [Table, Table, Table] {
  const groups = (caption: string, name: string, rows: readonly GroupStatistics[]): Table => ({
    caption,
    columns: [name, 'n', 'yes rate', 'words'],
    rows: rows.map(({ group, n, yesRate, words: mean }) => ({
      cells: [group.replaceAll('_', ' '), whole(n), { value: yesRate }, words(mean)],
    })),
    notes: ['Yes rate: among answers yes and no. Words: mean of a chain.'],
  })
  return [
    {
      caption: 'Splits',
      columns: ['split', 'n', 'images', 'yes', 'no', 'attr', 'yes rate', 'words'],
      rows: splits.map(({ split, n, images, yes, no, attr, yesRate, words: mean }) => ({
        cells: [
          split,
          ...[n, images, yes, no, attr].map((value): TableCell => whole(value)),
          { value: yesRate },
          words(mean),
        ],
      })),
      notes: [
        'attr: answers that are neither yes nor no. Yes rate: among all records of the split, as the paper has it.',
      ],
    },
    groups('Primary relations', 'relation', byRelation),
    groups('Types of question', 'type', byType),
  ]
}

/** The paper's figures 2 to 5: hops, chain lengths, objects a scene graph, answers. */
export function recordFigures({
  byHops,
  lengthHistogram,
  objectHistogram,
  answers,
}: RecordStatistics): readonly Figure[] {
  const lengths = lengthHistogram.map(({ from, n }) => [from, n] as const)
  return [
    countBars(
      byHops.map(({ group, n }) => ({ label: group === 'none' ? 'no hop' : `${group}-hop`, n })),
      'Spatial hops of the question',
      FRAME,
    ),
    countBars(
      withGaps(lengths, LENGTH_BIN).map(([from, n]) => ({ label: `${from}–${from + LENGTH_BIN - 1}`, n })),
      'Words of the chain',
      FRAME,
    ),
    countBars(
      withGaps(
        objectHistogram.map(({ objects, n }) => [objects, n] as const),
        1,
      ).map(([objects, n]) => ({ label: String(objects), n })),
      'Objects of the scene graph',
      FRAME,
    ),
    countBars(
      answers.map(({ answer, n }) => ({ label: answer === 'attr' ? 'attribute' : answer, n })),
      'Answers',
      FRAME,
    ),
  ]
}

/** Values between the first and the last that do not occur count 0. */
function withGaps(counts: readonly (readonly [value: number, n: number])[], step: number): [number, number][] {
  const known = new Map(counts)
  const [first, last] = [counts[0]?.[0] ?? 0, counts.at(-1)?.[0] ?? -1]
  const length = Math.max(0, Math.round((last - first) / step) + 1)
  return Array.from({ length }, (_, i) => [first + i * step, known.get(first + i * step) ?? 0])
}

const section = (title: string, body: Markup): Markup => markup`<section>
<h2>${title}</h2>
${body}
</section>
`

const figureHtml = (figure: Figure): Markup => markup`<figure>
${new Markup(figureSvg(figure))}</figure>
`
