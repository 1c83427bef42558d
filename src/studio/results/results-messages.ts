import type { QuestionRow } from '../../core/questions.ts'
import type { EvaluationScene } from '../../evaluate/evaluation-data.ts'
import type { Item } from '../../evaluate/items.ts'
import type { ScoreSummary } from '../../evaluate/score.ts'

/** What the page sends its worker: the dataset piece by piece, then what is to be scored. */
export type ResultsRequest =
  | { readonly kind: 'scenes'; readonly scenes: readonly EvaluationScene[]; readonly questions: readonly QuestionRow[] }
  | { readonly kind: 'score'; readonly data: DataHead; readonly source: ResponseSource }

/** A dataset without its rows. */
export interface DataHead {
  readonly name: string
  readonly factorFields: readonly string[]
}

/** Files of `responses.jsonl`, or the built-in example. */
export type ResponseSource = { readonly kind: 'files'; readonly files: readonly File[] } | { readonly kind: 'example' }

/** One answer as the page shows it. */
export interface ShownAnswer extends Pick<Item, 'status' | 'pYes' | 'value' | 'correct' | 'split'> {
  /** What was said, or why there is no answer; cut after a few hundred letters. */
  readonly said: string | null
  /** The scale at which the picture was sent. */
  readonly imageScale: number
}

/** A model's answers by question id. */
export type ShownAnswers = ReadonlyMap<string, ShownAnswer>

export interface ResultsReport {
  readonly score: ScoreSummary
  /** By model, in the order of `score.models`, then of `score.beside`. */
  readonly answers: ReadonlyMap<string, ShownAnswers>
  readonly draws: number
  /** Rows that no question of the dataset has. */
  readonly unmatched: number
}

/** What the worker tells the page. */
export type ResultsReply =
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'scored'; readonly report: ResultsReport }
  | { readonly kind: 'failed'; readonly title: string; readonly text: string }
