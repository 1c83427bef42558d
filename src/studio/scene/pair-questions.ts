import { CONTRASTIVE_TEMPLATES, depthQuestions } from '../../core/questions.ts'
import { AXES, opposite, relationsOf } from '../../core/relations.ts'
import type { PairTruth, SceneTruth } from '../../core/truth.ts'

export interface AskedQuestion {
  readonly id: string
  readonly text: string
  readonly answer: string
  /** The answer when the two objects are named the other way around; only contrastive questions come in such pairs. */
  readonly swappedAnswer?: string
}

/**
 * Every question that the suites can ask about a pair: the paper's four about depth, and the three contrastive ones,
 * each with the answer of its swapped twin. Relations inside their margin are not asked about.
 */
export function pairQuestions(truth: SceneTruth, pair: PairTruth): AskedQuestion[] {
  const depth = depthQuestions({ sceneId: 'scene', index: 0, image: '', truth: { ...truth, pairs: [pair] } })
  const name = (index: number): string => truth.objects[index - 1]!.name
  const relations = relationsOf(truth, pair.a, pair.b)
  const contrastive = AXES.flatMap((axis): AskedQuestion[] => {
    const answer = relations[axis]
    if (answer === 'undetermined' || (axis === 'distance' && pair.depthOrderAmbiguous)) return []
    const text = CONTRASTIVE_TEMPLATES[axis](name(pair.a), name(pair.b))
    return [{ id: axis, text, answer, swappedAnswer: opposite(answer) }]
  })
  return [...depth.map(({ id, text, answer }) => ({ id, text, answer })), ...contrastive]
}
