import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Hex } from '../../core/canonical.ts'
import { passPath, type SceneRow } from '../../core/dataset.ts'
import { SpatialTunnelError } from '../../core/errors.ts'
import type { QuestionRow } from '../../core/questions.ts'
import type { Seed } from '../../core/rng.ts'
import type { DatasetEntry, DatasetHead } from '../../formats/dataset-entry.ts'
import { type DatasetFiles, datasetFiles } from '../dataset-files.ts'
import { type Dataset, readDataset } from '../read-dataset.ts'

/** A dataset folder as exports read it: rows in memory, pictures one at a time. */
export interface ExportSource {
  readonly dir: string
  readonly head: DatasetHead
  /** As `dataset.json` holds it: a `train` suite may be trained on. */
  readonly suite: { readonly role: string; readonly canary: string | null; readonly seed: Seed }
  readonly entries: readonly DatasetEntry[]
  readonly tables: readonly TableFile[]
  /** The RGB picture of an entry, checked against its hash. */
  picture(entry: DatasetEntry): Promise<Uint8Array>
  /** Length of that file in bytes. */
  pictureBytes(entry: DatasetEntry): Promise<number>
  /** The id mask, or a plain error when the pass was not rendered. */
  mask(entry: DatasetEntry): Promise<Uint8Array>
}

export interface TableFile {
  readonly path: string
  readonly sha256: string
  readonly byteLength: number
}

export async function openExportSource(dir: string): Promise<ExportSource> {
  const dataset = await readDataset(dir)
  const tables = await Promise.all(['scenes.jsonl', 'questions.jsonl'].map(path => tableFile(dir, path)))
  const files = datasetFiles(dir)
  const inArchives = dataset.manifest.storage === 'tar'
  const pathOf = ({ id, index, image }: SceneRow): string =>
    inArchives ? passPath(dataset.scenes.length, 'rgb', id, index, 'tar') : image
  return {
    dir,
    head: datasetHead(dataset, sha256Hex(tables.map(table => table.sha256).join(''))),
    suite: suiteOf(dataset),
    entries: datasetEntries(inArchives ? withFilePaths(dataset) : dataset),
    tables,
    picture: ({ scene }) => checkedFile(dir, files, pathOf(scene), scene.imageSha256),
    pictureBytes: ({ scene }) => files.size(pathOf(scene)),
    mask: ({ scene }) => {
      if (scene.passes.mask) return checkedFile(dir, files, scene.passes.mask.path, scene.passes.mask.sha256)
      throw new SpatialTunnelError({
        code: 'pass-missing',
        where: dir,
        found: `no id mask of ${scene.id}`,
        expected: 'the pass `mask`',
        remedy: 'render the dataset with --passes rgb,mask',
      })
    },
  }
}

function datasetHead({ name, manifest, scenes, questions }: Dataset, contentSha256: string): DatasetHead {
  const { title, description } = (manifest.suite ?? {}) as { title?: string; description?: string }
  const { toolVersion } = (manifest.provenance ?? {}) as { toolVersion?: string }
  return {
    name,
    title: title ?? name,
    description: description ?? '',
    contentSha256,
    scenes: scenes.length,
    questions: questions.length,
    toolVersion: toolVersion ?? 'unknown',
    finished: typeof manifest.finishedAt === 'string' ? manifest.finishedAt : new Date(0).toISOString(),
  }
}

function suiteOf({ manifest }: Dataset): ExportSource['suite'] {
  const { role, canary, seed } = (manifest.suite ?? {}) as { role?: string; canary?: string; seed?: Seed }
  return { role: role ?? 'evaluation', canary: canary ?? null, seed: seed ?? 0 }
}

/** Exports write pictures as files: an archive's members get the paths that they would have without it. */
function withFilePaths(dataset: Dataset): Dataset {
  const pathOf = (id: string, index: number): string => passPath(dataset.scenes.length, 'rgb', id, index)
  const images = new Map(dataset.scenes.map(({ id, index }) => [id, pathOf(id, index)]))
  return {
    ...dataset,
    scenes: dataset.scenes.map(scene => ({ ...scene, image: images.get(scene.id)! })),
    questions: dataset.questions.map(question => ({
      ...question,
      image: images.get(question.sceneId) ?? question.image,
    })),
  }
}

/** Scenes with their questions; both files are in suite order. */
function datasetEntries({ dir, scenes, questions }: Dataset): DatasetEntry[] {
  const byScene = new Map<string, { first: number; rows: QuestionRow[] }>()
  for (const [place, question] of questions.entries()) {
    const known = byScene.get(question.sceneId)
    if (!known) byScene.set(question.sceneId, { first: place, rows: [question] })
    else if (known.first + known.rows.length === place) known.rows.push(question)
    else {
      throw new SpatialTunnelError({
        code: 'questions-scattered',
        kind: 'data',
        where: join(dir, `questions.jsonl:${place + 1}`),
        found: `${question.id} apart from its scene’s other questions`,
        expected: 'suite order',
        remedy: 'check the folder with `spatialtunnel validate`',
      })
    }
  }
  return scenes.map(scene => {
    const { first = 0, rows = [] } = byScene.get(scene.id) ?? {}
    return { scene, questions: rows, firstQuestion: first }
  })
}

async function tableFile(dir: string, path: string): Promise<TableFile> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(join(dir, path))) hash.update(chunk as Buffer)
  return { path, sha256: hash.digest('hex'), byteLength: (await stat(join(dir, path))).size }
}

async function checkedFile(dir: string, files: DatasetFiles, path: string, sha256: string): Promise<Uint8Array> {
  const bytes = await files.read(path)
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found === sha256) return bytes
  throw new SpatialTunnelError({
    code: 'file-altered',
    kind: 'data',
    where: join(dir, path),
    found: `SHA-256 ${found.slice(0, 12)}…`,
    expected: `${sha256.slice(0, 12)}…, as it was rendered`,
    remedy: 'check the folder with `spatialtunnel validate`',
  })
}
