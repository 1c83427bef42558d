import { join } from 'node:path'
import { QUESTIONS_FILE } from '../core/dataset.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { QuestionRow } from '../core/questions.ts'
import type { DatasetEntry } from '../formats/dataset-entry.ts'
import { readQuestions, readScenes } from './dataset-reader.ts'

/**
 * A dataset's scenes with their questions, in suite order: both tables are read along, one scene at a time.
 *
 * @throws SpatialTunnelError `questions-scattered` at the end, for a question apart from its scene; as `readScenes`
 */
export async function* datasetEntries(dir: string): AsyncGenerator<DatasetEntry> {
  const questions = readQuestions(dir)
  try {
    let next = await questions.next()
    let place = 0
    for await (const scene of readScenes(dir)) {
      const firstQuestion = place
      const own: QuestionRow[] = []
      for (; !next.done && next.value.sceneId === scene.id; place++) {
        own.push(next.value)
        next = await questions.next()
      }
      yield { scene, questions: own, firstQuestion }
    }
    if (!next.done) throw scattered(dir, place, next.value)
  } finally {
    await questions.return(undefined)
  }
}

const scattered = (dir: string, place: number, { id, sceneId }: QuestionRow): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'questions-scattered',
    kind: 'data',
    where: join(dir, `${QUESTIONS_FILE}:${place + 1}`),
    found: `${id} apart from its scene ${sceneId}, or without one`,
    expected: 'suite order',
    remedy: 'check the folder with `spatialtunnel validate`',
  })
