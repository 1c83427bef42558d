import { z } from 'zod'
import { SpatialTunnelError, shown } from '../../core/errors.ts'
import { formatPath } from '../../core/scene.ts'
import { expectedBy } from '../../core/schema-error.ts'
import type { Instruction } from '../gqa/program.ts'
import { type GraphIndex, indexGraph } from '../graph/graph-index.ts'
import { readSceneGraph, type SceneGraph } from '../graph/scene-graph.ts'
import type { JudgeScores } from '../judge/judge-reply.ts'
import { type EntityContext, type OverlapMeasures, overlapMeasures } from '../overlap/measures.ts'
import { choicesOf, normaliseAnswer } from '../read/normalise-answer.ts'
import { parsePrediction, type UnparsedReason } from '../read/parse-prediction.ts'
import { nameIndex } from '../text/mentions.ts'
import type { Relation } from '../text/relation.ts'
import { type ChainClass, type ChainVerdict, chainClass, verifyChain } from '../verify/verify-chain.ts'

/** A row of `generation_records.jsonl`: what a model was asked, and what it wrote. */
const predictionSchema = z.looseObject({
  imageId: z.union([z.string(), z.number()]).transform(String),
  question: z.string(),
  ref_thinking: z.string().default(''),
  ref_answer: z.string().default(''),
  prediction: z.string().nullable().default(''),
})
export type PredictionRow = z.output<typeof predictionSchema>

/** @throws SpatialTunnelError `prediction-row`, with the field's path */
export function readPredictionRow(value: unknown): PredictionRow {
  const result = predictionSchema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  throw new SpatialTunnelError({
    code: 'prediction-row',
    where: formatPath(issue.path) || 'row',
    found: shown(issue.path.reduce<unknown>((node, key) => (node as Record<PropertyKey, unknown>)?.[key], value)),
    expected: issue.code === 'invalid_union' ? 'a string or a number' : expectedBy(issue),
  })
}

/** What is known about a question: found by image and question, never by the row's number. */
export interface AuditReference {
  readonly imageId: string
  readonly question: string
  readonly answer: string
  readonly thinking: string
  readonly relation: Relation
  readonly hops: number
  readonly graph: SceneGraph | null
  readonly program: readonly Instruction[] | null
}

/** Every row ends as one of these; nothing is dropped silently. */
export type RowStatus = 'ok' | 'unparsed' | 'skipped'

/** A row of `eval_records.jsonl`. */
export interface AuditRow {
  readonly idx: number
  readonly imageId: string
  readonly question: string
  readonly status: RowStatus
  /** Why it is unparsed or skipped. */
  readonly reason: UnparsedReason | 'no-prediction' | 'unknown-question' | null
  readonly thinking: string
  readonly answer: string | null
  readonly refAnswer: string
  readonly correct: boolean
  readonly relation: Relation
  readonly hops: number
  /** null when the row is skipped. */
  readonly overlap: OverlapMeasures | null
  /** null without a scene graph. */
  readonly verifier: RowVerdict | null
  readonly judge: JudgeScores | null
}

/** The part of a verdict that is kept in files. */
export interface RowVerdict
  extends Pick<ChainVerdict, 'faithfulness' | 'completeness' | 'entails' | 'imageHeight' | 'counts'> {
  /** null for a wrong or missing answer. */
  readonly class: ChainClass | null
}

const MATCH_SPACE = /\s+/g
/** Joins rows and references. */
export const questionKey = (imageId: string, question: string): string =>
  `${imageId}\u0000${question.trim().toLowerCase().replace(MATCH_SPACE, ' ')}`

/**
 * Measures one prediction: reads its chain and answer, compares with the reference, checks its claims.
 *
 * @param reference null: the question is not in the data set; the row is skipped and says so
 * @param names every object name that counts for entity overlap; the graph's own when left out
 */
export function auditRow(
  idx: number,
  row: PredictionRow,
  reference: AuditReference | null,
  names?: readonly string[],
): AuditRow {
  const refAnswer = (reference?.answer || row.ref_answer).trim().toLowerCase()
  const base = {
    idx,
    imageId: row.imageId,
    question: row.question,
    refAnswer,
    relation: reference?.relation ?? ('other' as const),
    hops: reference?.hops ?? 0,
    judge: null,
  }
  const skipped = {
    ...base,
    status: 'skipped' as const,
    thinking: '',
    answer: null,
    correct: false,
    overlap: null,
    verifier: null,
  }
  if (reference === null && row.ref_answer === '') return { ...skipped, reason: 'unknown-question' }
  if (row.prediction === null) return { ...skipped, reason: 'no-prediction' }
  const choices = choicesOf(row.question, refAnswer)
  const parsed = parsePrediction(row.prediction, choices)
  const wanted = normaliseAnswer(refAnswer, choices)
  const correct = parsed.status === 'ok' && wanted.kind === 'answer' && parsed.answer === wanted.answer
  const index = reference?.graph ? indexGraph(reference.graph) : null
  const entities = entitiesOf(index, names)
  return {
    ...base,
    status: parsed.status,
    reason: parsed.status === 'ok' ? null : parsed.reason,
    thinking: parsed.thinking,
    answer: parsed.status === 'ok' ? parsed.answer : null,
    correct,
    overlap: overlapMeasures(parsed.thinking, reference?.thinking || row.ref_thinking, entities),
    verifier:
      index && reference ? verdictOf(parsed.thinking, index, reference, choices, correct ? refAnswer : null) : null,
  }
}

function entitiesOf(index: GraphIndex | null, names: readonly string[] | undefined): EntityContext {
  const inGraph = index && new Set(index.names)
  return { names: nameIndex([...(names ?? []), ...(index?.names ?? [])]), inGraph }
}

function verdictOf(
  thinking: string,
  index: GraphIndex,
  reference: AuditReference,
  choices: readonly string[],
  rightAnswer: string | null,
): RowVerdict {
  const verdict = verifyChain(thinking, index, {
    question: reference.question,
    choices,
    ...(reference.program ? { program: reference.program } : {}),
  })
  const { faithfulness, completeness, entails, imageHeight, counts } = verdict
  const ofClass = rightAnswer === null ? null : chainClass(thinking, verdict, rightAnswer)
  return { faithfulness, completeness, entails, imageHeight, counts, class: ofClass }
}

/** The graph of a row in the files' shape (an object, JSON or a Python literal); null where there is none. */
export const rowGraph = (value: unknown): SceneGraph | null =>
  value === undefined || value === null || value === '' ? null : readSceneGraph(value)
