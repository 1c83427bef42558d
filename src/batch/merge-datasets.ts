import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PassFile, SceneRow } from '../core/dataset.ts'
import type { DatasetRows } from '../core/dataset-rows.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { DatasetManifest } from '../core/manifest.ts'
import { questionsOf } from '../core/questions.ts'
import { parseSuite, suiteSize } from '../core/suite.ts'
import { allDone } from '../node/all-done.ts'
import { writeFileAtomic } from '../node/write-file.ts'
import { readManifest, readScenes } from './dataset-reader.ts'
import { finishDataset } from './finish-dataset.ts'
import { enterRunFolder, markMerging } from './run-folder.ts'
import { assertSameProvenance } from './same-run.ts'
import { sha256Of } from './sha256.ts'

interface Part {
  readonly folder: string
  readonly manifest: DatasetManifest
  readonly firstIndex: number
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
  let finished = false
  try {
    if (folder.holdsDataset) throw notEmpty(out)
    await markMerging(out)
    async function* rows(): AsyncGenerator<DatasetRows> {
      for (const part of parts) {
        for await (const scene of readScenes(part.folder)) {
          await copyFiles(part.folder, out, scene)
          const { id, index, image, truth } = scene
          yield { scene, questions: questionsOf({ sceneId: id, index, image, truth }, suite.questions) }
        }
      }
    }
    const { suiteSha256, limit, passes, provenance } = manifest
    const times = (pick: 'startedAt' | 'finishedAt'): string[] => parts.map(part => part.manifest[pick]).sort()
    const merged = await finishDataset(
      out,
      {
        suite,
        suiteSha256,
        shard: null,
        limit,
        passes,
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
      const same = (['suiteSha256', 'limit'] as const).find(key => manifest[key] !== first.manifest[key])
      if (same || manifest.passes.join() !== first.manifest.passes.join()) throw otherRun(folder, manifest, first)
      assertSameProvenance(folder, manifest.provenance, first.manifest.provenance)
    }
    const { value: row } = await readScenes(folder).next()
    parts.push({ folder, manifest, firstIndex: row?.index ?? Number.POSITIVE_INFINITY })
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

async function copyFiles(from: string, to: string, row: SceneRow): Promise<void> {
  const files: PassFile[] = [{ path: row.image, sha256: row.imageSha256 }, ...Object.values(row.passes)]
  await allDone(
    files.map(async ({ path, sha256 }) => {
      const bytes = await readFile(join(from, path))
      if (sha256Of(bytes) !== sha256) throw changed(join(from, path))
      await writeFileAtomic(join(to, path), bytes, { sync: false })
    }),
  )
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
    found: `suite ${found.suite.name} (${found.suiteSha256.slice(0, 12)}), passes ${found.passes.join()}, limit ${found.limit}`,
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
