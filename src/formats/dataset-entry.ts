import type { SceneRow } from '../core/dataset.ts'
import { answerChoices, type QuestionRow } from '../core/questions.ts'

/** A scene with its questions, as exports walk a dataset: one entry after the other, never the whole. */
export interface DatasetEntry {
  readonly scene: SceneRow
  readonly questions: readonly QuestionRow[]
  /** Place of the first question in `questions.jsonl`, from 0. */
  readonly firstQuestion: number
}

/** What an export says about the dataset as a whole. */
export interface DatasetHead {
  /** The suite's name. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** SHA-256 over the scenes' and the questions' rows: two datasets with one hash hold the same pictures and texts. */
  readonly contentSha256: string
  readonly scenes: number
  readonly questions: number
  /** Version of this tool that rendered it. */
  readonly toolVersion: string
  /** ISO 8601. */
  readonly finished: string
}

/** A or B: the letter of the question's answer. */
export function answerLetter(question: Pick<QuestionRow, 'answer' | 'axis'>): 'A' | 'B' {
  return answerChoices(question)[0].toLowerCase() === question.answer.toLowerCase() ? 'A' : 'B'
}
