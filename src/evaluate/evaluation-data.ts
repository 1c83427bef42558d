import type { SceneRow } from '../core/dataset.ts'
import type { QuestionRow } from '../core/questions.ts'
import type { ObjectTruth, PairTruth } from '../core/truth.ts'

export type EvaluationObject = Pick<
  ObjectTruth,
  'index' | 'name' | 'shape' | 'color' | 'depthM' | 'centerPx' | 'silhouetteAreaPx'
>
export type EvaluationPair = Pick<PairTruth, 'a' | 'b' | 'farther' | 'fartherHigherByPx' | 'split'>

/** What scoring reads of a scene's truth. */
export interface EvaluationTruth {
  readonly objects: readonly EvaluationObject[]
  readonly pairs: readonly EvaluationPair[]
}

/** What scoring reads of a scene: no picture, so that suites can be scored without rendering. */
export interface EvaluationScene extends Pick<SceneRow, 'id' | 'scene'> {
  readonly truth: EvaluationTruth
  /** Path of the picture, to show it in a report. */
  readonly image?: string
}

/** What scoring reads of a question. */
export type EvaluationQuestion = Pick<
  QuestionRow,
  'id' | 'sceneId' | 'text' | 'answer' | 'template' | 'axis' | 'category' | 'pairId' | 'split'
>

/** A dataset as far as scoring reads it. */
export interface EvaluationData {
  /** The suite's name. */
  readonly name: string
  readonly scenes: readonly EvaluationScene[]
  readonly questions: readonly EvaluationQuestion[]
  /** Scene fields that the suite crosses; scores are broken down by them. */
  readonly factorFields: readonly string[]
}
