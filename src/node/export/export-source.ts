import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Hex } from '../../core/canonical.ts'
import { passPath, QUESTIONS_FILE, SCENES_FILE, type SceneRow } from '../../core/dataset.ts'
import { SpatialTunnelError } from '../../core/errors.ts'
import type { DatasetManifest } from '../../core/manifest.ts'
import type { Seed } from '../../core/rng.ts'
import type { DatasetEntry, DatasetHead } from '../../formats/dataset-entry.ts'
import { datasetEntries } from '../dataset-entries.ts'
import { type DatasetFiles, datasetFiles } from '../dataset-files.ts'
import { readManifest } from '../dataset-reader.ts'

/** A dataset folder as exports read it: rows and pictures one at a time, so that memory does not grow with it. */
export interface ExportSource {
  readonly dir: string
  readonly head: DatasetHead
  /** As `dataset.json` holds it: a `train` suite may be trained on. */
  readonly suite: { readonly role: string; readonly canary: string | null; readonly seed: Seed }
  /** Scenes with their questions in suite order, read anew at every call. */
  entries(): AsyncIterable<DatasetEntry>
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

/**
 * @throws SpatialTunnelError as `readManifest`; `file-altered` for a table that is not what `dataset.json` says
 */
export async function openExportSource(dir: string): Promise<ExportSource> {
  const manifest = await readManifest(dir)
  const tables = await Promise.all(
    ([SCENES_FILE, QUESTIONS_FILE] as const).map(path => tableFile(dir, path, manifest.files[path].sha256)),
  )
  const files = datasetFiles(dir)
  const scenes = manifest.counts.scenes
  const inArchives = manifest.storage === 'tar'
  const pathOf = ({ id, index, image }: SceneRow): string =>
    inArchives ? passPath(scenes, 'rgb', id, index, 'tar') : image
  return {
    dir,
    head: datasetHead(manifest, sha256Hex(tables.map(table => table.sha256).join(''))),
    suite: suiteOf(manifest),
    entries: () => (inArchives ? withFilePaths(datasetEntries(dir), scenes) : datasetEntries(dir)),
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

function datasetHead({ suite, counts, provenance, finishedAt }: DatasetManifest, contentSha256: string): DatasetHead {
  const { name, title, description } = suite as { name: string; title?: string; description?: string }
  return {
    name,
    title: title ?? name,
    description: description ?? '',
    contentSha256,
    scenes: counts.scenes,
    questions: counts.questions,
    toolVersion: provenance.toolVersion,
    finished: finishedAt,
  }
}

function suiteOf({ suite }: DatasetManifest): ExportSource['suite'] {
  const { role, canary, seed } = suite as { role?: string; canary?: string; seed: Seed }
  return { role: role ?? 'evaluation', canary: canary ?? null, seed }
}

/** Exports write pictures as files: an archive's members get the paths that they would have without it. */
async function* withFilePaths(entries: AsyncIterable<DatasetEntry>, scenes: number): AsyncGenerator<DatasetEntry> {
  for await (const { scene, questions, firstQuestion } of entries) {
    const image = passPath(scenes, 'rgb', scene.id, scene.index)
    yield {
      scene: { ...scene, image },
      questions: questions.map(question => ({ ...question, image })),
      firstQuestion,
    }
  }
}

async function tableFile(dir: string, path: string, expected: string): Promise<TableFile> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(join(dir, path))) hash.update(chunk as Buffer)
  const sha256 = hash.digest('hex')
  if (sha256 !== expected) throw altered(join(dir, path), sha256, expected)
  return { path, sha256, byteLength: (await stat(join(dir, path))).size }
}

async function checkedFile(dir: string, files: DatasetFiles, path: string, sha256: string): Promise<Uint8Array> {
  const bytes = await files.read(path)
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found === sha256) return bytes
  throw altered(join(dir, path), found, sha256)
}

const altered = (where: string, found: string, expected: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'file-altered',
    kind: 'data',
    where,
    found: `SHA-256 ${found.slice(0, 12)}…`,
    expected: `${expected.slice(0, 12)}…, as it was rendered`,
    remedy: 'check the folder with `spatialtunnel validate`',
  })
