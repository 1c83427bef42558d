import { type ExpandedScene, expandSuite } from '../core/expand.ts'
import { type QuestionRow, questionsOf } from '../core/questions.ts'
import { factorsOf, parseSuite } from '../core/suite.ts'
import type { EvaluationData } from './evaluation-data.ts'

/** Scenes and questions with all that `render` would write of them, but for pictures. */
export interface SuiteData extends EvaluationData {
  readonly scenes: readonly (ExpandedScene & { readonly image: string })[]
  readonly questions: readonly QuestionRow[]
}

/** A suite's scenes with truth and questions, as `render` would write them, without drawing anything. */
export function suiteData(suiteJson: unknown, limit = Number.POSITIVE_INFINITY): SuiteData {
  const suite = parseSuite(suiteJson)
  const scenes = []
  for (const expanded of expandSuite(suite)) {
    if (scenes.length >= limit) break
    scenes.push({ ...expanded, image: `images/${expanded.id}.png` })
  }
  const questions = scenes.flatMap(({ id, index, image, truth }) =>
    questionsOf({ sceneId: id, index, image, truth }, suite.questions),
  )
  return { name: suite.name, scenes, questions, factorFields: factorsOf(suite).flatMap(factor => factor.fields) }
}
