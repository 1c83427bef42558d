import type { Instruction } from '../../chains/gqa/program.ts'
import type { GraphIndex } from '../../chains/graph/graph-index.ts'
import { parsePrediction } from '../../chains/read/parse-prediction.ts'
import { CHAIN_CLASSES, type ChainVerdict, chainClass, verifyChain } from '../../chains/verify/verify-chain.ts'
import type { Scene } from '../../core/scene.ts'

/** A question with its picture, its reference chain and what a model wrote. */
export interface ShownChain {
  readonly id: string
  readonly model: string
  readonly imageId: string
  readonly question: string
  readonly answer: string
  readonly choices: readonly string[]
  readonly index: GraphIndex
  readonly program: readonly Instruction[] | null
  readonly reference: string
  readonly prediction: string
  /** null: the picture cannot be drawn, only the boxes of the graph. */
  readonly scene: Scene | null
}

/** How a chain comes out: a class for right answers, or wrong, or without an answer. */
export const OUTCOMES = [...CHAIN_CLASSES, 'wrong', 'unparsed'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface CheckedChain {
  readonly thinking: string
  readonly answer: string | null
  readonly verdict: ChainVerdict
  readonly outcome: Outcome
}

/** Reads and verifies a model's text about a chain's question. */
export function checkChain(chain: ShownChain, text: string): CheckedChain {
  const { question, choices, program, index, answer } = chain
  const parsed = parsePrediction(text, choices)
  const options = { question, choices, ...(program ? { program } : {}) }
  const verdict = verifyChain(parsed.thinking, index, options)
  const given = parsed.status === 'ok' ? parsed.answer : null
  const right = given !== null && given === answer.toLowerCase()
  const outcome = given === null ? 'unparsed' : right ? chainClass(parsed.thinking, verdict, answer) : 'wrong'
  return { thinking: parsed.thinking, answer: given, verdict, outcome }
}
