import { answerChoices } from '../../core/questions.ts'
import { parseAnswer } from '../parse-answer.ts'
import { RESPONSE_VERSION, type ResponseRow } from '../responses.ts'
import { agrees, type ImportQuestion, type Prediction } from './prediction.ts'

/** What became of every row of the file: nothing is dropped without a name. */
export interface ImportReport {
  readonly rows: number
  readonly matched: number
  /** Rows of no question of the dataset (`no such question`), or of another one (`another question`). */
  readonly unmatched: readonly NamedRow[]
  /** Rows whose question has a later row: the last one counts. */
  readonly duplicates: readonly NamedRow[]
  /** Questions without a row. */
  readonly missing: readonly string[]
}

export interface NamedRow {
  readonly place: number
  readonly question: string
  readonly why: 'no such question' | 'another question' | 'answered again later'
}

/**
 * Finds the question of every prediction and reads its answer.
 *
 * @returns a response a matched question, in the dataset's order
 */
export function matchPredictions(
  questions: readonly ImportQuestion[],
  predictions: readonly Prediction[],
  model: string,
): { rows: ResponseRow[]; report: ImportReport } {
  const byId = new Map(questions.map(question => [question.id, question]))
  const found = new Map<string, Prediction>()
  const unmatched: NamedRow[] = []
  const duplicates: NamedRow[] = []
  for (const prediction of predictions) {
    const key = prediction.question
    const question = 'id' in key ? byId.get(key.id) : questions[key.index]
    const name = { place: prediction.place, question: 'id' in key ? key.id : String(key.index) }
    if (!question) unmatched.push({ ...name, why: 'no such question' })
    else if (!agrees(prediction, question)) unmatched.push({ ...name, why: 'another question' })
    else {
      const earlier = found.get(question.id)
      if (earlier) duplicates.push({ place: earlier.place, question: question.id, why: 'answered again later' })
      found.set(question.id, prediction)
    }
  }
  const rows = questions.flatMap(question => {
    const prediction = found.get(question.id)
    return prediction ? [responseOf(question, prediction, model)] : []
  })
  const missing = questions.filter(({ id }) => !found.has(id)).map(({ id }) => id)
  return { rows, report: { rows: predictions.length, matched: rows.length, unmatched, duplicates, missing } }
}

function responseOf(question: ImportQuestion, prediction: Prediction, model: string): ResponseRow {
  const head = { version: RESPONSE_VERSION, questionId: question.id, model, protocol: 'text' } as const
  if (prediction.error !== undefined) return { ...head, status: 'error', error: prediction.error }
  if (prediction.text === null) return { ...head, status: 'error', error: 'no reply in the file' }
  const choices = answerChoices(question)
  const letter = prediction.lettered ? letterOf(prediction.text) : null
  if (letter) return { ...head, status: 'ok', text: choices[letter === 'A' ? 0 : 1], raw: prediction.text }
  const status = parseAnswer(prediction.text, choices) === null ? 'unparsed' : 'ok'
  return { ...head, status, text: prediction.text }
}

/** `B`, `(B)`, `B.`, `B: No`, `Answer: B`: a letter that stands as a choice, never the article in "A red sphere …". */
function letterOf(text: string): 'A' | 'B' | null {
  const match =
    /^\W*([AB])\W*$/.exec(text) ??
    /^\W*([AB])\s?[.:)\]]/.exec(text) ??
    /\b(?:answer|option)(?: is)?\W*\b([AB])\b/i.exec(text)
  return (match?.[1] as 'A' | 'B' | undefined) ?? null
}
