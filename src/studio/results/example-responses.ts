import { answerBaseline } from '../../evaluate/baselines.ts'
import { answerBiased } from '../../evaluate/biased-model.ts'
import type { EvaluationData } from '../../evaluate/evaluation-data.ts'
import type { ResponseRow } from '../../evaluate/responses.ts'

const SEED = 20260605

/** Models of the example, made up here and now: their scores are computed like anybody's. */
export function exampleResponses(data: EvaluationData): ResponseRow[] {
  return [
    ...answerBiased(data, { name: 'made-up A', bias: 0.6, seed: SEED, confidence: [0.55, 0.98] }),
    ...answerBiased(data, { name: 'made-up B', bias: 0.2, seed: SEED, confidence: [0.6, 0.99] }),
    ...answerBaseline('height', data, SEED),
    ...answerBaseline('random', data, SEED),
  ]
}
