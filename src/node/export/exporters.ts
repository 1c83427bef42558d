import { pictureName } from '../../core/dataset.ts'
import { SpatialTunnelError } from '../../core/errors.ts'
import { croissant } from '../../formats/croissant.ts'
import type { DatasetEntry } from '../../formats/dataset-entry.ts'
import { sceneGlb } from '../../formats/gltf.ts'
import { HF_SPLIT, type HfLayout, hfCard, imageFolderRow } from '../../formats/hugging-face.ts'
import { inspectSamples } from '../../formats/inspect.ts'
import { lmmsTaskName, lmmsTaskYaml, lmmsUtils } from '../../formats/lmms-eval.ts'
import { probingLines } from '../../formats/probing-dataset.ts'
import type { TableKind } from '../../formats/question-table.ts'
import { VLMEVALKIT_MAX_BYTES } from '../../formats/vlmevalkit.ts'
import { WEBDATASET_MAX_BYTES } from '../../formats/webdataset.ts'
import type { ExportSource } from './export-source.ts'
import { fillFile, fillFolder, type WrittenFiles } from './output-folder.ts'
import { writeCoco } from './write-coco.ts'
import { writeGqa } from './write-gqa.ts'
import { writeParquetParts } from './write-parquet.ts'
import { writeSft } from './write-sft.ts'
import { writeShards } from './write-shards.ts'
import { writeVlmevalkit } from './write-vlmevalkit.ts'
import { writeZip } from './write-zip.ts'

export interface ExportOptions {
  /** `hf`: Parquet, or pictures as files beside their metadata. */
  readonly layout: HfLayout
  /** `hf`: a row a question or a row a scene. */
  readonly rows: TableKind
  /** `glb`: the scene; null = the first. */
  readonly scene: string | null
  /** Largest part or shard, bytes. */
  readonly maxBytes: number | null
  /** `sft`: generated questions with a chain, a scene. */
  readonly chains: number
  /** `sft`: an older training set to mix in, and its share of the result. */
  readonly replay: string | null
  readonly ratio: number
}

export const EXPORT_DEFAULTS: ExportOptions = {
  layout: 'parquet',
  rows: 'question',
  scene: null,
  maxBytes: null,
  chains: 2,
  replay: null,
  ratio: 0.2,
}

type Exporter = (source: ExportSource, out: string, options: ExportOptions) => Promise<WrittenFiles>

const CITATION = `@inproceedings{whyfarlooksup2026,
  title={Why Far Looks Up},
  booktitle={European Conference on Computer Vision (ECCV)},
  year={2026},
  note={arXiv:2605.30161}
}`

/**
 * Every export by its name. `croissant`, `glb`, `probing` and `zip` write one file, the others fill a new folder.
 */
export const EXPORTERS = {
  vlmevalkit: (source, out, { maxBytes }) =>
    fillFolder(out, folder => writeVlmevalkit(source, folder, maxBytes ?? VLMEVALKIT_MAX_BYTES)),

  'lmms-eval': (source, out) =>
    fillFolder(out, async folder => {
      await folder.write(`${lmmsTaskName(source.head)}.yaml`, lmmsTaskYaml(source.head))
      await folder.write('utils.py', lmmsUtils())
      await writeParquetParts(source, folder, 'question')
    }),

  inspect: (source, out) =>
    fillFolder(out, async folder => {
      const samples = await folder.stream('samples.jsonl')
      for await (const entry of source.entries()) {
        await folder.write(entry.scene.image, await source.picture(entry))
        for (const sample of inspectSamples(entry, entry.scene.image)) await samples.write(jsonLine(sample))
      }
      await samples.close()
    }),

  hf: (source, out, { layout, rows }) =>
    fillFolder(out, async folder => {
      await folder.write('README.md', hfCard(source.head, layout))
      if (layout === 'parquet') return writeParquetParts(source, folder, rows)
      const metadata = await folder.stream(`${HF_SPLIT}/metadata.jsonl`)
      for await (const entry of source.entries()) {
        // The table lies beside the pictures, and no folder holds more than 10,000 files.
        const name = pictureName(source.head.scenes + 1, entry.scene.id, entry.scene.index)
        await folder.write(`${HF_SPLIT}/${name}`, await source.picture(entry))
        await metadata.write(jsonLine(imageFolderRow(entry, name)))
      }
      await metadata.close()
    }),

  webdataset: (source, out, { maxBytes }) =>
    fillFolder(out, folder => writeShards(source, folder, maxBytes ?? WEBDATASET_MAX_BYTES)),

  coco: (source, out) => fillFolder(out, folder => writeCoco(source, folder)),

  gqa: (source, out) => fillFolder(out, folder => writeGqa(source, folder)),

  probing: async (source, out) => {
    const base64 = async (entry: DatasetEntry) => Buffer.from(await source.picture(entry)).toString('base64')
    let lines = 0
    return fillFile(out, async file => {
      for await (const line of probingLines(source.entries(), base64)) {
        await file.write(line)
        lines++
      }
      if (lines > 1) return
      throw new SpatialTunnelError({
        code: 'no-pairs',
        where: source.dir,
        found: 'no contrastive pairs',
        expected: 'a dataset with contrastive questions',
        remedy: 'render scenes/contrastive.json',
      })
    })
  },

  sft: (source, out, options) => fillFolder(out, folder => writeSft(source, folder, options)),

  croissant: async (source, out) => {
    const [scenes, questions] = source.tables.map(table => ({ ...table, encodingFormat: 'application/jsonlines' }))
    const passes = (await firstEntry(source))?.scene.passes ?? {}
    const folders = { images: 'images', masks: passes.mask ? 'masks' : null, depth: passes.depth ? 'depth' : null }
    const value = croissant({ head: source.head, scenes: scenes!, questions: questions!, folders, citation: CITATION })
    return fillFile(out, file => file.write(`${JSON.stringify(value, null, 2)}\n`))
  },

  glb: async (source, out, { scene: wanted }) => {
    const entry = await firstEntry(source, ({ scene: { id } }) => wanted === null || id === wanted)
    if (!entry) {
      const found = wanted ?? 'no scene'
      const expected = `a scene such as ${(await firstEntry(source))?.scene.id}`
      throw new SpatialTunnelError({ code: 'scene-unknown', where: '--scene', found, expected })
    }
    return fillFile(out, file => file.write(sceneGlb(entry.scene.scene, entry.scene.id)))
  },

  zip: (source, out) => fillFile(out, file => writeZip(source, file)),
} as const satisfies Record<string, Exporter>

export type ExportName = keyof typeof EXPORTERS

async function firstEntry(
  source: ExportSource,
  matches: (entry: DatasetEntry) => boolean = () => true,
): Promise<DatasetEntry | null> {
  for await (const entry of source.entries()) if (matches(entry)) return entry
  return null
}

const jsonLine = (row: unknown): string => `${JSON.stringify(row)}\n`
