import suiteFile from '../../../scenes/chains.json' with { type: 'json' }
import { writeChain } from '../../chains/generate/chain-plan.ts'
import { type MutantKind, mutate } from '../../chains/generate/mutants.ts'
import { chainTasks } from '../../chains/generate/question-set.ts'
import { referencePlan } from '../../chains/generate/reference-chain.ts'
import { trainingTarget } from '../../chains/record.ts'
import { expander } from '../../core/expand.ts'
import { parseSuite } from '../../core/suite.ts'
import type { ShownChain } from './shown-chain.ts'

/** What the made-up model does wrong, question after question. */
const HABITS: readonly MutantKind[] = [
  'paraphrase',
  'image-height',
  'flip-relation',
  'wrong-premise',
  'restate-question',
  'hallucinate',
  'drop-hop',
  'pad',
]

/** Scenes of the example. */
const EXAMPLE_SCENES = 24

/** Example data: questions over the suite `chains`, and chains of a made-up model that is sometimes right for the wrong reason. */
export function exampleChains(): ShownChain[] {
  const suite = parseSuite(suiteFile)
  const ready = expander(suite)
  const scenes = Array.from({ length: EXAMPLE_SCENES }, (_, i) => ready.scene(i))
  return [...chainTasks(scenes, 1, suite.seed)].map(({ question, index, program, choices }, i) => {
    const plan = referencePlan(question, index, suite.seed)
    const own = referencePlan(question, index, 'example')
    const habit = i % (HABITS.length + 1)
    const mutant = habit < HABITS.length ? mutate(HABITS[habit]!, own, question, index, suite.seed) : null
    const thinking = mutant ? writeChain(mutant, index).text : ''
    return {
      id: question.id,
      model: 'example',
      imageId: question.sceneId,
      question: question.question,
      answer: question.answer,
      choices,
      index,
      program,
      reference: writeChain(plan, index).text,
      prediction: trainingTarget({ thinking, answer: question.answer }),
      scene: scenes.find(scene => scene.id === question.sceneId)?.scene ?? null,
    }
  })
}
