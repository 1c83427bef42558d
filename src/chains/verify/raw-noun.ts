import type { ClaimRelation } from './claim.ts'

/** How a noun phrase begins, as far as its meaning goes. */
export type Determiner = 'the' | 'some' | 'all' | 'no' | 'bare' | 'number'

/** A noun phrase as it stands in the text, before anything is looked up. */
export interface RawNoun {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Words that it takes. */
  readonly length: number
  readonly determiner: Determiner
  /** Of "three cubes". */
  readonly count: number | null
  /** null: "object", "one", or a pronoun. */
  readonly name: string | null
  readonly attributes: readonly string[]
  readonly plural: boolean
  /** Of "the left sphere", "the nearer one": which of several is meant, as a relation to the others of them. */
  readonly selector: ClaimRelation | null
  /** Stands for something said before. */
  readonly pronoun: 'it' | 'they' | 'other' | 'others' | 'former' | 'latter' | null
  /** Has a word that nobody knows: "the heaviest-looking one", "a bicycle". */
  readonly unknown: boolean
  /** "the left side", "the answer": no object at all. */
  readonly abstract: boolean
}

/** The pronoun, with no place in a text. */
export const IT: RawNoun = {
  text: 'it',
  start: 0,
  end: 0,
  length: 1,
  determiner: 'the',
  count: null,
  name: null,
  attributes: [],
  selector: null,
  plural: false,
  pronoun: 'it',
  unknown: false,
  abstract: false,
}
