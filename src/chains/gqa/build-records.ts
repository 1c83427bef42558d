import { type Seed, stream } from '../../core/rng.ts'
import { indexGraph } from '../graph/graph-index.ts'
import type { SceneGraph } from '../graph/scene-graph.ts'
import { choicesOf, normaliseAnswer } from '../read/normalise-answer.ts'
import { parsePrediction } from '../read/parse-prediction.ts'
import type { ChainRecord } from '../record.ts'
import { verifyChain } from '../verify/verify-chain.ts'
import { parseProgram, programRelations } from './program.ts'
import { AUDITED_TYPES, type GqaQuestion, type ProgramStep } from './question.ts'

/** A record with its program and split. */
export interface BuiltRecord extends ChainRecord {
  readonly questionId: string
  readonly detailedType: string
  readonly semantic: readonly ProgramStep[]
  readonly split: 'train' | 'test'
}

/** Why a question is not in the data set. */
export type LeftOut =
  | 'type'
  | 'no-graph'
  | 'no-chain'
  | 'unparsed'
  | 'answer-differs'
  | 'contradicted'
  | 'program-operation'

export interface BuildResult {
  readonly records: readonly BuiltRecord[]
  readonly leftOut: Readonly<Partial<Record<LeftOut, number>>>
}

export interface BuildOptions {
  /** Share of the *images* that go to the test split: no image is in both. */
  readonly testShare: number
  readonly seed: Seed
}
export const BUILD_DEFAULTS: BuildOptions = { testShare: 0.05, seed: 20260605 }

/**
 * SpatialChain's data set from GQA's files and generated chains. A chain is retained if its answer matches the question's and none
 * of its claims contradicts the scene graph.
 *
 * @param chains question id → what a model wrote (chain and answer)
 */
export function buildRecords(
  questions: readonly GqaQuestion[],
  graphs: ReadonlyMap<string, SceneGraph>,
  chains: ReadonlyMap<string, string>,
  options: Partial<BuildOptions> = {},
): BuildResult {
  const { testShare, seed } = { ...BUILD_DEFAULTS, ...options }
  const leftOut: Partial<Record<LeftOut, number>> = {}
  const records = questions.flatMap(question => {
    const built = buildRecord(question, graphs.get(question.imageId), chains.get(question.id))
    if (typeof built === 'string') {
      leftOut[built] = (leftOut[built] ?? 0) + 1
      return []
    }
    const split = stream(seed, question.imageId, 'split')() < testShare ? ('test' as const) : ('train' as const)
    return [{ ...built, split }]
  })
  return { records, leftOut }
}

function buildRecord(
  question: GqaQuestion,
  graph: SceneGraph | undefined,
  generated: string | undefined,
): Omit<BuiltRecord, 'split'> | LeftOut {
  const detailed = question.types.detailed ?? ''
  if (!AUDITED_TYPES.has(detailed)) return 'type'
  if (!graph) return 'no-graph'
  if (generated === undefined) return 'no-chain'
  const choices = choicesOf(question.question, question.answer)
  const parsed = parsePrediction(generated, choices)
  if (parsed.status !== 'ok') return 'unparsed'
  const wanted = normaliseAnswer(question.answer, choices)
  if (wanted.kind !== 'answer' || wanted.answer !== parsed.answer) return 'answer-differs'
  const verdict = verifyChain(parsed.thinking, indexGraph(graph), { question: question.question, choices })
  if (verdict.counts.contradicted > 0) return 'contradicted'
  const { relation, relations, hops } = programRelations(parseProgram(question.semantic))
  return {
    questionId: question.id,
    detailedType: detailed,
    semantic: question.semantic,
    imageId: question.imageId,
    question: question.question,
    answer: question.answer,
    fullAnswer: question.fullAnswer,
    thinking: parsed.thinking,
    sceneGraph: graph,
    relation,
    relations,
    hops,
    spatial: hops > 0,
  }
}
