import type { AuditedModel, AuditResult } from '../chains/audit/compare-models.ts'
import {
  agreementTable,
  answersTable,
  conditionedTable,
  correlationTable,
  judgeTable,
  relationTable,
  shortcutCurves,
  shortcutTable,
  verifierTable,
} from './audit-tables.ts'
import { type Figure, figureSvg } from './figures/figure.ts'
import { PAGE_THEME } from './figures/figure-theme.ts'
import { histogramChart } from './figures/histogram-chart.ts'
import { lineChart } from './figures/line-chart.ts'
import { scatterChart } from './figures/scatter-chart.ts'
import { Markup, markup } from './markup.ts'
import { reportPage } from './page.ts'
import { type Table, tableHtml, tableMarkdown } from './table.ts'
import type { TokenName } from './tokens.ts'

const PAGE = { widthPt: 720, fontPt: 9.5, theme: PAGE_THEME }
const HALF = { ...PAGE, widthPt: 340 }

export interface AuditReportInput {
  readonly result: AuditResult
  /** Shown at the end: command, hashes, versions. */
  readonly provenance: readonly (readonly [label: string, value: string])[]
}

/** The report of `audit` as one HTML file without scripts. */
export function auditReport({ result, provenance }: AuditReportInput): string {
  const sections = auditSections(result)
  return reportPage({
    title: result.models.map(model => model.name).join(', '),
    kind: 'SpatialTunnel · audit of reasoning chains',
    lede: result.models.map(auditSentence),
    body: markup`${sections.map(({ title, tables, figures, text }) => section(title, markup`${text && markup`<p>${text}</p>`}${figures.filter(({ drawn }) => drawn.frame === PAGE).map(figureHtml)}<div class="row">${figures.filter(({ drawn }) => drawn.frame !== PAGE).map(figureHtml)}</div>${tables.map(tableHtml)}`))}`,
    footer: markup`<dl>
${provenance.map(([label, value]) => markup`<dt>${label}</dt><dd><code>${value}</code></dd>\n`)}</dl>`,
    css: '.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:1rem}',
  })
}

/** The same as text: `eval_report.md`. */
export function auditMarkdown({ result, provenance }: AuditReportInput): string {
  const parts = auditSections(result).map(
    ({ title, tables, text }) => `## ${title}\n\n${text ? `${text}\n\n` : ''}${tables.map(tableMarkdown).join('\n')}`,
  )
  const source = provenance.map(([label, value]) => `- ${label}: ${value}`).join('\n')
  return `# ${result.models.map(model => model.name).join(', ')}\n\n${result.models.map(auditSentence).join('\n\n')}\n\n${parts.join('\n')}\n## Where this comes from\n\n${source}\n`
}

/** What a reader should take away about a model. */
export function auditSentence({ name, summary }: AuditedModel): string {
  const percent = (value: number | null): string => (value === null ? 'none' : `${(100 * value).toFixed(1)} %`)
  const { classes } = summary
  const correct = summary.accuracy.count
  const judgedCorrect = Object.values(classes).reduce((sum, n) => sum + n, 0)
  const unearned = classes.lucky + classes.decorative + classes.terse
  const verified =
    judgedCorrect === 0
      ? 'There was no scene graph to hold its chains against.'
      : `${classes.faithful} of its ${judgedCorrect} right answers rest on a wholly faithful chain, ${classes.partial} on a partly faithful one (partial), ${unearned} on none (${classes.lucky} lucky, ${classes.decorative} decorative, ${classes.terse} terse).${judgedCorrect < correct ? ` ${correct - judgedCorrect} more had no scene graph.` : ''}`
  const height =
    summary.imageHeight.count > 0 ? ` ${summary.imageHeight.count} chains read depth off height in the image.` : ''
  return `${name} answers ${correct} of ${summary.accuracy.n} questions right (${percent(summary.accuracy.value)}). ${verified}${height}`
}

