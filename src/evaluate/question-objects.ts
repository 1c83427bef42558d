import { SpatialTunnelError, shown } from '../core/errors.ts'
import type { EvaluationObject, EvaluationPair, EvaluationQuestion, EvaluationTruth } from './evaluation-data.ts'

/** What a question asks about whom, read from its text. */
export interface QuestionObjects {
  /** The object that the question is about. */
  readonly subject: EvaluationObject
  /** The object that it is compared with. */
  readonly reference: EvaluationObject
  readonly pair: EvaluationPair
}

/**
 * Finds a question's two objects by their names. In every template the subject comes first, but in
 * "Compared to {reference}, is {subject} far or close …".
 *
 * @throws SpatialTunnelError `question-objects` when the text does not name exactly two objects of the scene
 */
export function questionObjects(question: EvaluationQuestion, truth: EvaluationTruth): QuestionObjects {
  const [first, second, ...more] = truth.objects
    .map(object => ({ object, at: question.text.indexOf(object.name) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  if (!first || !second || more.length > 0) {
    throw new SpatialTunnelError({
      code: 'question-objects',
      where: `questions.jsonl: ${question.id}`,
      found: shown(question.text, 120),
      expected: `two of the names ${truth.objects.map(object => object.name).join(', ')}`,
      remedy: 'the questions belong to another dataset, or were edited',
    })
  }
  const [subject, reference] = question.text.startsWith('Compared to')
    ? [second.object, first.object]
    : [first.object, second.object]
  return { subject, reference, pair: pairOf(truth, subject.index, reference.index, question.id) }
}

function pairOf(truth: EvaluationTruth, i: number, j: number, questionId: string): EvaluationPair {
  const [a, b] = i < j ? [i, j] : [j, i]
  const pair = truth.pairs.find(candidate => candidate.a === a && candidate.b === b)
  if (pair) return pair
  throw new SpatialTunnelError({
    code: 'question-objects',
    where: `scenes.jsonl: truth.pairs of the scene of ${questionId}`,
    found: `no pair (${a}, ${b})`,
    expected: 'a row for every unordered pair',
    remedy: 'render the dataset again',
  })
}

/** The two answers that a question leaves open, the true one first. */
export function choicesOf(
  question: Pick<EvaluationQuestion, 'id' | 'answer'>,
): readonly [truth: string, other: string] {
  const pair = ANSWERS.find(words => words.includes(question.answer))
  if (pair) return pair[0] === question.answer ? [pair[0], pair[1]] : [pair[1], pair[0]]
  throw new SpatialTunnelError({
    code: 'question-answer',
    where: `questions.jsonl: ${question.id}`,
    found: shown(question.answer),
    expected: 'Yes, No, left, right, above, below, far or close',
  })
}

const ANSWERS: readonly (readonly [string, string])[] = [
  ['Yes', 'No'],
  ['left', 'right'],
  ['above', 'below'],
  ['far', 'close'],
]

/** The answers are Yes and No, so that P(Yes) is defined. */
export const asksYesNo = (question: Pick<EvaluationQuestion, 'answer'>): boolean =>
  question.answer === 'Yes' || question.answer === 'No'
