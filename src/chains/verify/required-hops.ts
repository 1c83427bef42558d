import { executeProgram, namedObjects } from '../gqa/execute.ts'
import type { Instruction } from '../gqa/program.ts'
import type { GraphIndex } from '../graph/graph-index.ts'
import { normaliseRelation } from '../text/relation.ts'
import type { Claim, ClaimRelation } from './claim.ts'

export type HopAxis = 'horizontal' | 'vertical' | 'distance' | 'near' | 'contact' | 'other'

/** A step that the program has to take in space: which objects it holds against which, on which axis. */
export interface RequiredHop {
  /** Number of the operation. */
  readonly step: number
  readonly axis: HopAxis
  /** Objects that the named end could be; empty when the scene has none of them. */
  readonly named: readonly number[]
  /** Of them, those that are so related. */
  readonly found: readonly number[]
  readonly anchors: readonly number[]
  /** Name of the named end; null for any object. */
  readonly name: string | null
}

const AXES: Readonly<Partial<Record<ClaimRelation, HopAxis>>> = {
  left_of: 'horizontal',
  right_of: 'horizontal',
  above: 'vertical',
  below: 'vertical',
  in_front_of: 'distance',
  behind: 'distance',
  closer: 'distance',
  farther: 'distance',
  near: 'near',
  next_to: 'near',
  on_top_of: 'contact',
  inside: 'contact',
}

/** Axis on which a relation lies; a claim meets a hop on the same axis. */
export const axisOf = (relation: ClaimRelation): HopAxis => AXES[relation] ?? 'other'

/** The spatial operations of a program, with the objects that they turn on. */
export function requiredHops(program: readonly Instruction[], index: GraphIndex): RequiredHop[] {
  const values = executeProgram(program, index)
  const objectsAt = (step: number | undefined): readonly number[] => {
    const value = step === undefined ? undefined : values[step]
    return Array.isArray(value) ? (value as readonly number[]) : []
  }
  return program.flatMap((instruction, step) => {
    if (instruction.op !== 'relate' && instruction.op !== 'verify rel' && instruction.op !== 'choose rel') return []
    const relation = normaliseRelation(instruction.relations[0]!)
    if (relation === 'other') return []
    const named = namedObjects(index, instruction)
    return [
      {
        step,
        axis: axisOf(relation),
        named: narrowed(program, index, step, named),
        found: instruction.op === 'relate' ? objectsAt(step) : named,
        anchors: objectsAt(instruction.inputs[0]),
        name: instruction.name === '_' ? null : instruction.name,
      },
    ]
  })
}

/** Filters right behind a `relate` say which of the named objects are meant. */
function narrowed(
  program: readonly Instruction[],
  index: GraphIndex,
  step: number,
  named: readonly number[],
): readonly number[] {
  const next = program[step + 1]
  if (next?.op !== 'filter' || next.inputs[0] !== step) return named
  const kept = named.filter(i => index.objects[i]!.attributes.includes(next.value) !== next.not)
  return narrowed(program, index, step + 1, kept)
}

/**
 * Do these claims, all supported, take the step? One about a named object and an anchor, either way round, on the hop's axis
 * will do; where the step finds nothing, one that says so, or one for every candidate.
 */
export function meetsHop(hop: RequiredHop, claims: readonly Claim[]): boolean {
  const related = claims.filter(
    claim => claim.relation !== null && axisOf(claim.relation) === hop.axis && claim.object !== null,
  )
  const linksTo = (i: number): boolean =>
    related.some(
      claim => joins(claim, [i], hop.anchors) || (coversAll(claim, i) && overlaps(objectsOf(claim), hop.anchors)),
    )
  const found = hop.found.filter(i => hop.named.includes(i))
  if (found.length > 0) return found.some(linksTo)
  if (hop.named.length === 0)
    return claims.some(claim => claim.pattern === 'exist' && claim.negated && claim.subject?.name === hop.name)
  const saysNone = related.some(
    claim =>
      claim.negated &&
      claim.subject?.quantifier === 'some' &&
      hop.named.every(i => claim.subject!.candidates.includes(i)) &&
      overlaps(objectsOf(claim), hop.anchors),
  )
  return saysNone || hop.named.filter(i => !hop.anchors.includes(i)).every(linksTo)
}

const objectsOf = (claim: Claim): readonly number[] => claim.object?.candidates ?? []

const overlaps = (a: readonly number[], b: readonly number[]): boolean => a.some(i => b.includes(i))

/** A claim between one object of each side, whichever is named first. */
function joins(claim: Claim, a: readonly number[], b: readonly number[]): boolean {
  const [subject, object] = [claim.subject?.candidates ?? [], objectsOf(claim)]
  const single = (side: readonly number[], of: readonly number[]): boolean => side.length === 1 && overlaps(side, of)
  return (single(subject, a) && single(object, b)) || (single(subject, b) && single(object, a))
}

/** "All spheres are left of the cube" speaks of each. */
const coversAll = (claim: Claim, i: number): boolean =>
  claim.subject?.quantifier === 'all' && !claim.negated && claim.subject.candidates.includes(i)
