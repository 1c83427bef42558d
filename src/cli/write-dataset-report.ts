import { join } from 'node:path'
import { archiveMember, type SceneRow } from '../core/dataset.ts'
import type { DatasetManifest } from '../core/manifest.ts'
import type { Split } from '../core/truth.ts'
import { encodePng } from '../formats/png.ts'
import { resample } from '../formats/resample.ts'
import { datasetFiles } from '../node/dataset-files.ts'
import { readScenes } from '../node/dataset-reader.ts'
import { decodePngFile } from '../node/decode-png-file.ts'
import { writeFileAtomic } from '../node/write-file.ts'
import type { SheetCell } from '../report/contact-sheet.ts'
import { sheetLayout } from '../report/contact-sheet.ts'
import { datasetReport } from '../report/dataset-report.ts'

export const REPORT_FILE = 'report.html'

const THUMBNAIL_PX = 72

/** Writes `report.html` of a dataset whose tables and pictures are there. */
export async function writeDatasetReport(folder: string, manifest: DatasetManifest): Promise<void> {
  const first = await firstIndex(folder)
  const layout = sheetLayout(manifest.suite, first, manifest.counts.scenes)
  const shown = new Set(layout.indices)
  const files = datasetFiles(folder)
  const cells = new Map<number, SheetCell>()
  const best = new Map<Split, SceneRow>()
  for await (const row of readScenes(folder)) {
    const split = row.truth.pairs[0]?.split ?? null
    if (split && tellingness(row) > tellingness(best.get(split))) best.set(split, row)
    if (!shown.has(row.index)) continue
    cells.set(row.index, {
      id: row.id,
      split,
      thumbnail: thumbnail(await files.read(row.image)),
      href: archiveMember(row.image) ? null : row.image,
    })
  }
  const rows = [...best.values()].sort((a, b) => a.index - b.index)
  const featured = await Promise.all(rows.map(async row => ({ row, image: dataUri(await files.read(row.image)) })))
  const inOrder = layout.indices.flatMap(index => cells.get(index) ?? [])
  await writeFileAtomic(join(folder, REPORT_FILE), datasetReport({ manifest, layout, cells: inOrder, featured }))
}

async function firstIndex(folder: string): Promise<number> {
  for await (const row of readScenes(folder)) return row.index
  return 0
}

/** Scenes that show their split best: far apart in height, or, when ambiguous, at the same height but apart. */
function tellingness(row: SceneRow | undefined): number {
  const pair = row?.truth.pairs[0]
  if (!pair) return -1
  return pair.split === 'ambiguous' ? Math.abs(pair.deltaXPx) : Math.abs(pair.fartherHigherByPx ?? 0)
}

function thumbnail(png: Uint8Array): string {
  const image = decodePngFile(png)
  if (image.kind !== 'rgb8') return ''
  const scale = THUMBNAIL_PX / Math.max(image.widthPx, image.heightPx)
  const widthPx = Math.max(1, Math.round(image.widthPx * scale))
  const heightPx = Math.max(1, Math.round(image.heightPx * scale))
  return dataUri(encodePng({ kind: 'rgb8', widthPx, heightPx, data: resample(image, widthPx, heightPx) }))
}

const dataUri = (png: Uint8Array): string => `data:image/png;base64,${Buffer.from(png).toString('base64')}`
