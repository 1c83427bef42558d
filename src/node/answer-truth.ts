import { join } from 'node:path'
import { SCENES_FILE, type SceneRow } from '../core/dataset.ts'
import type { Seed } from '../core/rng.ts'
import { answerOf, type TruthBaseline } from '../evaluate/baselines.ts'
import type { ResponseRow } from '../evaluate/responses.ts'
import { locateScenes, readManifest, readQuestions } from './dataset-reader.ts'
import { JsonlRows } from './jsonl-rows.ts'

/**
 * A truth baseline's answers to a dataset, in the questions' order, one at a time: in memory stand a name and a place a
 * scene; its row is read again for its questions.
 *
 * @param seed of `random`
 */
export async function* answerTruth(baseline: TruthBaseline, dir: string, seed: Seed): AsyncGenerator<ResponseRow> {
  await readManifest(dir)
  const places = new Map<string, number>()
  const positions: number[] = []
  for await (const { row, position } of locateScenes(dir)) {
    places.set(row.id, positions.length)
    positions.push(position)
  }
  const scenes = await JsonlRows.open(join(dir, SCENES_FILE), positions)
  try {
    let scene: SceneRow | null = null
    for await (const question of readQuestions(dir)) {
      const place = places.get(question.sceneId)
      if (place === undefined) continue
      if (scene?.id !== question.sceneId) scene = (await scenes.row(place)) as SceneRow
      yield answerOf(baseline, question, scene, seed)
    }
  } finally {
    await scenes.close()
  }
}
