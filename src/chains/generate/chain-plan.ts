import type { GraphIndex } from '../graph/graph-index.ts'
import { type Clause, clauseText, type GoldClaim } from './clause.ts'
import { capital } from './scene-question.ts'

/** A sentence of a chain: text and clauses in turn. `hop`: the step of the question that it argues for. */
export interface PlannedSentence {
  readonly hop: number | null
  readonly parts: readonly (string | Clause)[]
}

/** A chain before it has words: what mutants are made from. */
export type ChainPlan = readonly PlannedSentence[]

/** A chain in words, with every claim that it makes and its place in the text. */
export interface WrittenChain {
  readonly text: string
  readonly gold: readonly GoldClaim[]
}

/** Writes a plan out: parts joined as they stand, a capital letter in front, a full stop behind, sentences on a line. */
export function writeChain(plan: ChainPlan, index: GraphIndex): WrittenChain {
  const gold: GoldClaim[] = []
  let text = ''
  for (const { parts } of plan) {
    if (text !== '') text += ' '
    const start = text.length
    for (const part of parts) {
      const words = typeof part === 'string' ? part : clauseText(part, index)
      if (typeof part !== 'string') gold.push({ fact: part.fact, span: [text.length, text.length + words.length] })
      text += words
    }
    text = `${text.slice(0, start)}${capital(text.slice(start))}${/[.!?]$/.test(text) ? '' : '.'}`
  }
  return { text, gold }
}
