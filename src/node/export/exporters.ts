import { tunnelQuestion } from '../../chains/gqa/tunnel-questions.ts'
import { tunnelGraph } from '../../chains/graph/tunnel-graph.ts'
import { SpatialTunnelError } from '../../core/errors.ts'
import { COCO_CATEGORIES, cocoAnnotations, cocoImage, cocoInfo } from '../../formats/coco.ts'
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
import { decodePngFile } from '../decode-png-file.ts'
import type { ExportSource } from './export-source.ts'
import { fillFile, fillFolder, type OutputFolder } from './output-folder.ts'
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

type Exporter = (source: ExportSource, out: string, options: ExportOptions) => Promise<string[]>

const CITATION = `@inproceedings{whyfarlooksup2026,
  title={Why Far Looks Up},
  booktitle={European Conference on Computer Vision (ECCV)},
  year={2026},
  note={arXiv:2605.30161}
}`

/**
 * Every export by its name. `croissant`, `glb`, `probing` and `zip` write one file, the others fill a new folder.
 *
 * @returns the files written, relative to `out`
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
      await eachPicture(source, folder, scene => scene.image)
      const samples = source.entries.flatMap(entry => inspectSamples(entry, entry.scene.image))
      await folder.write('samples.jsonl', jsonLines(samples))
    }),

  hf: (source, out, { layout, rows }) =>
    fillFolder(out, async folder => {
      await folder.write('README.md', hfCard(source.head, layout))
      if (layout === 'parquet') return writeParquetParts(source, folder, rows)
      await eachPicture(source, folder, scene => `${HF_SPLIT}/${scene.id}.png`)
      const metadata = source.entries.map(entry => imageFolderRow(entry, `${entry.scene.id}.png`))
      await folder.write(`${HF_SPLIT}/metadata.jsonl`, jsonLines(metadata))
    }),

  webdataset: (source, out, { maxBytes }) =>
    fillFolder(out, folder => writeShards(source, folder, maxBytes ?? WEBDATASET_MAX_BYTES)),

  coco: (source, out) =>
    fillFolder(out, async folder => {
      await eachPicture(source, folder, scene => scene.image)
      const annotations = []
      for (const entry of source.entries) {
        const { widthPx, heightPx, data } = decodePngFile(await source.mask(entry))
        annotations.push(...cocoAnnotations(entry, { widthPx, heightPx, ids: Uint8Array.from(data) }))
      }
      const images = source.entries.map(cocoImage)
      const coco = { info: cocoInfo(source.head), licenses: [], images, annotations, categories: COCO_CATEGORIES }
      await folder.write('annotations.json', `${JSON.stringify(coco)}\n`)
    }),

  gqa: (source, out) =>
    fillFolder(out, async folder => {
      await eachPicture(source, folder, scene => scene.image)
      const graphs = source.entries.map(({ scene }) => [scene.id, tunnelGraph(scene.scene, scene.truth)] as const)
      await writeObject(folder, 'sceneGraphs.json', graphs)
      const questions = source.entries.flatMap(({ scene, questions }) =>
        questions.map(question => [question.id, tunnelQuestion(question, scene.truth)] as const),
      )
      await writeObject(folder, 'questions.json', questions)
    }),

  probing: async (source, out) => {
    const base64 = async (entry: DatasetEntry) => Buffer.from(await source.picture(entry)).toString('base64')
    let lines = 0
    await fillFile(out, async file => {
      for await (const line of probingLines(source.entries, base64)) {
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
    return ['']
  },

  sft: (source, out, options) => fillFolder(out, folder => writeSft(source, folder, options)),

  croissant: async (source, out) => {
    const [scenes, questions] = source.tables.map(table => ({ ...table, encodingFormat: 'application/jsonlines' }))
    const passes = source.entries[0]?.scene.passes ?? {}
    const folders = { images: 'images', masks: passes.mask ? 'masks' : null, depth: passes.depth ? 'depth' : null }
    const value = croissant({ head: source.head, scenes: scenes!, questions: questions!, folders, citation: CITATION })
    await fillFile(out, file => file.write(`${JSON.stringify(value, null, 2)}\n`))
    return ['']
  },

  glb: async (source, out, { scene: wanted }) => {
    const entry = wanted === null ? source.entries[0] : source.entries.find(({ scene }) => scene.id === wanted)
    if (!entry) {
      const found = wanted ?? 'no scene'
      const expected = `a scene such as ${source.entries[0]?.scene.id}`
      throw new SpatialTunnelError({ code: 'scene-unknown', where: '--scene', found, expected })
    }
    await fillFile(out, file => file.write(sceneGlb(entry.scene.scene, entry.scene.id)))
    return ['']
  },

  zip: async (source, out) => {
    await fillFile(out, file => writeZip(source, file))
    return ['']
  },
} as const satisfies Record<string, Exporter>

export type ExportName = keyof typeof EXPORTERS

async function eachPicture(
  source: ExportSource,
  folder: OutputFolder,
  pathOf: (scene: ExportSource['entries'][number]['scene']) => string,
): Promise<void> {
  for (const entry of source.entries) await folder.write(pathOf(entry.scene), await source.picture(entry))
}

/** One JSON object, an entry a line. */
async function writeObject(
  folder: OutputFolder,
  path: string,
  entries: readonly (readonly [string, unknown])[],
): Promise<void> {
  const lines = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
  await folder.write(path, `{${lines.join(',\n')}}\n`)
}

const jsonLines = (rows: readonly unknown[]): string => rows.map(row => `${JSON.stringify(row)}\n`).join('')
