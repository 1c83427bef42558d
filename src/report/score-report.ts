import type { Breakdown } from '../evaluate/breakdown.ts'
import { depthSentence } from '../evaluate/depth-verdict.ts'
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
import { answerTable, behaviourTable, modelTable, pairedTable, rankTable, sizeTable } from './score-tables.ts'
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
 * The report of `score` as one HTML file without scripts. Its first screen answers "does the model see depth?" with a
 * sentence, a figure and a table; everything else is folded away below, with a table of contents.
 */
export function scoreReport(input: ScoreReportInput): string {
  const { score, provenance } = input
  const { models } = score
  const parts = [
    scoresPart(score),
    gapsPart(score),
    ...models.map(model => modelPart(model, input)),
    shortcutsPart(score),
    behaviourPart(score),
    comparisonPart(score),
  ].filter(part => part !== null)
  const [only] = models
  return reportPage({
    title: `${models.map(model => model.name).join(', ')} on ${score.data.name}`,
    heading: only && models.length === 1 ? `Does ${only.name} see depth?` : 'Do these models see depth?',
    kind: `SpatialTunnel · score on ${score.data.name}`,
    lede: [depthSentence(models)],
    body: markup`${answer(score)}<nav class="contents" aria-label="Contents">${parts.map(({ id, title }) => markup`<a href="#${id}">${title}</a>`)}</nav>
${parts.map(partHtml)}`,
    footer: markup`<dl>
${provenance.map(([label, value]) => markup`<dt>${label}</dt><dd><code>${value}</code></dd>\n`)}</dl>`,
    css: REPORT_CSS,
  })
}

/** The figure and the table of the first screen. */
function answer(score: Score): Markup {
  const figures = (['logits', 'text'] as const).map(protocol => scoreGaps(score, protocol, HALF, false))
  return markup`<section class="answer">
<div>${figures.map(drawn => drawn && markup`<figure>${new Markup(figureSvg(drawn))}</figure>`)}</div>
<div>${tableHtml(answerTable(score))}</div>
</section>
`
}

/** What is folded away under a title. */
interface Part {
  readonly id: string
  readonly title: string
  /** What is in it, in a few words. */
  readonly hint: string
  readonly body: Markup
}

/** The link of the contents opens it: its target lies inside. */
const partHtml = ({ id, title, hint, body }: Part): Markup => markup`<details class="part">
<summary><h2>${title}</h2><span>${hint}</span></summary>
<div id="${id}">
${body}
</div>
</details>
`

function figure(drawn: Figure | null, caption: string): Markup | null {
  if (!drawn) return null
  return markup`<figure>
${new Markup(figureSvg(drawn))}<figcaption>${caption}</figcaption>
</figure>
`
}

function scoresPart(score: Score): Part {
  const { seed, draws, margin } = score.options
  const splits =
    margin === null
      ? 'the dataset’s splits'
      : `splits at a margin of ${Number((100 * margin).toFixed(3))} % of the image height`
  const atChance = score.models.filter(model => chanceKind(model) === 'at-chance').map(model => model.name)
  return {
    id: 'scores',
    title: 'Every score',
    hint: 'accuracies, printed models, intervals',
    body: markup`<ul class="openings">${score.models.map(model => markup`<li>${openingSentence(model)}</li>\n`)}</ul>
<p>${score.data.scenes.length} scenes, ${score.data.questions.length} questions; ${splits}. Intervals: 95 %, BCa, ${draws.toLocaleString('en')} bootstrap draws of whole scenes, seed ${String(seed)}.</p>
${atChance.length > 0 && markup`<p><strong>${atChance.join(', ')}: Δ not interpretable: at chance.</strong> v’s interval holds one half and Δ’s holds 0: the answers follow neither depth nor height.</p>`}
${tableHtml(modelTable(score))}${sizeTableHtml(score)}`,
  }
}

function sizeTableHtml(score: Score): Markup | null {
  const table = sizeTable(score)
  return (
    table &&
    markup`<h3>Size series</h3>
${tableHtml(table)}`
  )
}

function gapsPart(score: Score): Part {
  const caption = `Disc: consistent scenes, diamond: counter scenes, bars: 95 % intervals. ‡ rows: ${PRINTED_SOURCE}, on the paper’s own renderings.`
  return {
    id: 'printed',
    title: 'Beside the printed models',
    hint: 'consistent against counter scenes',
    body: markup`${figure(scoreGaps(score, 'logits', PAGE), caption)}${figure(scoreGaps(score, 'text', PAGE), caption)}`,
  }
}

