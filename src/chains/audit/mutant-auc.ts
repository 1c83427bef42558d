import type { Seed } from '../../core/rng.ts'
import { auc } from '../../core/statistics/two-samples.ts'
import { writeChain } from '../generate/chain-plan.ts'
import { MUTANT_KINDS, MUTANT_SIGN, type MutantKind, mutate } from '../generate/mutants.ts'
import type { ChainTask } from '../generate/question-set.ts'
import { referencePlan } from '../generate/reference-chain.ts'
import { overlapMeasures } from '../overlap/measures.ts'
import { nameIndex } from '../text/mentions.ts'
import { verifierScore, verifyChain } from '../verify/verify-chain.ts'

/** Measures that are asked to tell faithful chains from mutated ones. */
export const AUC_MEASURES = ['rouge1', 'rouge2', 'rougeL', 'tokenF1', 'bleu1', 'verifier'] as const
export type AucMeasure = (typeof AUC_MEASURES)[number]

/** A chain with its measures against a reference that somebody else wrote. */
export interface MeasuredChain {
  readonly kind: MutantKind | 'faithful'
  readonly text: string
  readonly scores: Readonly<Record<AucMeasure, number>>
}

/**
 * A faithful chain, and mutants of it, each measured against the reference chain: the same question, in the words of another seed,
 * as a model's chain would be.
 */
export function measuredChains(task: ChainTask, seed: Seed): MeasuredChain[] {
  const { question, index, program, choices } = task
  const reference = writeChain(referencePlan(question, index, seed), index).text
  const plan = referencePlan(question, index, `${seed} author`)
  const entities = { names: nameIndex(index.names), inGraph: null }
  const measure = (kind: MeasuredChain['kind'], text: string): MeasuredChain => {
    const { rouge1, rouge2, rougeL, tokenF1, bleu1 } = overlapMeasures(text, reference, entities)
    const verifier = verifierScore(verifyChain(text, index, { question: question.question, program, choices }))
    return { kind, text, scores: { rouge1, rouge2, rougeL, tokenF1, bleu1, verifier } }
  }
  const mutants = MUTANT_KINDS.flatMap(kind => {
    const mutant = mutate(kind, plan, question, index, seed)
    return mutant ? [measure(kind, writeChain(mutant, index).text)] : []
  })
  return [measure('faithful', writeChain(plan, index).text), ...mutants]
}

export interface KindAuc {
  readonly kind: MutantKind
  readonly n: number
  /** Chance .5; 1 = every faithful chain scores above every mutant. */
  readonly auc: Readonly<Record<AucMeasure, number>>
}

/** How well each measure tells faithful chains from each kind of mutant that changes the meaning. */
export function mutantAucs(chains: readonly MeasuredChain[]): KindAuc[] {
  const faithful = chains.filter(chain => chain.kind === 'faithful')
  return MUTANT_KINDS.filter(kind => MUTANT_SIGN[kind] !== 'faithful').map(kind => {
    const mutants = chains.filter(chain => chain.kind === kind)
    const of = (measure: AucMeasure): number =>
      auc(
        faithful.map(chain => chain.scores[measure]),
        mutants.map(chain => chain.scores[measure]),
      )
    return {
      kind,
      n: mutants.length,
      auc: Object.fromEntries(AUC_MEASURES.map(measure => [measure, of(measure)])) as KindAuc['auc'],
    }
  })
}
