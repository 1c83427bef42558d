import { SpatialTunnelError, shown } from '../../core/errors.ts'
import { attributeOfKind } from '../graph/attributes.ts'
import { type GraphIndex, hasEdge } from '../graph/graph-index.ts'
import { imageCenter } from '../graph/scene-graph.ts'
import type { Instruction, RelationArgument } from './program.ts'

/** Value of an operation: a set of objects (by number), a truth value, a text; null when the graph does not tell. */
export type ProgramValue = readonly number[] | boolean | string | null

/**
 * Runs a program on a scene graph.
 *
 * Objects are found by name; where no object has the name (GQA's programs name categories: "animal"), the ids that the
 * program itself gives are used. Relations come from the graph's edges and their inverses.
 *
 * @returns the value of every operation, in order; the last one is the answer's
 * @throws SpatialTunnelError `program-operation` for a kind of comparison that a scene graph cannot decide
 */
export function executeProgram(program: readonly Instruction[], index: GraphIndex): ProgramValue[] {
  const values: ProgramValue[] = []
  for (const step of program) values.push(run(step, index, values))
  return values
}

/** The answer as GQA writes it: yes, no, or a text; null when the graph does not tell. */
export function programAnswer(program: readonly Instruction[], index: GraphIndex): string | null {
  const value = executeProgram(program, index).at(-1)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  return value === null || value === undefined ? null : value.length > 0 ? 'yes' : 'no'
}

function run(step: Instruction, index: GraphIndex, values: readonly ProgramValue[]): ProgramValue {
  const objects = (k: number): readonly number[] => {
    const value = values[step.inputs[k] ?? -1]
    return Array.isArray(value) ? (value as readonly number[]) : []
  }
  switch (step.op) {
    case 'select':
      return select(index, step.name, step.ids)
    case 'relate': {
      const anchors = objects(0)
      return namedObjects(index, step).filter(other => anchors.some(anchor => related(index, step, 0, other, anchor)))
    }
    case 'verify rel': {
      const anchors = objects(0)
      return namedObjects(index, step).some(other => anchors.some(anchor => related(index, step, 0, other, anchor)))
    }
    case 'choose rel': {
      const others = namedObjects(index, step)
      const chosen = step.relations.findIndex((_, k) =>
        others.some(other => objects(0).some(anchor => related(index, step, k, other, anchor))),
      )
      return step.relations[chosen] ?? null
    }
    case 'filter':
      return objects(0).filter(i => hasValue(index, i, step.kind, step.value) !== step.not)
    case 'verify':
      return objects(0).length > 0 && objects(0).every(i => hasValue(index, i, step.kind, step.value) !== step.not)
    case 'choose':
      return choose(index, step.kind, step.values, objects(0), objects(1), step.inputs.length > 1)
    case 'query':
      return query(index, step.kind, objects(0))
    case 'exist':
      return objects(0).length > 0
    case 'and':
      return step.inputs.every(input => truthOf(values[input]))
    case 'or':
      return step.inputs.some(input => truthOf(values[input]))
    case 'same':
    case 'different':
      return sameKind(index, step.kind, [...objects(0), ...objects(1)], step.op === 'same')
    case 'common':
      return common(index, objects(0), objects(1))
  }
}

const truthOf = (value: ProgramValue | undefined): boolean =>
  typeof value === 'boolean' ? value : Array.isArray(value) && value.length > 0

function select(index: GraphIndex, name: string, ids: readonly string[]): readonly number[] {
  const named = index.byName.get(name)
  if (named) return named
  const given: number[] = []
  for (const id of ids) {
    const i = index.numberOfId.get(id)
    if (i !== undefined) given.push(i)
  }
  return given
}

/**
 * Objects that the named end of a relation can be: all of its name; where the operation speaks of one ("Is the cube left of …?")
 * and says which, only that.
 */
