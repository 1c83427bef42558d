import { isRecord } from '../../core/cell.ts'
import { withoutEnclosed } from '../../core/enclosed.ts'
import { parsePythonLiteral } from '../graph/python-literal.ts'
import { balancedObjects } from '../read/balanced-json.ts'

/** Scores in [0, 1]. */
export interface JudgeScores {
  /** AC: is the answer right? */
  readonly correctness: number
  /** RF: does every step agree with the scene? */
  readonly faithfulness: number
  /** RC: are all steps there? */
  readonly completeness: number
}

/** A reply that could be read, or what is wrong with it in words that the judge can act on. */
export type ReadReply = { readonly scores: JudgeScores } | { readonly problem: string }

const KEYS: Readonly<Record<keyof JudgeScores, RegExp>> = {
  correctness: /^(?:answer_?)?correctness$|^ac$/i,
  faithfulness: /^(?:reasoning_?)?faithfulness$|^rf$/i,
  completeness: /^(?:reasoning_?)?completeness$|^rc$/i,
}

/**
 * Reads a judge's reply: the first balanced object in it, mended where only the notation is off (single quotes, a comma too
 * many), with three numbers from 0 to 1. Nothing else counts: no word "pass" in the text, no verdict of the judge's own.
 *
 * @example readJudgeReply('{"correctness": 1, "faithfulness": 0.5, "completeness": 0.5}')
 */
export function readJudgeReply(text: string): ReadReply {
  const [first] = balancedObjects(withoutEnclosed(text, /<think>/gi, /<\/think>/gi))
  if (first === undefined) return { problem: 'the reply holds no JSON object' }
  const value = parsed(first)
  if (value === null) return { problem: 'the object is not valid JSON' }
  return scoresIn(value)
}

/**
 * Scores from an object of any file: flat, or nested under `scores` or `judge`.
 *
 * @returns the problem where a score is missing, no number, or outside [0, 1]
 */
export function scoresIn(value: Readonly<Record<string, unknown>>): ReadReply {
  const nested = [value.scores, value.judge].find(isRecord)
  const source = nested ?? value
  const scores: Partial<Record<keyof JudgeScores, number>> = {}
  for (const [name, pattern] of Object.entries(KEYS) as [keyof JudgeScores, RegExp][]) {
    const entry = Object.entries(source).find(([key]) => pattern.test(key))
    if (!entry) return { problem: `"${name}" is missing` }
    const score = entry[1]
    if (typeof score !== 'number' || !Number.isFinite(score)) return { problem: `"${name}" is not a number` }
    if (score < 0 || score > 1) return { problem: `"${name}" is ${score}, not between 0 and 1` }
    scores[name] = score
  }
  return { scores: scores as JudgeScores }
}

function parsed(text: string): Record<string, unknown> | null {
  for (const read of [JSON.parse, (raw: string) => JSON.parse(raw.replace(/,\s*([}\]])/g, '$1')), parsePythonLiteral]) {
    try {
      const value: unknown = read(text)
      if (isRecord(value)) return value
    } catch {
      // The next notation.
    }
  }
  return null
}

/** Pass = AC ≥ .5 and (RF + RC) / 2 ≥ .5: always recomputed, whatever the judge says. */
export const passes = ({ correctness, faithfulness, completeness }: JudgeScores): boolean =>
  correctness >= 0.5 && (faithfulness + completeness) / 2 >= 0.5
