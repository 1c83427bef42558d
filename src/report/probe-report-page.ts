import type { ProbeReport, ReportLayer } from '../probe/probe-report.ts'
import { probeSentence } from '../probe/probe-sentence.ts'
import { type Figure, figureSvg } from './figures/figure.ts'
import { PAGE_THEME } from './figures/figure-theme.ts'
import {
  coherenceFigure,
  entanglementFigure,
  type LayerAxis,
  pcaFigure,
  similarityFigure,
} from './figures/probe-figures.ts'
import { Markup, markup } from './markup.ts'
import { reportPage } from './page.ts'
import {
  axisTable,
  entanglementTable,
  fairnessTable,
  farCloseTable,
  layersTable,
  projectionTable,
} from './probe-tables.ts'
import { type Table, tableHtml } from './table.ts'

export interface ProbePageInput {
  readonly report: ProbeReport
  /** Shown at the end: command, hashes, versions. */
  readonly provenance: readonly (readonly [label: string, value: string])[]
  /** Of the curves over layers. */
  readonly xAxis?: LayerAxis
}

const PAGE = { widthPt: 720, fontPt: 9.5, theme: PAGE_THEME }
const HALF = { ...PAGE, widthPt: 345 }

/** The report of one model as one HTML file without scripts. */
export function probeReportPage({ report, provenance, xAxis = 'layer' }: ProbePageInput): string {
  const chosen = report.layers.find(layer => layer.layer === report.choice.chosen)
  return reportPage({
    title: `Inside ${report.model}`,
    kind: 'SpatialTunnel · probe',
    lede: [probeSentence(report), ...angleSentence(chosen)],
    body: markup`${warnings(report)}${byLayer(report, xAxis)}${chosen && chosenLayer(report, chosen)}${everyLayer(report)}${methods(report)}`,
    footer: markup`<dl>
${provenance.map(([label, value]) => markup`<dt>${label}</dt><dd><code>${value}</code></dd>\n`)}</dl>`,
    css: PROBE_CSS,
  })
}

function angleSentence(layer: ReportLayer | undefined): string[] {
  if (layer?.angleVdDeg === null || layer === undefined) return []
  const share = Math.cos((layer.angleVdDeg * Math.PI) / 180) ** 2
  return [
    `The mean vertical and the mean distance direction stand at ${layer.angleVdDeg.toFixed(1)}°: ${(100 * share).toFixed(0)} % of the distance direction’s square lies along the vertical one.`,
  ]
}

export const probeSection = (title: string, body: Markup): Markup => markup`<section>
<h2>${title}</h2>
${body}
</section>
`

export function probeFigure(drawn: Figure | null, caption: string): Markup | null {
  return (
    drawn &&
    markup`<figure>
${new Markup(figureSvg(drawn))}<figcaption>${caption}</figcaption>
</figure>
`
  )
}

const table = (content: Table | null): Markup | null =>
  content &&
  markup`<h3>${content.caption}</h3>
${tableHtml(content)}`

function warnings({ warnings: list }: ProbeReport): Markup | null {
  return list.length === 0
    ? null
    : probeSection('Warnings', markup`<ul>${list.map(text => markup`<li>${text}</li>`)}</ul>`)
}

function byLayer(report: ProbeReport, xAxis: LayerAxis): Markup {
  const { plateaus, candidates, chosen, vdEiSpread } = report.choice
  const spread = vdEiSpread
    ? ` Around it, two layers to each side, VD-EI runs from ${vdEiSpread.map(value => value.toFixed(3).replace('-', '−')).join(' to ')}.`
    : ''
  const list = (layers: readonly number[]): string => layers.join(', ') || 'none'
  return probeSection(
    'By layer',
    markup`${probeFigure(coherenceFigure(report, PAGE, { xAxis }), 'Coloured bands: 95 % bootstrap intervals over pairs. Grey: the middle 95 % of what random signs give, the widest of the three axes.')}
${probeFigure(entanglementFigure(report, PAGE, { xAxis }), 'Diamonds: VD-EI as measured, dashed by the released code’s definition; discs: freed of the shortening by noise, with its 95 % bootstrap interval, where vertical and distance are above chance. Grey: the middle 95 % under shuffled categories.')}
<p>Plateaus (at least 85 % of an axis’s peak): horizontal ${list(plateaus.horizontal)}; vertical ${list(plateaus.vertical)}; distance ${list(plateaus.distance)}. ${tooDeep(report)} Candidates, best first: ${list(candidates)}; chosen: ${chosen ?? 'none'}.${spread}</p>`,
  )
}

/** The released tool's rule, in words, and which layers of this file it concerns. */
function tooDeep({ choice: { deepest }, layers, totalLayers }: ProbeReport): string {
  const deep = layers.map(({ layer }) => layer).filter(layer => layer > deepest)
  const which =
    deep.length === 0 ? 'no layer of this file is' : `${deep.join(', ')} ${deep.length === 1 ? 'is' : 'are'} left out`
  return `Too deep to be chosen, in the last 7 % of ${totalLayers} layers: ${which}.`
}

function chosenLayer(report: ProbeReport, layer: ReportLayer): Markup {
  const pca = pcaFigure(report, layer, HALF)
  return markup`${probeSection(
    `Layer ${layer.layer}`,
    markup`${table(axisTable(layer))}${table(entanglementTable(layer))}
<div class="row">${probeFigure(similarityFigure(report, layer, HALF), 'Cosines of the categories’ mean Δ. Outlined: the four that VD-EI reads.')}
${probeFigure(pca, 'Filled: left, above, far; hollow: right, below, close. Distances in two components hide the rest: read the angle above, not this picture.')}</div>`,
  )}${probeSection('Fair to the model', table(fairnessTable(layer))!)}${
    layer.projections.length > 0 &&
    probeSection(
      'Does the distance read-out live in the vertical direction?',
      markup`<p>A hint, not a proof: directions are taken out of the difference vectors, not out of the running model. <code>directions.safetensors</code> holds them for that experiment.</p>
${table(projectionTable(layer))}${table(farCloseTable(layer))}`,
    )
  }`
}

const everyLayer = (report: ProbeReport): Markup => probeSection('Every layer', tableHtml(layersTable(report)))

function methods({ options, pairs, source }: ProbeReport): Markup {
  const { draws, nullDraws, splits, seed } = options
  return probeSection(
    'How this was measured',
    markup`<p>${pairs.length} pairs from <code>${source}</code>; a pair is one image and two questions with the objects swapped, Δ = h(swapped) − h(original), and vectors of the opposite category are negated.</p>
<p>Coherence: mean cosine over all pairs of different vectors of an axis. Intervals: 95 %, basic bootstrap, ${draws} draws of pairs within categories; a drawn vector never meets its own copy. Chance: ${nullDraws} draws of random signs (coherence) or of categories shuffled within both axes (entanglement); p = (1 + as large) / (1 + draws), two-sided for entanglement, adjusted by Holm over the six tests of a layer, not over layers: the layer was chosen for its coherence, so its p-values are on the small side. Split-half: cosine of two random halves’ directions, mean of ${splits}. Seed ${String(seed)}.</p>`,
  )
}

const PROBE_CSS = `
.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(24rem,1fr));gap:1rem 1.5rem;align-items:start}
@media(max-width:48rem){.row{grid-template-columns:1fr}}
`
