import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { datasetRows } from '../core/dataset-rows.ts'
import { parseSuite } from '../core/suite.ts'
import { drawnScene } from '../testing/drawn-scene.ts'
import { finishDataset } from './finish-dataset.ts'
import { filePictures } from './picture-store.ts'
import { RUN_FOLDER } from './run-folder.ts'
import { planRun, type RunPlan } from './run-plan.ts'
import { tarPictures } from './tar-pictures.ts'

/** Four small scenes, two objects each. */
export const REFERENCE_SUITE = parseSuite({
  version: 1,
  name: 'reference',
  seed: 7,
  base: {
    camera: { widthPx: 160, heightPx: 120 },
    objects: [
      { shape: 'sphere', color: 'red', sizeM: 0.25, depthM: 5 },
      { shape: 'cube', color: 'blue', sizeM: 0.12, depthM: 3, thetaDeg: 270 },
    ],
  },
  factors: [{ field: 'objects[0].thetaDeg', values: [0, 90, 180, 225] }],
  constraints: [{ kind: 'fullyVisible' }],
  questions: ['depth'],
})

export const REFERENCE_PROVENANCE = {
  toolVersion: '0.0.0',
  gl: { name: 'reference', vendor: 'none', renderer: 'float64', version: '1' },
  browser: { version: '0', flags: [] },
  cpuModel: 'any',
  platform: 'any',
}

/** A dataset drawn on the CPU, in place of a browser: what the readers of datasets are tested on. */
export async function writeReferenceDataset(folder: string, plan: RunPlan = planRun(REFERENCE_SUITE)): Promise<void> {
  const runPath = join(folder, RUN_FOLDER)
  const pictures = plan.storage === 'tar' ? tarPictures(folder, runPath, plan) : filePictures(folder, plan)
  const indices = Array.from({ length: plan.to - plan.from }, (_, i) => plan.from + i)
  const stored = await pictures.store(
    indices.map(index => drawnScene({ ...plan.scenes.scene(index), passes: plan.passes })),
  )
  await pictures.complete(0, async () => stored)
  await rm(runPath, { recursive: true, force: true })
  const rows = stored.map(scene => datasetRows(plan.suite, plan.scenes.scene(scene.index), scene))
  const { suite, suiteSha256, shard, limit, passes, storage } = plan
  const times = { startedAt: '2026-01-01T00:00:00Z', finishedAt: '2026-01-01T00:00:01Z' }
  const head = {
    suite,
    suiteSha256,
    shard,
    limit,
    passes: [...passes],
    storage,
    provenance: REFERENCE_PROVENANCE,
    ...times,
  }
  await finishDataset(folder, head, rows, async () => {})
}
