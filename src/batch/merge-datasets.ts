import { join } from 'node:path'
import { archiveMember, archivePath, groupOf, PASSES, type PassFile, type SceneRow } from '../core/dataset.ts'
import type { DatasetRows } from '../core/dataset-rows.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { DatasetManifest } from '../core/manifest.ts'
import { questionsOf } from '../core/questions.ts'
import { parseSuite, suiteSize } from '../core/suite.ts'
import { allDone } from '../node/all-done.ts'
import { type DatasetFiles, datasetFiles } from '../node/dataset-files.ts'
import { readManifest, readScenes } from '../node/dataset-reader.ts'
import { writeFileAtomic } from '../node/write-file.ts'
import { type TarMember, writeTar } from '../node/write-tar.ts'
import { finishDataset } from './finish-dataset.ts'
import { enterRunFolder, markMerging } from './run-folder.ts'
import { assertSameProvenance } from './same-run.ts'
import { sha256Of } from './sha256.ts'

interface Part {
  readonly folder: string
  readonly manifest: DatasetManifest
  readonly firstIndex: number
  readonly files: DatasetFiles
}

/**
 * Puts the shards of a suite together: every file is copied and held against its checksum, and the result is what one
 * run without shards writes.
 *
 * @throws SpatialTunnelError `merge-other-run`, `gl-differs` and kin, `merge-overlap`, `merge-incomplete`,
 *   `file-changed`; `out-not-empty`
 */
export async function mergeDatasets(
  folders: readonly string[],
  out: string,
  beforeLast: (folder: string, manifest: DatasetManifest) => Promise<void> = async () => {},
): Promise<DatasetManifest> {
  const parts = await readParts(folders)
  const { manifest } = parts[0]!
  const suite = parseSuite(manifest.suite)
  assertWhole(parts, manifest.limit ?? suiteSize(suite))
  const folder = await enterRunFolder(out, 'merge')
  // What a run that was killed at its very end left beside its dataset goes, too.
  let finished = folder.holdsDataset
  try {
    if (folder.holdsDataset) throw notEmpty(out)
    await markMerging(out)
    async function* rows(): AsyncGenerator<DatasetRows> {
      for await (const scene of copiedScenes(parts, out)) {
        const { id, index, image, truth } = scene
        yield { scene, questions: questionsOf({ sceneId: id, index, image, truth }, suite.questions) }
      }
    }
    const { suiteSha256, limit, passes, storage, provenance } = manifest
    const times = (pick: 'startedAt' | 'finishedAt'): string[] => parts.map(part => part.manifest[pick]).sort()
    const merged = await finishDataset(
      out,
      {
        suite,
        suiteSha256,
        shard: null,
        limit,
        passes,
        storage,
        provenance,
        startedAt: times('startedAt')[0]!,
        finishedAt: times('finishedAt').at(-1)!,
      },
      rows(),
      written => beforeLast(out, written),
    )
    finished = true
    return merged
  } finally {
    await folder.release(finished)
  }
}

async function readParts(folders: readonly string[]): Promise<Part[]> {
  const parts: Part[] = []
  for (const folder of folders) {
    const manifest = await readManifest(folder)
    const first = parts[0]
    if (first) {
      const same = (['suiteSha256', 'limit', 'storage'] as const).find(key => manifest[key] !== first.manifest[key])
      if (same || manifest.passes.join() !== first.manifest.passes.join()) throw otherRun(folder, manifest, first)
      assertSameProvenance(folder, manifest.provenance, first.manifest.provenance)
    }
    const { value: row } = await readScenes(folder).next()
    parts.push({ folder, manifest, firstIndex: row?.index ?? Number.POSITIVE_INFINITY, files: datasetFiles(folder) })
  }
  return parts.sort((a, b) => a.firstIndex - b.firstIndex)
}

/** Parts are runs of consecutive scenes; together they have to be all of them, once. */
function assertWhole(parts: readonly Part[], total: number): void {
  let next = 0
  for (const { folder, manifest, firstIndex } of parts) {
    if (manifest.counts.scenes === 0) continue
    if (firstIndex !== next) {
      throw new SpatialTunnelError({
        code: firstIndex < next ? 'merge-overlap' : 'merge-incomplete',
        where: folder,
        found: `scene ${firstIndex} first`,
        expected: `scene ${next}`,
        remedy: firstIndex < next ? 'name every shard once' : 'render and name the shard that is missing',
      })
    }
    next += manifest.counts.scenes
  }
  if (next === total) return
  throw new SpatialTunnelError({
    code: 'merge-incomplete',
    where: parts.at(-1)!.folder,
    found: `scenes up to ${next}`,
    expected: `all ${total}`,
    remedy: 'render and name the shard that is missing',
  })
}

/** A scene of a part, and where its pictures are read. */
interface PartScene {
  readonly part: Part
  readonly row: SceneRow
}

/** All parts' scenes in suite order, each once its pictures lie in `out`. */
async function* copiedScenes(parts: readonly Part[], out: string): AsyncGenerator<SceneRow> {
  for await (const group of groups(parts)) {
    if (parts[0]!.manifest.storage === 'tar') {
      await writeTar(join(out, archivePath(groupOf(group[0]!.row.index))), members(group))
    }
    for (const { part, row } of group) {
      if (part.manifest.storage === 'files') await copyFiles(part, out, row)
      yield row
    }
  }
}

/** Scenes by the group that shares an archive: one may lie in two parts. */
async function* groups(parts: readonly Part[]): AsyncGenerator<PartScene[]> {
  let group: PartScene[] = []
  for (const part of parts) {
    for await (const row of readScenes(part.folder)) {
      if (group[0] && groupOf(group[0].row.index) !== groupOf(row.index)) {
        yield group
        group = []
      }
      group.push({ part, row })
    }
  }
  if (group.length > 0) yield group
}

async function* members(scenes: readonly PartScene[]): AsyncGenerator<TarMember> {
  for (const { part, row } of scenes) {
    for (const file of filesOf(row)) yield { name: archiveMember(file.path)!.name, bytes: await checked(part, file) }
  }
}

const filesOf = (row: SceneRow): PassFile[] => [
  { path: row.image, sha256: row.imageSha256 },
  ...PASSES.flatMap(pass => (pass === 'rgb' ? [] : (row.passes[pass] ?? []))),
]

async function copyFiles(part: Part, to: string, row: SceneRow): Promise<void> {
  await allDone(
    filesOf(row).map(async file => writeFileAtomic(join(to, file.path), await checked(part, file), { sync: false })),
  )
}

async function checked({ folder, files }: Part, { path, sha256 }: PassFile): Promise<Uint8Array> {
  const bytes = await files.read(path)
  if (sha256Of(bytes) !== sha256) throw changed(join(folder, path))
  return bytes
}

const changed = (path: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'file-changed',
    kind: 'data',
    where: path,
    found: 'another SHA-256',
    expected: 'the one in its row',
    remedy: 'render that shard again',
  })

const otherRun = (folder: string, found: DatasetManifest, first: Part): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'merge-other-run',
    where: folder,
    found: `suite ${found.suite.name} (${found.suiteSha256.slice(0, 12)}), passes ${found.passes.join()}, limit ${found.limit}, pictures in ${found.storage}`,
    expected: `those of ${first.folder}`,
    remedy: 'merge shards of one run only',
  })

const notEmpty = (out: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'out-not-empty',
    where: out,
    found: 'a finished dataset',
    expected: 'an empty folder',
    remedy: 'choose another --out',
  })