/** Everything about one model: where it fails, on what it depends, its worst scenes. */
function modelPart(model: ModelScore, input: ScoreReportInput): Part {
  return {
    id: `model-${input.score.models.indexOf(model) + 1}`,
    title: `Where ${model.name} fails`,
    hint: [model.cells && 'heatmaps', model.breakdowns.length > 0 && 'factors', 'worst scenes']
      .filter(Boolean)
      .join(', '),
    body: markup`${heatmaps(model)}${breakdowns(model)}${worst(model, input)}`,
  }
}

function heatmaps(model: ModelScore): Markup | null {
  const caption =
    'Mean probability of the true answer in every cell: blue right, orange wrong, pale at chance. Rows: angle of the farther object; columns: of the nearer one. Lines part the splits; grey lies outside the panel’s split; strips are marginal means; a dot marks cells whose interval holds one half (at least three instances a cell).'
  return figure(scoreHeatmaps(model, PAGE), caption)
}

function shortcutsPart({ beside, models }: Score): Part | null {
  if (beside.length === 0) return null
  const drawn = beside.flatMap(shortcut => overviewHeatmap(shortcut, THIRD) ?? [])
  const closest = models.flatMap(({ name, closestShortcut }) =>
    closestShortcut ? [`${name} lies nearest to ${closestShortcut.name}`] : [],
  )
  const nearest = closest.length === 0 ? '' : `${closest.join('; ')}. `
  return {
    id: 'shortcuts',
    title: 'The shortcuts, for comparison',
    hint: 'what a guesser by height, size or centre scores',
    body: markup`<p>${nearest}Radial is right in every scene of the paper’s geometry: v = 1 with Δ = 0 does not prove depth; the suite <code>radial-control</code> takes all three shortcuts away.</p>
<div class="row thirds">${drawn.map(item => markup`<figure>${new Markup(figureSvg(item))}</figure>`)}</div>`,
  }
}

function behaviourPart({ models }: Score): Part {
  const charts = models.map(
    ({ name, calibration }) =>
      calibration &&
      figure(
        calibrationChart(calibration, `Calibration of ${name}`, HALF),
        `${name}: expected calibration error ${calibration.ece.toFixed(3)}, Brier score ${calibration.brier.toFixed(3)}.`,
      ),
  )
  return {
    id: 'behaviour',
    title: 'How they answer',
    hint: 'Yes rate, swapped questions, calibration',
    body: markup`${tableHtml(behaviourTable(models))}<div class="row">${charts}</div>`,
  }
}

function breakdowns({ name, breakdowns: all }: ModelScore): Markup | null {
  if (all.length === 0) return null
  return markup`<h3>By factor</h3>
<p>v with 95 % intervals. Curves: floor + (ceiling − floor) · σ((x − threshold) ÷ width), least squares.</p>
<div class="row">${all.map(breakdown => breakdownFigure(breakdown, name))}</div>
`
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

function comparisonPart(score: Score): Part | null {
  const { models } = score
  if (models.length < 2) return null
  const pairs = models.flatMap((a, i) => models.slice(i + 1).map(b => [a, b] as const)).slice(0, 6)
  const maps = pairs.map(([a, b]) =>
    figure(differenceHeatmap(a, b, HALF), `${a.name} − ${b.name}: blue where the first is better`),
  )
  return {
    id: 'compared',
    title: 'Models compared',
    hint: 'ranks, the same questions, difference heatmaps',
    body: markup`${tableHtml(rankTable(score))}<h3>On the same questions</h3>
${tableHtml(pairedTable(score))}<div class="row">${maps}</div>`,
  }
}

function worst(model: ModelScore, { imageOf }: ScoreReportInput): Markup | null {
  const scenes = worstScenes(model.joined.items, WORST_SCENES)
  return scenes.length === 0
    ? markup`<p>No scene went more wrong than right.</p>`
    : markup`<h3>Worst scenes</h3>
${worstScenesHtml(scenes, imageOf)}`
}

const REPORT_CSS = `
header{margin-bottom:1.2rem}
h1{margin-bottom:.4em}
.answer{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1rem 2rem;align-items:start}
.answer figure{margin:0 0 1rem}
.openings{margin:0 0 1rem;padding-left:1.1rem}
.openings li{margin:.3rem 0;max-width:52rem}
@media(max-width:60rem){.answer{grid-template-columns:minmax(0,1fr)}}
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
