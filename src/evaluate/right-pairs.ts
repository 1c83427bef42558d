import type { EvaluationQuestion } from './evaluation-data.ts'
import { parseAnswer } from './parse-answer.ts'
import { choicesOf } from './question-objects.ts'
import type { ScoredResponse } from './responses.ts'

/** What is read of a question. */
type AnsweredPair = Pick<EvaluationQuestion, 'id' | 'pairId' | 'answer'>

/**
 * Which pairs a model answered right: both of a pair's questions. Pairs without two usable responses are left out.
 * Yes / No answers given as a probability count as Yes from one half.
 */
export function rightPairs(
  questions: readonly AnsweredPair[],
  responses: readonly ScoredResponse[],
): ReadonlyMap<string, boolean> {
  const answers = new Map(responses.map(response => [response.questionId, response]))
  const pairs = new Map<string, (boolean | null)[]>()
  for (const question of questions) {
    const response = answers.get(question.id)
    pairs.set(question.pairId, [...(pairs.get(question.pairId) ?? []), response ? isRight(question, response) : null])
  }
  const known = [...pairs].filter(([, results]) => results.length === 2 && !results.includes(null))
  return new Map(known.map(([id, results]) => [id, results.every(Boolean)]))
}

/** null when nothing was asked; a reply without an answer is wrong. */
function isRight(question: AnsweredPair, response: ScoredResponse): boolean | null {
  if (response.status === 'error' || response.status === 'skipped') return null
  const choices = choicesOf(question)
  const pYes = response.pYes ?? (response.logit === undefined ? undefined : response.logit >= 0 ? 1 : 0)
  if (pYes !== undefined && choices.includes('Yes')) return (pYes >= 0.5 ? 'Yes' : 'No') === question.answer
  return response.text !== undefined && parseAnswer(response.text, choices) === question.answer
}