interface AuditSection {
  readonly title: string
  readonly text: string
  readonly tables: readonly Table[]
  readonly figures: readonly { readonly drawn: Figure; readonly caption: string }[]
}

function auditSections(result: AuditResult): AuditSection[] {
  const plain = (title: string, table: Table | null, text = ''): AuditSection[] =>
    table ? [{ title, text, tables: [table], figures: [] }] : []
  return [
    ...plain('Answers', answersTable(result)),
    ...plain(
      'Claims',
      verifierTable(result),
      'Every claim of a chain is held against the scene graph by rules, without a language model.',
    ),
    ...plain('Judge', judgeTable(result)),
    shortcutSection(result),
    ...plain('Does overlap see it?', conditionedTable(result)),
    ...plain('By relation', relationTable(result)),
    ...plain('Over models', correlationTable(result)),
    ...plain('Agreement', agreementTable(result)),
  ]
}

const SERIES: readonly { readonly token: TokenName; readonly shape: 'disc' | 'square' | 'diamond' | 'triangle' }[] = [
  { token: 'consistent', shape: 'disc' },
  { token: 'counter', shape: 'diamond' },
  { token: 'distance', shape: 'square' },
  { token: 'vertical', shape: 'triangle' },
]

function shortcutSection(result: AuditResult): AuditSection {
  const curves = shortcutCurves(result).filter(({ curve, source }) => curve.n > 0 && !source.includes('AC'))
  const sweep =
    curves.length > 0 &&
    lineChart(
      {
        title: 'Shortcut rate by threshold',
        xTitle: 'threshold τ',
        yTitle: 'share of correct answers with RF ≤ τ',
        series: curves.map(({ name, source, curve }, i) => ({
          label: `${name} (${source.split(',')[0]})`,
          ...SERIES[i % SERIES.length]!,
          points: curve.rates.map(({ tau, atMost }) => ({ x: tau, y: atMost ?? 0 })),
        })),
      },
      PAGE,
    )
  const histograms = curves.map(({ name, source, curve }) => ({
    drawn: histogramChart(curve.histogram, `RF of ${name}`, 'RF of the correct answers', HALF),
    caption: `${name}, ${source}: ${curve.n} correct answers with RF${curve.withoutScore > 0 ? `, ${curve.withoutScore} without a claim that can be checked` : ''}.`,
  }))
  return {
    title: 'Right for the wrong reason',
    text: '',
    tables: [shortcutTable(result)],
    figures: [
      {
        drawn: passScatter(result),
        caption:
          'Pass rate against shortcut rate at τ = .5; the ideal corner, where every chain passes and none is a shortcut, is marked at the top left.',
      },
      ...(sweep ? [{ drawn: sweep, caption: 'A sweep that jumps shows scores that come in steps.' }] : []),
      ...histograms,
    ],
  }
}

function passScatter({ models }: AuditResult): Figure {
  const points = models.flatMap(({ name, summary }) => {
    const curve = summary.judge?.shortcuts ?? summary.verifierShortcuts
    const pass = summary.judge?.pass.value ?? summary.verifierPass.value
    const shortcut = curve.rates.find(rate => rate.tau === 0.5)?.atMost ?? null
    return pass === null || shortcut === null ? [] : [{ label: name, x: shortcut, y: pass }]
  })
  return scatterChart(
    {
      title: 'Pass rate against shortcut rate',
      xTitle: 'shortcut rate (RF ≤ .5)',
      yTitle: 'pass rate',
      points: [{ label: 'ideal corner', x: 0, y: 1 }, ...points],
      note: 'better: up and to the left',
      shares: true,
    },
    PAGE,
  )
}

const section = (title: string, body: Markup): Markup => markup`<section>
<h2>${title}</h2>
${body}
</section>
`

const figureHtml = ({ drawn, caption }: { readonly drawn: Figure; readonly caption: string }): Markup => markup`<figure>
${new Markup(figureSvg(drawn))}<figcaption>${caption}</figcaption>
</figure>
`
