import type { SceneRow } from '../core/dataset.ts'
import type { DatasetManifest } from '../core/manifest.ts'
import type { Split } from '../core/truth.ts'
import { ANNOTATED_CSS, annotatedScene } from './annotated-scene.ts'
import { contactSheet, SHEET_CSS, type SheetCell, type SheetLayout } from './contact-sheet.ts'
import { type Markup, markup } from './markup.ts'
import { reportPage } from './page.ts'
import { splitSign } from './split-sign.ts'

export interface DatasetReportInput {
  readonly manifest: DatasetManifest
  readonly layout: SheetLayout
  readonly cells: readonly SheetCell[]
  /** A few scenes that are shown large, with their truth drawn on. */
  readonly featured: ReadonlyArray<{ readonly row: SceneRow; readonly image: string }>
}

/** The report of a dataset as one HTML file: the sheet of all scenes, counts, scenes with their truth, provenance. */
export function datasetReport({ manifest, layout, cells, featured }: DatasetReportInput): string {
  const { suite, counts } = manifest
  const title = typeof suite.title === 'string' && suite.title !== '' ? suite.title : suite.name
  const part = manifest.shard ? ` (shard ${manifest.shard.index} of ${manifest.shard.count})` : ''
  return reportPage({
    kind: `Dataset ${suite.name}${part}`,
    title,
    lede: [
      `${number(counts.scenes)} scenes and ${number(counts.questions)} questions, each with a ground truth that holds to the pixel.`,
      ...(typeof suite.description === 'string' && suite.description !== '' ? [suite.description] : []),
    ],
    css: DATASET_CSS + SHEET_CSS + ANNOTATED_CSS,
    body: markup`<section>
<h2>Does “higher in the image” mean “farther away”?</h2>
<p>In <span class="consistent">${splitSign('consistent')} consistent</span> scenes the farther object is higher in the image, as on a plain; in <span class="counter">${splitSign('counter')} counter</span> scenes it is lower; in <span class="ambiguous">${splitSign('ambiguous')} ambiguous</span> ones both are about equally high.</p>
${splitBar(counts.splits)}
</section>
<section>
<h2>${layout.axes ? 'Every cell of the grid' : 'Scenes'}</h2>
<p class="note">${sheetNote(manifest, layout, cells.length)}</p>
${contactSheet(layout, cells)}
</section>
<section>
<h2>Truth, drawn on</h2>
<p class="note">Boxes and centres are analytic: computed from the scene, then held against the rendered pixels. The dashed line is the horizon, the ring the vanishing point.</p>
<div class="annotated">${featured.map(({ row, image }) => annotatedScene(row, image))}</div>
</section>`,
    footer: provenance(manifest),
  })
}

const DATASET_CSS = `
.splits{display:flex;height:2.4rem;border-radius:6px;overflow:hidden;margin:.8rem 0 .5rem;gap:2px}
.splits div{min-width:0}
.splits .s-consistent{background:var(--consistent)}
.splits .s-counter{background:var(--counter)}
.splits .s-ambiguous{background:var(--ambiguous)}
.split-counts{display:flex;flex-wrap:wrap;gap:.3rem 1.8rem;list-style:none;padding:0;margin:0;font-variant-numeric:tabular-nums}
.sign{width:.8em;height:.8em}
.split-counts b{font-size:1.25rem}
@media print{.splits div{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`

const SPLITS: readonly Split[] = ['consistent', 'counter', 'ambiguous']

function splitBar(splits: Readonly<Record<Split, number>>): Markup {
  const total = SPLITS.reduce((sum, split) => sum + splits[split], 0)
  const share = (split: Split): string => (total === 0 ? '0' : ((100 * splits[split]) / total).toFixed(1))
  return markup`<div class="splits" role="img" aria-label="${SPLITS.map(split => `${splits[split]} ${split}`).join(', ')}">${SPLITS.map(split => markup`<div class="s-${split}" style="flex:${splits[split]}"></div>`)}</div>
<ul class="split-counts">${SPLITS.map(split => markup`<li class="${split}">${splitSign(split)} <b>${number(splits[split])}</b> ${split} (${share(split)} %)</li>`)}</ul>`
}

function sheetNote(manifest: DatasetManifest, { axes }: SheetLayout, shown: number): string {
  const open = 'A picture opens its file beside this report.'
  if (axes) return `Rows: ${axes.row.name}, the farther object. Columns: ${axes.column.name}. ${open}`
  const { scenes } = manifest.counts
  return shown < scenes ? `${shown} of ${number(scenes)}, evenly spaced. ${open}` : open
}

function provenance(manifest: DatasetManifest): Markup {
  const { gl, browser, cpuModel, platform, toolVersion } = manifest.provenance
  const rows: ReadonlyArray<readonly [string, string]> = [
    ['Suite', `${manifest.suite.name}, seed ${manifest.seed}, SHA-256 ${manifest.suiteSha256}`],
    ['scenes.jsonl', `SHA-256 ${manifest.files['scenes.jsonl'].sha256}`],
    ['questions.jsonl', `SHA-256 ${manifest.files['questions.jsonl'].sha256}`],
    ['Passes', manifest.passes.join(', ')],
    ['Drawn by', `${gl.renderer} (${gl.name}), Chromium ${browser.version}`],
    ['On', `${cpuModel}, ${platform}`],
    ['With', `SpatialTunnel ${toolVersion}`],
    ['Begun, finished', `${manifest.startedAt}, ${manifest.finishedAt}`],
  ]
  return markup`<dl>${rows.map(([name, value]) => markup`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>`
}

const number = (value: number): string => value.toLocaleString('en')
