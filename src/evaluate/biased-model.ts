import { type Seed, stream, uniform } from '../core/rng.ts'
import { answerBaseline } from './baselines.ts'
import type { EvaluationData } from './evaluation-data.ts'
import type { ResponseRow } from './responses.ts'

export interface BiasedModelOptions {
  readonly name: string
  /** Probability that a scene is answered by image height; otherwise it is answered by depth. */
  readonly bias: number
  readonly seed: Seed
  /** P(the answer it gives) is drawn from this range for every question; [1, 1] for a model without doubt. */
  readonly confidence: readonly [number, number]
}
export const BIASED_MODEL_DEFAULTS: BiasedModelOptions = {
  name: 'made-up',
  bias: 0.6,
  seed: 20260605,
  confidence: [1, 1],
}

/**
 * A made-up model with a known bias b: one coin a scene decides between height and depth, so that Δ is expected to be b
 * (less where it doubts). For example data and for tests of the statistics.
 *
 * @param data Yes/No questions; others are answered by the baselines' words, without doubt
 */
export function answerBiased(data: EvaluationData, options: Partial<BiasedModelOptions> = {}): ResponseRow[] {
  const { name, bias, seed, confidence } = { ...BIASED_MODEL_DEFAULTS, ...options }
  const byHeight = new Set(
    data.scenes.filter(({ id }) => stream(seed, id, `${name} bias`)() < bias).map(scene => scene.id),
  )
  const height = answerBaseline('height', data, seed)
  const depth = answerBaseline('oracle', data, seed)
  return data.questions.map(({ id, sceneId }, i) => {
    const row = byHeight.has(sceneId) ? height[i]! : depth[i]!
    if (row.pYes === undefined) return { ...row, model: name }
    const sure = uniform(stream(seed, id, `${name} confidence`), ...confidence)
    return { ...row, model: name, pYes: 0.5 + (row.pYes - 0.5) * (2 * sure - 1) }
  })
}
