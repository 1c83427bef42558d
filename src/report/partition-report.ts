import type { Split } from '../core/truth.ts'
import type { PartitionSummary } from '../evaluate/partition/partition.ts'
import { SKIP_NOTES, type SkipReason } from '../evaluate/partition/partition-row.ts'
import { PRINTED_SOURCE, printedSplits } from '../evaluate/printed-rows.ts'
import { figureSvg, frameOf } from './figures/figure.ts'
import { PAGE_THEME } from './figures/figure-theme.ts'
import { shareBars } from './figures/share-bars.ts'
import { Markup, markup } from './markup.ts'
import { reportPage } from './page.ts'
import { type Table, tableHtml } from './table.ts'

const SPLITS: readonly Split[] = ['consistent', 'counter', 'ambiguous']

/** What `partition` found, in a sentence. */
export function partitionSentence(name: string, summary: PartitionSummary): string {
  const share = (n: number): string => `${summary.total ? ((100 * n) / summary.total).toFixed(1) : '0'} %`
  const parts = SPLITS.map(split => `${summary[split]} ${split} (${share(summary[split])})`)
  const skippedRows = Object.values(summary.skipped).reduce((sum, n) => sum + n, 0)
  return `${name}: ${summary.total} depth questions, ${parts.join(', ')}${skippedRows ? `; ${skippedRows} rows without a split` : ''}.`
}

/** The report of `partition` as one HTML file. */
export function partitionReport(
  name: string,
  summary: PartitionSummary,
  provenance: readonly (readonly [label: string, value: string])[],
): string {
  const bars = shareBars(
    [
      { label: name, printed: false, ...summary },
      ...printedSplits().map(row => ({ ...row, label: row.benchmark, printed: true })),
    ],
    { ...frameOf('cvpr-page', PAGE_THEME), widthPt: 720, fontPt: 9.5 },
  )
  return reportPage({
    title: name,
    kind: 'SpatialTunnel · partition',
    lede: [partitionSentence(name, summary)],
    body: markup`<section>
<h2>Splits</h2>
<p>Consistent: the farther side is higher in the image; counter: lower; ambiguous: the centres differ by less than ${Number((100 * summary.margin).toFixed(3))} % of the image height.</p>
${tableHtml(splitTable(name, summary))}
<figure>${new Markup(figureSvg(bars))}<figcaption>‡ ${PRINTED_SOURCE}.</figcaption></figure>
</section>
${
  summary.accuracy &&
  markup`<section>
<h2>Accuracy by split</h2>
${tableHtml(accuracyTable(summary))}
</section>
`
}${
  Object.keys(summary.skipped).length > 0 &&
  markup`<section>
<h2>Rows without a split</h2>
${tableHtml(skipTable(summary))}
</section>
`
}`,
    footer: markup`<dl>${provenance.map(([label, value]) => markup`<dt>${label}</dt><dd><code>${value}</code></dd>\n`)}</dl>`,
  })
}

/** Counts and shares, with the printed benchmarks below. */
export function splitTable(name: string, summary: PartitionSummary): Table {
  const row = (label: string, counts: Record<Split | 'total', number>) => [
    label,
    { value: counts.total, places: 0 },
    ...SPLITS.flatMap(split => [
      { value: counts[split], places: 0 },
      { value: counts.total ? (100 * counts[split]) / counts.total : null, places: 1 },
    ]),
  ]
  return {
    caption: 'Counts and shares of the splits.',
    columns: ['Benchmark', 'total', ...SPLITS.flatMap(split => [split, '%'])],
    rows: [
      { cells: row(name, summary) },
      ...printedSplits().map((printed, i) => ({
        cells: row(`${printed.benchmark} ‡`, printed),
        minor: true,
        rule: i === 0,
      })),
    ],
    notes: [`‡ ${PRINTED_SOURCE}.`],
  }
}

function accuracyTable({ accuracy }: PartitionSummary): Table {
  const [consistent, counter] = [accuracy!.consistent.accuracy, accuracy!.counter.accuracy]
  const delta = consistent === null || counter === null ? null : consistent - counter
  return {
    caption: 'Accuracy on each split, Wilson intervals.',
    columns: ['Split', 'n', 'correct', 'accuracy'],
    rows: [
      ...SPLITS.map(split => {
        const { n, correct, accuracy: value, ci } = accuracy![split]
        return { cells: [split, { value: n, places: 0 }, { value: correct, places: 0 }, { value, ci }] }
      }),
      { cells: ['Δ', '', '', { value: delta, signed: true }], rule: true },
    ],
    notes: ['Δ = consistent − counter; the paper prints counter − consistent, in points.'],
  }
}

function skipTable({ skipped }: PartitionSummary): Table {
  return {
    caption: 'Rows without a split, by reason.',
    columns: ['Reason', 'rows', 'the row …'],
    rows: (Object.entries(skipped) as [SkipReason, number][]).map(([reason, n]) => ({
      cells: [reason, { value: n, places: 0 }, SKIP_NOTES[reason]],
    })),
    notes: [],
  }
}
