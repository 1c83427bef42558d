import { join } from 'node:path'
import { passPath } from '../core/dataset.ts'
import { allDone } from '../node/all-done.ts'
import { type DatasetFiles, datasetFiles } from '../node/dataset-files.ts'
import { writeFileAtomic } from '../node/write-file.ts'
import type { RenderedScene } from './render-session.ts'
import type { RunPlan } from './run-plan.ts'
import { sha256Of } from './sha256.ts'
import type { StoredScene } from './stored-scene.ts'

/** Where a run puts its pictures. */
export interface PictureStore {
  /** Writes what was drawn: once a scene stands in the journal, a process that dies takes nothing of it along. */
  store(scenes: readonly RenderedScene[]): Promise<StoredScene[]>
  /** Of the scenes of a group that an earlier part of the run journalled, those whose bytes are there and unchanged. */
  whole(group: number, journalled: readonly StoredScene[]): Promise<StoredScene[]>
  /** Called once a group has all its scenes. @param scenes reads them from the journal, in suite order */
  complete(group: number, scenes: () => Promise<readonly StoredScene[]>): Promise<void>
  close(): Promise<void>
}

/**
 * A file a picture, each written beside its place and renamed. They are not forced to the disk one by one: the journal
 * holds their checksums, and a resumed run looks at every file again.
 */
export function filePictures(folder: string, plan: RunPlan): PictureStore {
  return {
    store: scenes => allDone(scenes.map(scene => storeFiles(folder, plan, scene))),
    async whole(_, journalled) {
      const files = datasetFiles(folder)
      const found: StoredScene[] = []
      for (const scene of journalled) if (await isWhole(files, scene)) found.push(scene)
      return found
    },
    complete: async () => {},
    close: async () => {},
  }
}

async function storeFiles(folder: string, plan: RunPlan, rendered: RenderedScene): Promise<StoredScene> {
  const { id, index, pixelsSha256, objects } = rendered.delivered
  const files = await allDone(
    rendered.files.map(async ({ pass, bytes }) => {
      const path = passPath(plan.scenes.size, pass, id, index)
      await writeFileAtomic(join(folder, path), bytes, { sync: false })
      return { pass, path, sha256: sha256Of(bytes) }
    }),
  )
  return { id, index, pixelsSha256, objects: [...objects], files }
}

/** Are a scene's pictures there, and what they were? */
export async function isWhole(files: DatasetFiles, scene: Pick<StoredScene, 'files'>): Promise<boolean> {
  const checks = scene.files.map(async ({ path, sha256 }) => {
    const bytes = await files.read(path).catch(() => null)
    return bytes !== null && sha256Of(bytes) === sha256
  })
  return (await Promise.all(checks)).every(Boolean)
}
