import { z } from 'zod'
import { SpatialTunnelError, shown } from '../../core/errors.ts'
import { formatPath } from '../../core/scene.ts'
import { parsePythonLiteral } from './python-literal.ts'

const id = z.union([z.string(), z.number()]).transform(String)
const point = z.tuple([z.number(), z.number()])
const vector = z.tuple([z.number(), z.number(), z.number()])

const relationSchema = z.object({ name: z.string(), object: id })

/** An object of a scene graph; the fields behind `relations` are known for tunnel scenes only. */
const graphObjectSchema = z.object({
  name: z.string(),
  /** Box in the image, px: left, top, width, height. */
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  attributes: z.array(z.string()).default([]),
  /** Edges owner –name→ object. */
  relations: z.array(relationSchema).default([]),
  /** Centre, m: x right, y up, z forward along the tunnel. */
  center3d: vector.optional(),
  /** Half extent, m. */
  sizeM: z.number().optional(),
  /** Depth of the centre along the camera's axis, m. */
  depthM: z.number().optional(),
  /** Projection of the 3-D centre: relations in the image use it, the box's centre where it is missing. */
  centerPx: point.optional(),
  visiblePx: z.number().optional(),
})

const sceneGraphSchema = z.object({
  width: z.number().default(0),
  height: z.number().default(0),
  location: z.string().optional(),
  objects: z.record(z.string(), graphObjectSchema),
  /** Everything that exists is in the graph: "no cup" can be true. GQA's annotations are not closed. */
  closedWorld: z.boolean().default(false),
})

export type GraphObject = z.output<typeof graphObjectSchema>
export type SceneGraph = z.output<typeof sceneGraphSchema>

/**
 * Reads a scene graph: an object, JSON text, or a Python literal.
 *
 * @throws SpatialTunnelError `scene-graph` (with the field's path), `python-literal`
 */
export function readSceneGraph(value: unknown): SceneGraph {
  const result = sceneGraphSchema.safeParse(typeof value === 'string' ? textValue(value) : value)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  throw new SpatialTunnelError({
    code: 'scene-graph',
    where: formatPath(issue.path) || 'scene_graph',
    found: shown(value),
    expected: issue.message.replace(/^Invalid input: expected /, ''),
  })
}

function textValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return parsePythonLiteral(text)
  }
}

/** Centre of an object in the image, px. */
export const imageCenter = (object: GraphObject): readonly [x: number, y: number] =>
  object.centerPx ?? [object.x + object.w / 2, object.y + object.h / 2]