export function namedObjects(
  index: GraphIndex,
  argument: RelationArgument & { readonly op: string },
): readonly number[] {
  const all = argument.name === '_' ? index.objects.map((_, i) => i) : select(index, argument.name, argument.ids)
  if (argument.op === 'relate' || argument.ids.length === 0) return all
  const given = all.filter(i => argument.ids.includes(index.ids[i]!))
  return given.length > 0 ? given : all
}

function related(index: GraphIndex, argument: RelationArgument, k: number, other: number, anchor: number): boolean {
  if (other === anchor) return false
  const key = argument.keys[k]!
  if (key.startsWith('same ')) {
    const kind = key.slice(5)
    const value = attributeOfKind(index.objects[other]!, kind)
    return value !== null && value === attributeOfKind(index.objects[anchor]!, kind)
  }
  return argument.named === 'subject' ? hasEdge(index, key, other, anchor) : hasEdge(index, key, anchor, other)
}

/** Positions are halves of the image; every other kind is a listed attribute or the name. */
function hasValue(index: GraphIndex, i: number, kind: string, value: string): boolean {
  const object = index.objects[i]!
  if (kind === 'hposition' || kind === 'vposition') return positionOf(index, i, kind) === value
  if (kind === 'location' || kind === 'place') return index.graph.location === value
  return object.attributes.includes(value) || index.names[i] === value
}

function positionOf(index: GraphIndex, i: number, kind: 'hposition' | 'vposition'): string {
  const [x, y] = imageCenter(index.objects[i]!)
  if (kind === 'hposition') return x < index.graph.width / 2 ? 'left' : 'right'
  return y < index.graph.height / 2 ? 'top' : 'bottom'
}

function query(index: GraphIndex, kind: string, objects: readonly number[]): string | null {
  if (kind === 'location' || kind === 'place') return index.graph.location ?? null
  const first = objects[0]
  if (first === undefined) return null
  if (kind === 'name') return index.objects[first]!.name
  if (kind === 'hposition' || kind === 'vposition') return positionOf(index, first, kind)
  return attributeOfKind(index.objects[first]!, kind)
}

/** Comparatives that boxes decide. */
const LARGER = new Set(['larger', 'bigger', 'taller', 'smaller', 'shorter'])

function choose(
  index: GraphIndex,
  kind: string,
  values: readonly string[],
  first: readonly number[],
  second: readonly number[],
  compares: boolean,
): string | null {
  if (!compares) return values.find(value => first.some(i => hasValue(index, i, kind, value))) ?? null
  if (!LARGER.has(kind)) {
    throw new SpatialTunnelError({
      code: 'program-operation',
      where: 'choose',
      found: shown(`choose ${kind}`),
      expected: `a comparison that boxes decide: ${[...LARGER].join(', ')}`,
      remedy: 'leave the question out: a scene graph does not tell',
    })
  }
  const [a, b] = [index.objects[first[0] ?? -1], index.objects[second[0] ?? -1]]
  if (!a || !b) return null
  const extent = (object: typeof a): number =>
    kind === 'taller' || kind === 'shorter' ? object.h : object.w * object.h
  const wantsMore = kind !== 'smaller' && kind !== 'shorter'
  return extent(a) > extent(b) === wantsMore ? a.name : b.name
}

function sameKind(index: GraphIndex, kind: string, objects: readonly number[], same: boolean): boolean | null {
  const seen = new Set(
    objects.map(i =>
      kind === 'type' || kind === 'name' ? index.objects[i]!.name : attributeOfKind(index.objects[i]!, kind),
    ),
  )
  if (objects.length < 2 || seen.has(null)) return null
  return same ? seen.size === 1 : seen.size > 1
}

const COMMON_KINDS = ['color', 'material', 'shape', 'size', 'pattern']

function common(index: GraphIndex, first: readonly number[], second: readonly number[]): string | null {
  return COMMON_KINDS.find(kind => sameKind(index, kind, [...first, ...second], true) === true) ?? null
}
