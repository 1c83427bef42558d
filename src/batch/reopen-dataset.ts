import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DATASET_FILE, QUESTIONS_FILE, SCENES_FILE, type SceneRow } from '../core/dataset.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { DatasetManifest } from '../core/manifest.ts'
import { datasetFiles } from '../node/dataset-files.ts'
import { readScenes } from '../node/dataset-reader.ts'
import { isWhole } from './picture-store.ts'
import type { RunFolder } from './run-folder.ts'
import { RunJournal } from './run-journal.ts'
import type { RunPlan } from './run-plan.ts'
import type { StoredScene } from './stored-scene.ts'

/** Rows of the table that become one row of the journal. */
const ROWS_AT_ONCE = 256

/**
 * Holds a finished dataset against its checksums. One with something lost or changed becomes an unfinished run again, which
 * then draws what is missing: `scenes.jsonl` says all that its journal said.
 *
 * @returns whether the dataset is whole
 * @throws SpatialTunnelError `file-changed` when `scenes.jsonl` itself is not what `dataset.json` says
 */
export async function reopenIfDamaged(folder: RunFolder, manifest: DatasetManifest, plan: RunPlan): Promise<boolean> {
  if (!(await isTable(folder.path, manifest, SCENES_FILE))) throw changed(join(folder.path, SCENES_FILE))
  if ((await isTable(folder.path, manifest, QUESTIONS_FILE)) && (await picturesAreWhole(folder.path))) return true
  const journal = await RunJournal.open(folder.runPath)
  try {
    await journal.start(plan, manifest.provenance, manifest.startedAt)
    let scenes: StoredScene[] = []
    for await (const row of readScenes(folder.path)) {
      scenes.push(storedSceneOf(row))
      if (scenes.length < ROWS_AT_ONCE) continue
      await journal.append(scenes)
      scenes = []
    }
    await journal.append(scenes)
  } finally {
    await journal.close()
  }
  await rm(join(folder.path, DATASET_FILE))
  return false
}

async function isTable(
  folder: string,
  manifest: DatasetManifest,
  name: typeof SCENES_FILE | typeof QUESTIONS_FILE,
): Promise<boolean> {
  const path = join(folder, name)
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw Object.assign(error as Error, { path })
  }
  return hash.digest('hex') === manifest.files[name].sha256
}

async function picturesAreWhole(folder: string): Promise<boolean> {
  const files = datasetFiles(folder)
  for await (const row of readScenes(folder)) {
    if (!(await isWhole(files, storedSceneOf(row)))) return false
  }
  return true
}

/** What the journal said of a scene, from its row. */
function storedSceneOf({ id, index, pixelsSha256, truth, image, imageSha256, passes }: SceneRow): StoredScene {
  return {
    id,
    index,
    pixelsSha256,
    objects: truth.objects.flatMap(object => object.pixels ?? []),
    files: [
      { pass: 'rgb', path: image, sha256: imageSha256 },
      ...(['mask', 'depth'] as const).flatMap(pass => {
        const file = passes[pass]
        return file ? [{ pass, ...file }] : []
      }),
    ],
  }
}

const changed = (path: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'file-changed',
    kind: 'data',
    where: path,
    found: 'another SHA-256 than dataset.json says, or no such file',
    expected: 'the table of the dataset, by which its pictures are known',
    remedy: 'bring it back from a copy, or render into another folder',
  })
