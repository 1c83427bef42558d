import type { GraphIndex } from '../graph/graph-index.ts'
import type { ClaimRelation, Extreme, NounPhrase, Pattern } from './claim.ts'
import type { Item } from './items.ts'
import type { RawNoun } from './raw-noun.ts'

/** A predicate that stands before its subject: "To the left of the sphere is …". */
export interface Front {
  readonly item: Item
  readonly objects: readonly NounPhrase[]
  /** "Not on the left but on the right is …" */
  readonly negated: boolean
}

/** A relation that shares the object of one to come: "left of, and behind, the cube". */
export interface Sharing {
  readonly item: Item
  readonly negated: boolean
}

/** What is not claimed: to the next comma, to the next clause, to the end. */
export type Muted = 'no' | 'comma' | 'clause' | 'sentence'

export const PREDICATES = [
  'be',
  'have',
  'relation',
  'relation-it',
  'comparative',
  'position',
  'extreme',
  'visible',
  'absent',
  'not',
]
/** What may stand where a clause ends. */
export const ENDS: readonly string[] = ['comma', 'joiner', 'causal', 'and', 'too']

export const startsPredicate = (item: Item): boolean => PREDICATES.includes(item.tag)

export const STOPS: readonly string[] = ['comma', 'joiner', 'causal', 'be', 'noun', 'exist']

export const PREPOSITIONS: ReadonlySet<string> = new Set(
  'of in on at among amongst from by for about into onto to against across around through toward towards like off'.split(
    ' ',
  ),
)

/** What a thing is that nothing exceeds in a relation. */
export const EXTREME_OF: Readonly<Partial<Record<ClaimRelation, Extreme>>> = {
  closer: 'closest',
  in_front_of: 'closest',
  farther: 'farthest',
  behind: 'farthest',
  left_of: 'leftmost',
  right_of: 'rightmost',
  above: 'topmost',
  below: 'bottommost',
  higher: 'highest',
  lower: 'lowest',
}
export const POSITION_RELATIONS: Readonly<Record<string, ClaimRelation>> = {
  left: 'left_of',
  right: 'right_of',
  top: 'above',
  bottom: 'below',
}

export const patternOf = (relation: ClaimRelation): Pattern =>
  relation === 'closer' || relation === 'farther' ? 'comparison' : 'relation'

/** "At the upper left of": two relations in one. */
export const singleRelations = (item: Item): Item[] => item.value.split('+').map(value => ({ ...item, value }))

/** "Not as far as" denies "farther than". */
const AS_AS: Readonly<Record<string, ClaimRelation>> = {
  'not-as-far': 'farther',
  'not-as-near': 'closer',
  'not-as-high': 'higher',
  'not-as-low': 'lower',
  'not-as-left': 'left_of',
  'not-as-right': 'right_of',
}

export function asClaimed(item: Item): ClaimRelation {
  return AS_AS[item.value] ?? (item.value as ClaimRelation)
}

/** "the object", "one": no more than a place to hang a description on. */
export const isGeneric = (noun: RawNoun): boolean =>
  noun.name === null &&
  noun.attributes.length === 0 &&
  noun.pronoun === null &&
  !noun.abstract &&
  !/(?:no|some|any|every)thing$/.test(noun.text)

/** "objects", "all things": described by nothing. */
export const isAnything = ({ name, attributes, candidates }: NounPhrase): boolean =>
  name === null && attributes.length === 0 && candidates.length > 1

/** "a cube", "two cubes", "no cube". */
export const isIndefinite = (noun: RawNoun): boolean =>
  ['some', 'number', 'no'].includes(noun.determiner) && !noun.abstract && noun.pronoun === null

/** "a cylinder, a white one". */
export const isApposition = (noun: RawNoun, of: RawNoun): boolean =>
  noun.name === null &&
  noun.attributes.length > 0 &&
  /\bone$/.test(noun.text) &&
  of.name !== null &&
  !of.plural &&
  of.attributes.length === 0

export const hasValue = (index: GraphIndex, i: number, value: string): boolean =>
  index.names[i] === value || index.objects[i]!.attributes.some(own => own.toLowerCase() === value)
