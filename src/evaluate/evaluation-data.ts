import type { SceneRow } from '../core/dataset.ts'
import type { QuestionRow } from '../core/questions.ts'

/** What scoring needs of a scene: no image, so that suites can be scored without rendering. */
export type EvaluationScene = Pick<SceneRow, 'id' | 'index' | 'scene' | 'truth'> & { readonly image?: string }

/** A dataset as far as scoring reads it. */
export interface EvaluationData {
  /** The suite's name. */
  readonly name: string
  readonly scenes: readonly EvaluationScene[]
  readonly questions: readonly QuestionRow[]
  /** Scene fields that the suite crosses; scores are broken down by them. */
  readonly factorFields: readonly string[]
}
