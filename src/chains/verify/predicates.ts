import { attributeOfKind } from '../graph/attributes.ts'
import { type GraphIndex, hasEdge } from '../graph/graph-index.ts'
import { imageCenter } from '../graph/scene-graph.ts'
import { inverseRelation, oppositeRelation, type Relation } from '../text/relation.ts'
import type { ClaimRelation, Extreme, ImagePosition } from './claim.ts'

/** true, false, or null: inside a margin, or the graph does not tell. */
export type Truth = boolean | null

/** Margins of what is measured here; the relations of tunnel scenes carry the truth's own margins in their edges. */
export interface PredicateMargins {
  /** Share of the image's width or height. */
  readonly positionShare: number
  readonly depthM: number
  /** Up to the first gap between surfaces: true; from the second: false (ours). */
  readonly nearM: readonly [number, number]
  readonly nextToM: readonly [number, number]
}
export const PREDICATE_DEFAULTS: PredicateMargins = {
  positionShare: 0.05,
  depthM: 0.05,
  nearM: [1, 2],
  nextToM: [0.5, 1],
}

const asRelation = (relation: ClaimRelation): Relation =>
  relation === 'closer' ? 'in_front_of' : relation === 'farther' ? 'behind' : relation

/**
 * Is `a` in this relation to `b`?
 *
 * Tunnel scenes: left/right, above/below from projected centres and closer/farther from depth, as their edges say (never from
 * image height); higher/lower from 3-D y; near, next to from the gap in 3-D. GQA: edge or inverse → true, a contradicting edge →
 * false, else boxes for left/right/above/below; depth stays undetermined.
 */
export function relationTruth(
  index: GraphIndex,
  claimed: ClaimRelation,
  a: number,
  b: number,
  margins: PredicateMargins = PREDICATE_DEFAULTS,
): Truth {
  if (a === b) return false
  const relation = asRelation(claimed)
  if (hasEdge(index, relation, a, b)) return true
  const opposite = oppositeRelation(relation)
  if (opposite && hasEdge(index, opposite, a, b)) return false
  if (relation === 'above' && hasEdge(index, 'on_top_of', a, b)) return true
  if (relation === 'near' && (hasEdge(index, 'next_to', a, b) || hasEdge(index, 'next_to', b, a))) return true
  if (relation === 'near' || relation === 'next_to') return gapTruth(index, relation, a, b, margins)
  if (relation === 'higher' || relation === 'lower') return heightTruth(index, relation, a, b, margins)
  return index.graph.closedWorld ? null : boxTruth(index, relation, a, b, margins)
}

function gapTruth(
  index: GraphIndex,
  relation: 'near' | 'next_to',
  a: number,
  b: number,
  margins: PredicateMargins,
): Truth {
  const [first, second] = [index.objects[a]!, index.objects[b]!]
  if (!first.center3d || !second.center3d) return null
  const distance = Math.hypot(...first.center3d.map((value, i) => value - second.center3d![i]!))
  const gap = distance - (first.sizeM ?? 0) - (second.sizeM ?? 0)
  const [near, far] = relation === 'near' ? margins.nearM : margins.nextToM
  return gap <= near ? true : gap >= far ? false : null
}

function heightTruth(
  index: GraphIndex,
  relation: 'higher' | 'lower',
  a: number,
  b: number,
  margins: PredicateMargins,
): Truth {
  const [first, second] = [index.objects[a]!.center3d, index.objects[b]!.center3d]
  return first && second ? beyond((first[1] - second[1]) * (relation === 'higher' ? 1 : -1), margins.depthM) : null
}

function boxTruth(index: GraphIndex, relation: Relation, a: number, b: number, margins: PredicateMargins): Truth {
  const [ax, ay] = imageCenter(index.objects[a]!)
  const [bx, by] = imageCenter(index.objects[b]!)
  const { width, height } = index.graph
  if (relation === 'left_of') return beyond(bx - ax, margins.positionShare * width)
  if (relation === 'right_of') return beyond(ax - bx, margins.positionShare * width)
  if (relation === 'above') return beyond(by - ay, margins.positionShare * height)
  if (relation === 'below') return beyond(ay - by, margins.positionShare * height)
  return null
}

/** Positive beyond the margin: true; negative beyond it: false. */
const beyond = (delta: number, margin: number): Truth => (Math.abs(delta) < margin ? null : delta > 0)

/** Does the object's centre lie in this half of the image? */
export function positionTruth(
  index: GraphIndex,
  i: number,
  position: ImagePosition,
  margins: PredicateMargins = PREDICATE_DEFAULTS,
): Truth {
  const [x, y] = imageCenter(index.objects[i]!)
  const { width, height } = index.graph
  const fromCenter = position === 'left' || position === 'right' ? x - width / 2 : y - height / 2
  const margin = margins.positionShare * (position === 'left' || position === 'right' ? width : height)
  return beyond(position === 'left' || position === 'top' ? -fromCenter : fromCenter, margin)
}

/** Which relation to every other object an extreme is. */
export const EXTREMES: Readonly<Record<Extreme, ClaimRelation>> = {
  closest: 'closer',
  farthest: 'farther',
  leftmost: 'left_of',
  rightmost: 'right_of',
  topmost: 'above',
  bottommost: 'below',
  highest: 'higher',
  lowest: 'lower',
}

/** Is the object in the extreme's relation to every other object (of `among`)? */
export function extremeTruth(
  index: GraphIndex,
  i: number,
  extreme: Extreme,
  among: readonly number[] = index.objects.map((_, k) => k),
  margins: PredicateMargins = PREDICATE_DEFAULTS,
): Truth {
  const truths = among.filter(k => k !== i).map(k => relationTruth(index, EXTREMES[extreme], i, k, margins))
  return truths.includes(false) ? false : truths.includes(null) ? null : true
}

/** Does the object have the attribute? Another value of the same kind rules it out; else only a closed graph does. */
export function attributeTruth(index: GraphIndex, i: number, attribute: string): Truth {
  const object = index.objects[i]!
  if (object.attributes.some(own => own.toLowerCase() === attribute) || index.names[i] === attribute) return true
  for (const kind of ['color', 'shape', 'material']) {
    const isOfKind = attributeOfKind({ name: '', attributes: [attribute] }, kind) !== null
    if (isOfKind && attributeOfKind(object, kind) !== null) return false
  }
  return null
}

/** The same relation told from the other side, for claims. */
export const inverseClaim = (relation: ClaimRelation): ClaimRelation | null =>
  relation === 'closer' ? 'farther' : relation === 'farther' ? 'closer' : inverseRelation(relation)
