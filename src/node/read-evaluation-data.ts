import { crossedFields } from '../core/manifest.ts'
import type { EvaluationData, EvaluationQuestion, EvaluationScene } from '../evaluate/evaluation-data.ts'
import { evaluationQuestion, evaluationScene } from '../evaluate/evaluation-rows.ts'
import { Interner } from '../evaluate/interner.ts'
import { readManifest, readQuestions, readScenes } from './dataset-reader.ts'

/** A finished dataset folder as far as scoring reads it. */
export interface EvaluationDataset extends EvaluationData {
  readonly dir: string
}

/**
 * Reads a dataset folder for scoring: each row is reduced as it comes, to about a third of a parsed scene's memory.
 *
 * @throws SpatialTunnelError as `readManifest`, `readScenes` and `readQuestions`
 */
export async function readEvaluationData(dir: string): Promise<EvaluationDataset> {
  const { suite } = await readManifest(dir)
  const shared = new Interner()
  const scenes: EvaluationScene[] = []
  for await (const row of readScenes(dir)) scenes.push(evaluationScene(row, shared))
  const questions = await reducedQuestions(dir, shared)
  return { dir, name: suite.name, scenes, questions, factorFields: crossedFields(suite) }
}

/** The questions alone. */
export async function readEvaluationQuestions(dir: string): Promise<EvaluationQuestion[]> {
  await readManifest(dir)
  return reducedQuestions(dir, new Interner())
}

async function reducedQuestions(dir: string, shared: Interner): Promise<EvaluationQuestion[]> {
  const questions: EvaluationQuestion[] = []
  for await (const row of readQuestions(dir)) questions.push(evaluationQuestion(row, shared))
  return questions
}
