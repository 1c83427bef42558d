import type { SceneRow } from '../core/dataset.ts'
import { crossedFields, type DatasetManifest } from '../core/manifest.ts'
import type { QuestionRow } from '../core/questions.ts'
import type { EvaluationData } from '../evaluate/evaluation-data.ts'
import { readManifest, readQuestions, readScenes } from './dataset-reader.ts'

/** A finished dataset folder, rows in memory. */
export interface Dataset extends EvaluationData {
  readonly dir: string
  readonly manifest: DatasetManifest
  readonly scenes: readonly SceneRow[]
  readonly questions: readonly QuestionRow[]
}

/**
 * Reads a dataset folder's manifest, scenes and questions (no image), for callers that need all rows at once.
 *
 * @throws SpatialTunnelError as `readManifest`, `readScenes` and `readQuestions`
 */
export async function readDataset(dir: string): Promise<Dataset> {
  const manifest = await readManifest(dir)
  const [scenes, questions] = await Promise.all([allOf(readScenes(dir)), allOf(readQuestions(dir))])
  return { dir, name: manifest.suite.name, manifest, scenes, questions, factorFields: crossedFields(manifest.suite) }
}

async function allOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}
