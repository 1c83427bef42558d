import type { Breakdown } from '../evaluate/breakdown.ts'
import { chanceKind, openingSentence } from '../evaluate/opening-sentence.ts'
import { PRINTED_SOURCE } from '../evaluate/printed-rows.ts'
import type { ModelScore, Score } from '../evaluate/score.ts'
import { worstScenes } from '../evaluate/worst-scenes.ts'
import { calibrationChart } from './figures/calibration-chart.ts'
import { curveChart } from './figures/curve-chart.ts'
import { type Figure, figureSvg } from './figures/figure.ts'
import { PAGE_THEME } from './figures/figure-theme.ts'
import { groupChart } from './figures/group-chart.ts'
import { scoreGaps } from './figures/score-gaps.ts'
import { differenceHeatmap, overviewHeatmap, scoreHeatmaps } from './figures/score-heatmaps.ts'
import { Markup, markup } from './markup.ts'
import { reportPage } from './page.ts'
import { behaviourTable, modelTable, pairedTable, rankTable, sizeTable } from './score-tables.ts'
import { tableHtml } from './table.ts'
import { worstScenesHtml } from './worst-scenes-html.ts'

export interface ScoreReportInput {
  readonly score: Score
  /** A scene's picture as a `data:` URI; null shows none. Asked for the worst scenes only. */
  readonly imageOf: (sceneId: string) => string | null
  /** Shown at the end: command, hashes, versions. */
  readonly provenance: readonly (readonly [label: string, value: string])[]
}

/** How many scenes a report shows of each model; `imageOf` is asked for these. */
export const WORST_SCENES = 8

/** Ids of the scenes whose pictures a report will ask for. */
export const reportSceneIds = ({ models }: Score): string[] => [
  ...new Set(models.flatMap(model => worstScenes(model.joined.items, WORST_SCENES).map(({ scene }) => scene.id))),
]

const PAGE = { widthPt: 720, fontPt: 9.5, theme: PAGE_THEME }
const HALF = { ...PAGE, widthPt: 340 }
const THIRD = { ...PAGE, widthPt: 225, fontPt: 8.5 }

/**
 * The report of `score` as one HTML file without scripts: opens with the sentence, then tables with intervals, heatmaps
 * with the shortcuts beside them, gaps against the printed rows, breakdowns, comparisons, the worst scenes.
 */
export function scoreReport(input: ScoreReportInput): string {
  const { score, provenance } = input
  const { models } = score
  return reportPage({
    title: `${models.map(model => model.name).join(', ')} on ${score.data.name}`,
    kind: 'SpatialTunnel · score',
    lede: models.map(openingSentence),
    body: markup`${[
      scoresSection(score),
      gapsSection(score),
      ...models.map(heatmapSection),
      shortcutsSection(score),
      behaviourSection(score),
      ...models.map(breakdownSection),
      comparisonSection(score),
      ...models.map(model => worstSection(model, input)),
    ]}`,
    footer: markup`<dl>
${provenance.map(([label, value]) => markup`<dt>${label}</dt><dd><code>${value}</code></dd>\n`)}</dl>`,
    css: REPORT_CSS,
  })
}

const section = (title: string, body: Markup): Markup => markup`<section>
<h2>${title}</h2>
${body}
</section>
`

function figure(drawn: Figure | null, caption: string): Markup | null {
  if (!drawn) return null
  return markup`<figure>
${new Markup(figureSvg(drawn))}<figcaption>${caption}</figcaption>
</figure>
`
}

function scoresSection(score: Score): Markup {
  const { seed, draws, margin } = score.options
  const splits =
    margin === null
      ? 'the dataset’s splits'
      : `splits at a margin of ${Number((100 * margin).toFixed(3))} % of the image height`
  const atChance = score.models.filter(model => chanceKind(model) === 'at-chance').map(model => model.name)
  return section(
    'Scores',
    markup`<p>${score.data.scenes.length} scenes, ${score.data.questions.length} questions; ${splits}. Intervals: 95 %, BCa, ${draws.toLocaleString('en')} bootstrap draws of whole scenes, seed ${String(seed)}.</p>
${atChance.length > 0 && markup`<p><strong>${atChance.join(', ')}: Δ not interpretable: at chance.</strong> v’s interval holds one half and Δ’s holds 0: the answers follow neither depth nor height.</p>`}
${tableHtml(modelTable(score))}${sizeTableHtml(score)}`,
  )
}

function sizeTableHtml(score: Score): Markup | null {
  const table = sizeTable(score)
  return (
    table &&
    markup`<h3>Size series</h3>
${tableHtml(table)}`
  )
}

function gapsSection(score: Score): Markup {
  const caption = `Disc: consistent scenes, diamond: counter scenes, bars: 95 % intervals. ‡ rows: ${PRINTED_SOURCE}, on the paper’s own renderings.`
  return section(
    'Consistent against counter',
    markup`${figure(scoreGaps(score, 'logits', PAGE), caption)}${figure(scoreGaps(score, 'text', PAGE), caption)}`,
  )
}

