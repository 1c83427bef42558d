import type { Seed } from '../../core/rng.ts'
import { programRelations } from '../gqa/program.ts'
import { trainingTarget } from '../record.ts'
import { mutantCaught } from '../verify/mutant-caught.ts'
import { verifyChain } from '../verify/verify-chain.ts'
import { writeChain } from './chain-plan.ts'
import { type MutantKind, mutate } from './mutants.ts'
import type { ChainTask } from './question-set.ts'
import { referencePlan } from './reference-chain.ts'

/** A generated question with its reference chain, as a row of the released schema with our columns behind it. */
export function generatedRow({ question, index, program }: ChainTask, seed: Seed): Record<string, unknown> {
  const { text, gold } = writeChain(referencePlan(question, index, seed), index)
  const { relation, relations, hops } = programRelations(program)
  return {
    imageId: question.sceneId,
    question: question.question,
    answer: question.answer,
    fullAnswer: question.fullAnswer,
    thinking: text,
    scene_graph: index.graph,
    relation,
    relations,
    hops,
    spatial: hops > 0,
    questionId: question.id,
    form: question.form,
    detailedType: question.detailed,
    semantic: question.semantic,
    gold,
  }
}

/** A mutant as a row of `generation_records.jsonl`, so that it can be audited like a model's chain; null where the kind does not apply. */
export function mutantRow(
  task: ChainTask,
  kind: MutantKind,
  seed: Seed,
  idx: number,
): (Record<string, unknown> & { readonly caught: boolean }) | null {
  const { question, index, program, choices } = task
  const plan = referencePlan(question, index, seed)
  const mutant = mutate(kind, plan, question, index, seed)
  if (!mutant) return null
  const thinking = writeChain(mutant, index).text
  const verdict = verifyChain(thinking, index, { question: question.question, program, choices })
  return {
    idx,
    imageId: question.sceneId,
    question: question.question,
    ref_thinking: writeChain(plan, index).text,
    ref_answer: question.answer,
    prediction: trainingTarget({ thinking, answer: question.answer }),
    kind,
    caught: mutantCaught(kind, verdict, question.answer),
  }
}
