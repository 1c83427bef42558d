import type { QuestionRow } from '../../core/questions.ts'

/** One answer in another harness's file. */
export interface Prediction {
  /** Row or sample of the file, from 1, for messages. */
  readonly place: number
  /** Our question's id, or its place in `questions.jsonl` from 0. */
  readonly question: { readonly id: string } | { readonly index: number }
  /** The model's words; null where the harness has none. */
  readonly text: string | null
  /** The harness's own error for this sample. */
  readonly error?: string
  /** What the harness kept of the question, where it did: must agree with ours. */
  readonly asked?: { readonly text?: string; readonly answer?: string }
  /** The two choices behind letters A and B, where the harness offered letters. */
  readonly lettered?: boolean
}

export interface PredictionFile {
  readonly predictions: readonly Prediction[]
  /** The model's name, where the file says it. */
  readonly model: string | null
}

/** A text as harnesses may reformat it: letters and digits alone. */
export const sameText = (a: string, b: string): boolean => simplified(a) === simplified(b)

const simplified = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What is read of a question of ours. */
export type ImportQuestion = Pick<QuestionRow, 'id' | 'text' | 'answer' | 'axis'>

/** The harness asked what the question of that name asks. */
export function agrees({ asked }: Prediction, question: ImportQuestion): boolean {
  if (asked?.answer !== undefined && !sameText(asked.answer, question.answer)) return false
  return asked?.text === undefined || simplified(asked.text).includes(simplified(question.text))
}
