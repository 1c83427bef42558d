import { executeProgram, namedObjects } from '../gqa/execute.ts'
import type { Instruction } from '../gqa/program.ts'
import { type GraphIndex, relationKey } from '../graph/graph-index.ts'
import type { Claim, ClaimRelation } from './claim.ts'
import { inverseClaim, type Truth } from './predicates.ts'

/**
 * The answer that a chain's claims imply, true or not: the program is run with the claimed relations in place of the graph's.
 * null: they leave it open. What the answer sentence says plays no part.
 *
 * @param claims those that count (not taken back)
 */
export function entailedAnswer(
  program: readonly Instruction[],
  index: GraphIndex,
  claims: readonly Claim[],
): string | null {
  const graphValues = executeProgram(program, index)
  const values: Value[] = []
  const graphOnly: boolean[] = []
  for (const [i, step] of program.entries()) {
    // An operation that no spatial one feeds: the graph's own value stands.
    graphOnly.push(!('relations' in step) && step.inputs.every(input => graphOnly[input]))
    values.push(run(step, index, claims, values, graphValues[i]! as Value, graphOnly[i]!))
  }
  const answer = values.at(-1)
  if (answer === undefined || answer === null) return null
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no'
  return typeof answer === 'string' ? answer : answer.length > 0 ? 'yes' : 'no'
}

/** Like the executor's, with null for what the claims leave open. */
type Value = readonly number[] | boolean | string | null

function run(
  step: Instruction,
  index: GraphIndex,
  claims: readonly Claim[],
  values: readonly Value[],
  graphValue: Value,
  isGraphOnly: boolean,
): Value {
  if (isGraphOnly) return graphValue
  const input = (k: number): Value => values[step.inputs[k] ?? -1] ?? null
  switch (step.op) {
    case 'relate':
    case 'verify rel':
    case 'choose rel':
      return relate(step, index, claims, input(0))
    case 'filter': {
      const objects = input(0)
      return Array.isArray(objects)
        ? (objects as readonly number[]).filter(i => hasValue(index, i, step.value) !== step.not)
        : objects
    }
    case 'exist': {
      const objects = input(0)
      return Array.isArray(objects) ? objects.length > 0 : (objects as boolean | null)
    }
    case 'and':
    case 'or':
      return combine(
        step.op,
        step.inputs.map((_, k) => asTruth(input(k))),
      )
    default:
      return null
  }
}

const hasValue = (index: GraphIndex, i: number, value: string): boolean =>
  index.objects[i]!.attributes.includes(value) || index.names[i] === value

const asTruth = (value: Value): Truth =>
  typeof value === 'boolean' ? value : Array.isArray(value) ? value.length > 0 : null

function combine(op: 'and' | 'or', parts: readonly Truth[]): Truth {
  const decisive = op === 'or'
  return parts.includes(decisive) ? decisive : parts.includes(null) ? null : !decisive
}

type Spatial = Extract<Instruction, { relations: readonly string[] }>

/** `relate`: the objects claimed to be so related; a truth value where only that there is one, or none, is claimed. */
function relate(step: Spatial, index: GraphIndex, claims: readonly Claim[], input: Value): Value {
  if (!Array.isArray(input)) return input === false ? [] : null
  const anchors = input as readonly number[]
  const named = namedObjects(index, step)
  const world = index.graph.closedWorld ? 'tunnel' : 'gqa'
  const truthOf = (k: number): { some: Truth; found: number[] } => {
    const key = relationKey(step.relations[k]!, world) as ClaimRelation
    const of = (i: number): Truth => {
      const truths = anchors
        .filter(anchor => anchor !== i)
        .map(anchor => (step.named === 'subject' ? claimed(claims, key, i, anchor) : claimed(claims, key, anchor, i)))
      return truths.includes(true) ? true : truths.every(value => value === false) ? false : null
    }
    const truths = named.map(of)
    const found = named.filter((_, j) => truths[j] === true)
    if (found.length > 0) return { some: true, found }
    const said = step.named === 'subject' ? existenceClaimed(claims, key, step.name, named, anchors) : null
    return { some: said ?? (truths.every(value => value === false) ? false : null), found }
  }
  if (step.op === 'choose rel') {
    const truths = step.relations.map((_, k) => truthOf(k).some)
    const chosen = truths.indexOf(true)
    if (chosen >= 0) return step.relations[chosen]!
    // One of two is denied: the other is meant.
    return truths.length === 2 && truths.includes(false) ? step.relations[1 - truths.indexOf(false)]! : null
  }
  const { some, found } = truthOf(0)
  if (step.op === 'verify rel') return some
  return found.length > 0 ? found : some === false ? [] : some
}

/** Last word of the claims on a relation between two objects. */
function claimed(claims: readonly Claim[], relation: ClaimRelation, a: number, b: number): Truth {
  for (const claim of [...claims].reverse()) {
    if (claim.relation === null || claim.subject === null || claim.object === null) continue
    const stated = stance(claim, relation, a, b)
    if (stated !== null) return stated
  }
  return null
}

/** What one claim says about `a relation b`; depth has two wordings, every relation two directions. */
function stance(claim: Claim, relation: ClaimRelation, a: number, b: number): Truth {
  const said = plain(claim.relation!)
  const wanted = plain(relation)
  const inverse = inverseClaim(wanted)
  const forward = covers(claim, a, b)
  const backward = covers(claim, b, a)
  if (forward && said === wanted) return !claim.negated
  if (forward && said === inverse && inverse !== wanted) return claim.negated ? null : false
  if (backward && said === inverse) return !claim.negated
  if (backward && said === wanted && inverse !== wanted && inverse !== null) return claim.negated ? null : false
  return null
}

const plain = (relation: ClaimRelation): ClaimRelation =>
  relation === 'closer' ? 'in_front_of' : relation === 'farther' ? 'behind' : relation

/** Does the claim speak of this very pair? "No sphere" and "all spheres" speak of each sphere. */
function covers(claim: Claim, a: number, b: number): boolean {
  const { subject, object } = claim
  const speaksOf = (phrase: NonNullable<Claim['subject']>, i: number, forEach: boolean): boolean =>
    phrase.candidates.includes(i) && (phrase.candidates.length === 1 || forEach)
  return (
    speaksOf(subject!, a, subject!.quantifier === 'all' || (subject!.quantifier === 'some' && claim.negated)) &&
    speaksOf(object!, b, object!.quantifier === 'all')
  )
}

/** "There is a cube left of the sphere", "there is no cube left of it". */
function existenceClaimed(
  claims: readonly Claim[],
  relation: ClaimRelation,
  name: string,
  named: readonly number[],
  anchors: readonly number[],
): Truth {
  for (const claim of [...claims].reverse()) {
    const { subject, object } = claim
    if (subject === null) continue
    const sameName =
      subject.name === name && (subject.attributes.length === 0 || subject.candidates.length === named.length)
    if (claim.pattern === 'exist' && claim.relation === null && claim.value === null && claim.negated && sameName)
      return false
    if (!object || claim.relation === null || plain(claim.relation) !== plain(relation)) continue
    if (!object.candidates.some(i => anchors.includes(i))) continue
    if (!claim.negated && claim.pattern === 'exist' && subject.name === name) return true
    if (claim.negated && sameName) return false
  }
  return null
}
