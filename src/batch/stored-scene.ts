import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { PASSES, passPath } from '../core/dataset.ts'
import type { ObjectPixels } from '../core/truth.ts'
import { allDone } from '../node/all-done.ts'
import { writeFileAtomic } from '../node/write-file.ts'
import type { RenderedScene } from './render-session.ts'
import type { RunPlan } from './run-plan.ts'
import { sha256Of } from './sha256.ts'

/** A scene whose files lie in the dataset folder: a line of the run's journal. */
export const storedSceneSchema = z.object({
  id: z.string(),
  index: z.int(),
  pixelsSha256: z.string(),
  objects: z.array(z.custom<ObjectPixels>(value => typeof value === 'object' && value !== null)),
  files: z.array(z.object({ pass: z.enum(PASSES), path: z.string(), sha256: z.string() })),
})

export type StoredScene = z.output<typeof storedSceneSchema>

/**
 * Writes a scene's files, each beside its place and renamed. They are not forced to the disk one by one: the journal
 * holds their checksums, and a resumed run looks at every file again.
 */
export async function storeScene(folder: string, plan: RunPlan, rendered: RenderedScene): Promise<StoredScene> {
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

/** Are the files of a journalled scene there, and what they were? */
export async function isWhole(folder: string, scene: StoredScene): Promise<boolean> {
  const checks = scene.files.map(async ({ path, sha256 }) => {
    const bytes = await readFile(join(folder, path)).catch(() => null)
    return bytes !== null && sha256Of(bytes) === sha256
  })
  return (await Promise.all(checks)).every(Boolean)
}
