import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import gridSuite from '../../scenes/grid.json' with { type: 'json' }
import { finishDataset } from '../batch/finish-dataset.ts'
import { REFERENCE_PROVENANCE } from '../batch/reference-dataset.fixture.ts'
import { sha256Hex } from '../core/canonical.ts'
import { PASSES, type PassFile, type SceneRow } from '../core/dataset.ts'
import { expander } from '../core/expand.ts'
import { MASK_PALETTE } from '../core/palette.ts'
import { type QuestionRow, type QuestionSet, questionsOf } from '../core/questions.ts'
import { parseSuite, type Suite, suiteSha256Of } from '../core/suite.ts'
import type { SceneTruth } from '../core/truth.ts'
import type { DatasetEntry } from '../formats/dataset-entry.ts'
import { encodePng } from '../formats/png.ts'

/** A dataset without a renderer: scenes and truth of the grid at 64 × 64, objects drawn as their boxes. */
export interface StandInDataset {
  readonly suite: Suite
  readonly entries: readonly DatasetEntry[]
  /** Files by their path in the folder. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

const SIZE_PX = 64

export function standInDataset(scenes: number, sets: readonly QuestionSet[] = ['depth']): StandInDataset {
  const base = { ...gridSuite.base, camera: { ...gridSuite.base.camera, widthPx: SIZE_PX, heightPx: SIZE_PX } }
  const suite = parseSuite({ ...gridSuite, base, questions: sets })
  const { scene: at, size } = expander(suite)
  const files = new Map<string, Uint8Array>()
  const pass = (path: string, bytes: Uint8Array): PassFile => {
    files.set(path, bytes)
    return { path, sha256: sha256Hex(bytes) }
  }
  let firstQuestion = 0
  const entries = Array.from({ length: scenes }, (_, k): DatasetEntry => {
    const { id, scene, truth } = at((k * 37) % size)
    const drawn = draw(truth)
    const picture = { widthPx: SIZE_PX, heightPx: SIZE_PX }
    const rgb = pass(`images/${id}.png`, encodePng({ kind: 'rgb8', ...picture, data: drawn.rgb }))
    const mask = encodePng({ kind: 'indexed8', ...picture, data: drawn.ids, palette: MASK_PALETTE })
    const depth = encodePng({ kind: 'gray16', ...picture, data: drawn.depthMm })
    const row: SceneRow = {
      version: 1,
      id,
      index: k,
      scene,
      truth,
      image: rgb.path,
      imageSha256: rgb.sha256,
      pixelsSha256: sha256Hex(drawn.rgb),
      passes: { mask: pass(`masks/${id}.png`, mask), depth: pass(`depth/${id}.png`, depth) },
    }
    const questions = questionsOf({ sceneId: id, index: k, image: rgb.path, truth }, sets)
    const entry = { scene: row, questions, firstQuestion }
    firstQuestion += questions.length
    return entry
  })
  return { suite, entries, files }
}

/** Writes the folder as `render` would. @param suite what its suite says otherwise */
export async function writeStandInFiles(
  { suite, entries, files }: StandInDataset,
  dir: string,
  changes: Partial<Suite> = {},
): Promise<void> {
  for (const folder of ['images', 'masks', 'depth']) await mkdir(join(dir, folder), { recursive: true })
  for (const [path, bytes] of files) await writeFile(join(dir, path), bytes)
  await writeStandInTables({ ...suite, ...changes }, entries, dir)
}

/** The tables and `dataset.json` alone. @param entries scenes without pictures will do where none is looked at */
export async function writeStandInTables(
  suite: Suite,
  entries: readonly {
    readonly scene: Pick<SceneRow, 'id' | 'index' | 'scene' | 'truth'>
    readonly questions: readonly QuestionRow[]
  }[],
  dir: string,
): Promise<void> {
  const head = {
    suite,
    suiteSha256: suiteSha256Of(suite),
    shard: null,
    limit: entries.length,
    passes: [...PASSES],
    storage: 'files' as const,
    provenance: REFERENCE_PROVENANCE,
    startedAt: '2026-06-05T00:00:00.000Z',
    finishedAt: '2026-06-05T00:01:00.000Z',
  }
  const rows = entries.map(({ scene, questions }) => ({ scene: { version: 1, ...scene } as SceneRow, questions }))
  await mkdir(dir, { recursive: true })
  await finishDataset(dir, head, rows, async () => {})
}

/** Farther objects first, so that the nearer cover them; every object has its own colour. */
function draw({ objects }: SceneTruth) {
  const rgb = new Uint8Array(SIZE_PX * SIZE_PX * 3).fill(90)
  const ids = new Uint8Array(SIZE_PX * SIZE_PX)
  const depthMm = new Uint16Array(SIZE_PX * SIZE_PX).fill(65_535)
  for (const object of [...objects].sort((a, b) => b.depthM - a.depthM)) {
    const [x0, y0, width, height] = object.bboxInImagePx ?? [0, 0, 0, 0]
    for (let y = Math.round(y0); y < Math.round(y0 + height); y++) {
      for (let x = Math.round(x0); x < Math.round(x0 + width); x++) {
        const pixel = y * SIZE_PX + x
        ids[pixel] = object.index
        depthMm[pixel] = Math.round(1000 * object.depthM)
        rgb.set([40 * object.index, x, y], 3 * pixel)
      }
    }
  }
  return { rgb, ids, depthMm }
}
