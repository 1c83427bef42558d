import { type Split, splitAt } from '../core/truth.ts'
import type { EvaluationData, EvaluationQuestion, EvaluationScene } from './evaluation-data.ts'
import { parseAnswer } from './parse-answer.ts'
import { asksYesNo, choicesOf, questionObjects } from './question-objects.ts'
import type { ResponseStatus, ScoredResponse } from './responses.ts'

/** One question with one model's answer, scored. */
export interface Item {
  readonly question: EvaluationQuestion
  readonly scene: EvaluationScene
  /** Row of the scene in the dataset: the bootstrap's cluster. */
  readonly sceneRow: number
  readonly split: Split
  readonly response: ScoredResponse
  readonly status: ResponseStatus
  /** P(Yes); null where it is not defined (unparsed, a contrastive question). */
  readonly pYes: number | null
  /** v: the probability given to the true answer; null where there is none (unparsed, error …). */
  readonly value: number | null
  /** 1, 0, or ½ at exactly .5; unparsed and refused are 0; null if the question was not put (error, skipped). */
  readonly correct: number | null
}

export interface ItemCounts {
  readonly questions: number
  /** Questions that count in the accuracies: answered, unparsed or refused. */
  readonly scored: number
  readonly unparsed: number
  readonly refused: number
  readonly error: number
  readonly skipped: number
  /** Questions without a row. */
  readonly missing: number
  /** Rows beyond a question's last one, and rows for questions that the dataset does not have. */
  readonly duplicates: number
  readonly unmatched: number
}

export interface JoinedItems {
  readonly items: readonly Item[]
  readonly counts: ItemCounts
  /** The first unmatched question ids, to name them. */
  readonly unmatchedIds: readonly string[]
}

export interface JoinOptions {
  /** Margin of the split as a share of the image height; without it the dataset's own splits. */
  readonly positionShare?: number
}

/**
 * Joins one model's rows with the questions, in the questions' order. The last row of a question counts, but a row with
 * an answer is never replaced by one without.
 */
export function joinItems(
  data: EvaluationData,
  responses: readonly ScoredResponse[],
  { positionShare }: JoinOptions = {},
): JoinedItems {
  const sceneRows = new Map(data.scenes.map((scene, row) => [scene.id, row]))
  const questionIds = new Set(data.questions.map(question => question.id))
  const unmatched = responses.filter(row => !questionIds.has(row.questionId))
  const byQuestion = lastAnswers(responses)

  const items: Item[] = []
  for (const question of data.questions) {
    const response = byQuestion.get(question.id)
    const sceneRow = sceneRows.get(question.sceneId)
    if (!response || sceneRow === undefined) continue
    const scene = data.scenes[sceneRow]!
    const split = positionShare === undefined ? question.split : marginSplit(question, scene, positionShare)
    items.push({ question, scene, sceneRow, split, response, ...scoreAnswer(question, response) })
  }
  const count = (status: ResponseStatus): number => items.filter(item => item.status === status).length
  return {
    items,
    unmatchedIds: unmatched.slice(0, 5).map(row => row.questionId),
    counts: {
      questions: data.questions.length,
      scored: items.filter(item => item.correct !== null).length,
      unparsed: count('unparsed'),
      refused: count('refused'),
      error: count('error'),
      skipped: count('skipped'),
      missing: data.questions.length - items.length,
      duplicates: responses.length - unmatched.length - items.length,
      unmatched: unmatched.length,
    },
  }
}

function lastAnswers(responses: readonly ScoredResponse[]): Map<string, ScoredResponse> {
  const byQuestion = new Map<string, ScoredResponse>()
  for (const row of responses) {
    if (byQuestion.get(row.questionId)?.status === 'ok' && row.status !== 'ok') continue
    byQuestion.set(row.questionId, row)
  }
  return byQuestion
}

function marginSplit(question: EvaluationQuestion, scene: EvaluationScene, positionShare: number): Split {
  const { fartherHigherByPx } = questionObjects(question, scene.truth).pair
  return fartherHigherByPx === null
    ? 'ambiguous'
    : splitAt(fartherHigherByPx, scene.scene.camera.heightPx, positionShare)
}

/** Status, P(Yes), v and correctness of one answer (spec: pYes > .5 is Yes, exactly .5 counts ½). */
export function scoreAnswer(
  question: EvaluationQuestion,
  response: ScoredResponse,
): Pick<Item, 'status' | 'pYes' | 'value' | 'correct'> {
  const { status } = response
  if (status === 'error' || status === 'skipped') return { status, pYes: null, value: null, correct: null }
  if (status !== 'ok') return { status, pYes: null, value: null, correct: 0 }
  const pYes = asksYesNo(question) ? probabilityOfYes(response) : null
  if (pYes !== null) {
    const value = question.answer === 'Yes' ? pYes : 1 - pYes
    return { status, pYes, value, correct: value > 0.5 ? 1 : value === 0.5 ? 0.5 : 0 }
  }
  const said = response.text === undefined ? null : parseAnswer(response.text, choicesOf(question))
  if (said === null) return { status: 'unparsed', pYes: null, value: null, correct: 0 }
  const correct = said === question.answer ? 1 : 0
  return { status, pYes: asksYesNo(question) ? Number(said === 'Yes') : null, value: correct, correct }
}

function probabilityOfYes({ pYes, logit }: ScoredResponse): number | null {
  return pYes ?? (logit === undefined ? null : 1 / (1 + Math.exp(-logit)))
}