function heatmapSection(model: ModelScore): Markup | null {
  const drawn = scoreHeatmaps(model, PAGE)
  const caption =
    'Mean probability of the true answer in every cell: blue right, orange wrong, pale at chance. Rows: angle of the farther object; columns: of the nearer one. Lines part the splits; grey lies outside the panel’s split; strips are marginal means; a dot marks cells whose interval holds one half (at least three instances a cell).'
  return drawn && section(`Where ${model.name} fails`, markup`${figure(drawn, caption)}`)
}

function shortcutsSection({ beside, models }: Score): Markup {
  const drawn = beside.flatMap(shortcut => overviewHeatmap(shortcut, THIRD) ?? [])
  const closest = models.flatMap(({ name, closestShortcut }) =>
    closestShortcut ? [`${name} lies nearest to ${closestShortcut.name}`] : [],
  )
  const nearest = closest.length === 0 ? '' : `${closest.join('; ')}. `
  return section(
    'The shortcuts, for comparison',
    markup`<p>${nearest}Radial is right in every scene of the paper’s geometry: v = 1 with Δ = 0 does not prove depth; the suite <code>radial-control</code> takes all three shortcuts away.</p>
<div class="row thirds">${drawn.map(item => markup`<figure>${new Markup(figureSvg(item))}</figure>`)}</div>`,
  )
}

function behaviourSection({ models }: Score): Markup {
  const charts = models.map(
    ({ name, calibration }) =>
      calibration &&
      figure(
        calibrationChart(calibration, `Calibration of ${name}`, HALF),
        `${name}: expected calibration error ${calibration.ece.toFixed(3)}, Brier score ${calibration.brier.toFixed(3)}.`,
      ),
  )
  return section('Answer behaviour', markup`${tableHtml(behaviourTable(models))}<div class="row">${charts}</div>`)
}

function breakdownSection({ name, breakdowns }: ModelScore): Markup | null {
  if (breakdowns.length === 0) return null
  return section(
    `${name} by factor`,
    markup`<p>v with 95 % intervals. Curves: floor + (ceiling − floor) · σ((x − threshold) ÷ width), least squares.</p>
<div class="row">${breakdowns.map(breakdown => breakdownFigure(breakdown, name))}</div>`,
  )
}

function breakdownFigure(breakdown: Breakdown, name: string): Markup | null {
  const title = `${name} by ${breakdown.label.toLowerCase()}`
  const numeric = breakdown.groups.every(group => group.x !== null)
  if (!numeric) return figure(groupChart(breakdown, title, HALF), breakdown.label)
  const fit = breakdown.fits?.v
  const caption = fit
    ? `${breakdown.label}; v from ${fit.floor.toFixed(2)} to ${fit.ceiling.toFixed(2)}, threshold ${fit.threshold.toPrecision(3)}, width ${fit.width.toPrecision(2)}, R² ${fit.r2.toFixed(2)}`
    : breakdown.label
  return figure(curveChart(breakdown, title, HALF), caption)
}

function comparisonSection(score: Score): Markup | null {
  const { models } = score
  if (models.length < 2) return null
  const pairs = models.flatMap((a, i) => models.slice(i + 1).map(b => [a, b] as const)).slice(0, 6)
  const maps = pairs.map(([a, b]) =>
    figure(differenceHeatmap(a, b, HALF), `${a.name} − ${b.name}: blue where the first is better`),
  )
  return section(
    'Models compared',
    markup`${tableHtml(rankTable(score))}<h3>On the same questions</h3>
${tableHtml(pairedTable(score))}<div class="row">${maps}</div>`,
  )
}

function worstSection(model: ModelScore, { imageOf }: ScoreReportInput): Markup | null {
  const worst = worstScenes(model.joined.items, WORST_SCENES)
  return worst.length === 0 ? null : section(`Worst scenes of ${model.name}`, worstScenesHtml(worst, imageOf))
}

const REPORT_CSS = `
.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(24rem,1fr));gap:1rem 1.5rem;align-items:start}
.row figure{margin:0}
.thirds{grid-template-columns:repeat(3,1fr)}
@media(max-width:48rem){.row,.thirds{grid-template-columns:1fr}}
.scenes{display:grid;grid-template-columns:repeat(auto-fill,minmax(13.5rem,1fr));gap:1.2rem}
.scene{break-inside:avoid}
.scene img{display:block;width:100%;height:auto;border-radius:6px;background:var(--sunken)}
.scene p{margin:.4rem 0 .2rem;font-size:.87rem}
.scene ul{list-style:none;margin:0;padding:0;font-size:.78rem;line-height:1.4}
.scene li{border-top:1px solid var(--line);padding:.25rem 0}
.wrong{color:var(--counter-ink);font-weight:600}
.right{color:var(--consistent-ink);font-weight:600}
@media print{.scenes{grid-template-columns:repeat(4,1fr)}}
`
