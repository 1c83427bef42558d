import { CONTRASTIVE_TEMPLATES, depthQuestions } from '../../core/questions.ts'
import { AXES, type Axis, relationsOf } from '../../core/relations.ts'
import type { PairTruth, SceneTruth } from '../../core/truth.ts'

export interface AskedQuestion {
  readonly id: string
  readonly text: string
  readonly answer: string
  readonly axis: Axis
}

/**
 * Every question that the suites can ask about a pair: the paper's four about depth, and both directions of the three
 * contrastive templates. Relations inside their margin are not asked about.
 */
export function pairQuestions(truth: SceneTruth, pair: PairTruth): AskedQuestion[] {
  const depth = depthQuestions({ sceneId: 'scene', index: 0, image: '', truth: { ...truth, pairs: [pair] } })
  const name = (index: number): string => truth.objects[index - 1]!.name
  const contrastive = AXES.flatMap(axis =>
    [[pair.a, pair.b] as const, [pair.b, pair.a] as const].flatMap(([first, second]) => {
      const answer = relationsOf(truth, first, second)[axis]
      if (answer === 'undetermined' || (axis === 'distance' && pair.depthOrderAmbiguous)) return []
      return [{ id: `${axis}-${first}`, text: CONTRASTIVE_TEMPLATES[axis](name(first), name(second)), answer, axis }]
    }),
  )
  return [...depth.map(({ id, text, answer, axis }) => ({ id, text, answer, axis })), ...contrastive]
}
