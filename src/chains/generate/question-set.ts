import type { ExpandedScene } from '../../core/expand.ts'
import type { Seed } from '../../core/rng.ts'
import { type Instruction, parseProgram } from '../gqa/program.ts'
import { type GraphIndex, indexGraph } from '../graph/graph-index.ts'
import { tunnelGraph } from '../graph/tunnel-graph.ts'
import { choicesOf } from '../read/normalise-answer.ts'
import { type SceneQuestion, sceneQuestion } from './scene-question.ts'

/** A question with all that its chains are made from and held against. */
export interface ChainTask {
  readonly question: SceneQuestion
  readonly index: GraphIndex
  readonly program: readonly Instruction[]
  readonly choices: readonly string[]
}

/**
 * Questions over scenes, numbered through, so that forms, answers and axes are balanced over the whole set.
 *
 * @param perScene questions a scene; a scene that allows none (every relation inside its margin) has none
 */
export function* chainTasks(scenes: Iterable<ExpandedScene>, perScene: number, seed: Seed): Generator<ChainTask> {
  for (const { id, index: sceneNumber, scene, truth } of scenes) {
    const index = indexGraph(tunnelGraph(scene, truth))
    for (let k = 0; k < perScene; k++) {
      const question = sceneQuestion(id, index, sceneNumber * perScene + k, seed)
      if (question === null) continue
      const choices = choicesOf(question.question, question.answer)
      yield { question, index, program: parseProgram(question.semantic), choices }
    }
  }
}
