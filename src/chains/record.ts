import { z } from 'zod'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { formatPath } from '../core/scene.ts'
import { readSceneGraph, type SceneGraph } from './graph/scene-graph.ts'
import { RELATIONS, type Relation } from './text/relation.ts'

/** Columns of the released dataset, in its order; `question_x` is read for `question`. */
const recordSchema = z.looseObject({
  imageId: z.union([z.string(), z.number()]).transform(String),
  question: z.string(),
  answer: z.string(),
  fullAnswer: z.string().default(''),
  thinking: z.string().default(''),
  scene_graph: z.unknown().optional(),
  relation: z.string().default('other'),
  relations: z.array(z.string()).default([]),
  hops: z.number().default(0),
  spatial: z.boolean().default(false),
})

/** A question about an image, with its reference chain and the scene graph that the chain can be held against. */
export interface ChainRecord {
  /** Ids are text: leading zeros stay. */
  readonly imageId: string
  readonly question: string
  readonly answer: string
  readonly fullAnswer: string
  readonly thinking: string
  /** null: the row has none; what needs it says so. */
  readonly sceneGraph: SceneGraph | null
  /** Primary relation: that of the program's last spatial operation. */
  readonly relation: Relation
  readonly relations: readonly string[]
  /** Spatial operations of the program: 0 none, 1 single, 2 and more multi. */
  readonly hops: number
  readonly spatial: boolean
}

/**
 * Reads a row of the dataset.
 *
 * @throws SpatialTunnelError `chain-record` (with the field's path), `scene-graph`, `python-literal`
 */
export function readRecord(value: unknown): ChainRecord {
  const row = typeof value === 'object' && value !== null ? { ...value } : value
  if (isRecord(row) && row.question === undefined && row.question_x !== undefined) row.question = row.question_x
  const result = recordSchema.safeParse(row)
  if (!result.success) {
    const issue = result.error.issues[0]!
    throw new SpatialTunnelError({
      code: 'chain-record',
      where: formatPath(issue.path) || 'record',
      found: shown(value),
      expected: issue.message.replace(/^Invalid input: expected /, ''),
    })
  }
  const { scene_graph, relation, ...rest } = result.data
  return {
    imageId: rest.imageId,
    question: rest.question,
    answer: rest.answer,
    fullAnswer: rest.fullAnswer,
    thinking: rest.thinking,
    sceneGraph:
      scene_graph === undefined || scene_graph === null || scene_graph === '' ? null : readSceneGraph(scene_graph),
    relation: (RELATIONS as readonly string[]).includes(relation) ? (relation as Relation) : 'other',
    relations: rest.relations,
    hops: rest.hops,
    spatial: rest.spatial,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A record as a row of the released schema; the graph as an object (JSONL) or as JSON text (`graphAsText`: CSV, Parquet). */
export function recordRow(record: ChainRecord, graphAsText = false): Record<string, unknown> {
  const { sceneGraph, imageId, question, answer, fullAnswer, thinking, relation, relations, hops, spatial } = record
  const scene_graph = graphAsText && sceneGraph ? JSON.stringify(sceneGraph) : sceneGraph
  return { imageId, question, answer, fullAnswer, thinking, scene_graph, relation, relations, hops, spatial }
}

/** What a model is trained to write. */
export const trainingTarget = (record: Pick<ChainRecord, 'thinking' | 'answer'>): string =>
  `<think>\n${record.thinking}\n</think>\n<answer>\n${record.answer}\n</answer>`
