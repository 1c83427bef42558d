import { SpatialTunnelError, shown } from '../../core/errors.ts'
import { formatPath } from '../../core/scene.ts'
import { expectedBy } from '../../core/schema-error.ts'
import { relationKey } from '../graph/graph-index.ts'
import { canonical } from '../text/mentions.ts'
import { normaliseRelation, type Relation } from '../text/relation.ts'
import { type ProgramStep, programSchema } from './question.ts'

/** `cone,to the right of,s (-)`: which end of the relation the named object is. */
export interface RelationArgument {
  /** `_` = any object. */
  readonly name: string
  /** Raw relation names; several only for `choose rel`. */
  readonly relations: readonly string[]
  /** Their keys in the graph's edges. */
  readonly keys: readonly string[]
  /** The named object is the subject (`s`) or the object (`o`) of the relation. */
  readonly named: 'subject' | 'object'
  readonly ids: readonly string[]
}

/** One operation, its argument read. `inputs` are numbers of earlier instructions. */
export type Instruction = { readonly inputs: readonly number[] } & (
  | { readonly op: 'select'; readonly name: string; readonly ids: readonly string[] }
  | { readonly op: 'filter'; readonly kind: string; readonly value: string; readonly not: boolean }
  | { readonly op: 'verify'; readonly kind: string; readonly value: string; readonly not: boolean }
  | { readonly op: 'choose'; readonly kind: string; readonly values: readonly string[] }
  | { readonly op: 'query'; readonly kind: string }
  | ({ readonly op: 'relate' | 'verify rel' | 'choose rel' } & RelationArgument)
  | { readonly op: 'exist' | 'and' | 'or' | 'common' }
  | { readonly op: 'same' | 'different'; readonly kind: string }
)

/**
 * Reads a GQA program (`semantic`).
 *
 * @param value steps {operation, dependencies, argument}, as `JSON.parse` gives them
 * @throws SpatialTunnelError `program-operation` for an operation that is unknown: never a silent "no";
 *   `program-invalid` for an argument or dependency that cannot be read
 */
export function parseProgram(value: unknown): Instruction[] {
  const result = programSchema.safeParse(value)
  if (!result.success) {
    const issue = result.error.issues[0]!
    throw new SpatialTunnelError({
      code: 'program-invalid',
      where: formatPath(['semantic', ...issue.path]),
      found: shown(value),
      expected: expectedBy(issue),
    })
  }
  return result.data.map((step, i) => {
    const outside = step.dependencies.find(input => input < 0 || input >= i)
    if (outside !== undefined) throw invalid(i, `dependency ${outside}`, 'the number of an earlier operation')
    if (step.argument.length > LONGEST_ARGUMENT)
      throw invalid(i, `an argument of ${step.argument.length} characters`, `at most ${LONGEST_ARGUMENT}`)
    return parseStep(step, i)
  })
}

function parseStep({ operation, argument, dependencies: inputs }: ProgramStep, i: number): Instruction {
  const [verb, ...rest] = operation.trim().split(/\s+/)
  const kind = rest.join(' ')
  switch (verb) {
    case 'select':
      return { op: 'select', inputs, ...nameAndIds(argument) }
    case 'relate':
      return { op: 'relate', inputs, ...relationArgument(argument, i) }
    case 'verify':
    case 'choose':
      if (kind === 'rel') return { op: `${verb} rel`, inputs, ...relationArgument(argument, i) }
      if (verb === 'verify') return { op: 'verify', inputs, kind, ...maybeNot(argument) }
      return { op: 'choose', inputs, kind, values: withoutIds(argument).split('|') }
    case 'filter':
      return { op: 'filter', inputs, kind, ...maybeNot(argument) }
    case 'query':
      return { op: 'query', inputs, kind: kind || argument.trim() }
    case 'same':
    case 'different':
      return { op: verb, inputs, kind: kind || argument.trim() || 'type' }
    case 'exist':
    case 'and':
    case 'or':
    case 'common':
      return { op: verb, inputs }
    default:
      throw new SpatialTunnelError({
        code: 'program-operation',
        where: `semantic[${i}].operation`,
        found: shown(operation),
        expected: 'select, relate, filter, verify, choose, query, exist, and, or, same, different or common',
        remedy: 'leave the question out, or teach gqa/execute.ts the operation',
      })
  }
}

/** Longer arguments than any of GQA's. */
const LONGEST_ARGUMENT = 1000

/** `silver (11)` → `silver`. */
const withoutIds = (argument: string): string => argument.replace(/\s*\([^)]*\)$/, '')

/** `cube (11)`, `cube (-)`, `cube (11,12)`. */
function nameAndIds(argument: string): { name: string; ids: string[] } {
  const match = /^(.*?)\s*\(([^()]*)\)\s*$/.exec(argument)
  if (!match) return { name: canonical(argument), ids: [] }
  return { name: canonical(match[1]!), ids: match[2] === '-' ? [] : match[2]!.split(',').map(id => id.trim()) }
}

function relationArgument(argument: string, i: number): RelationArgument {
  const parts = /^([^,]*),([^,]*),\s*([so])\s*(\(.*\))?\s*$/.exec(argument)
  const { name, ids } = nameAndIds(`${parts?.[1]} ${parts?.[4] ?? ''}`)
  const [relation, side] = [parts?.[2]?.trim(), parts?.[3]]
  const object = parts?.[1]?.trim() === '_' ? '_' : name
  if (object && relation && (side === 's' || side === 'o')) {
    const relations = relation.split('|')
    return {
      name: object,
      relations,
      keys: relations.map(raw => relationKey(raw)),
      named: side === 's' ? 'subject' : 'object',
      ids,
    }
  }
  throw invalid(i, shown(argument), '"name|_,relation,s|o (ids)"')
}

function maybeNot(argument: string): { value: string; not: boolean } {
  const match = /^not\((.*)\)$/.exec(argument.trim())
  return match ? { value: match[1]!, not: true } : { value: withoutIds(argument).trim(), not: false }
}

const invalid = (i: number, found: string, expected: string): SpatialTunnelError =>
  new SpatialTunnelError({ code: 'program-invalid', where: `semantic[${i}]`, found, expected })

/** What a program says about space: `relation` and `relations` are columns of the records. */
export interface ProgramRelations {
  readonly relation: Relation
  readonly relations: readonly string[]
  /** Spatial `relate`, `verify rel` and `choose rel` operations. */
  readonly hops: number
}

/** Relations of a program in order; the primary one is that of its last spatial operation, or the last of any kind. */
export function programRelations(program: readonly Instruction[]): ProgramRelations {
  const all = program.flatMap(step => ('relations' in step ? [step.relations[0]!] : []))
  const spatial = all.map(raw => normaliseRelation(raw)).filter(relation => relation !== 'other')
  return { relation: spatial.at(-1) ?? 'other', relations: all, hops: spatial.length }
}
