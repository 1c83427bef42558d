import type { Relation } from '../text/relation.ts'

/** Relations of claims: the records' and the two of the camera's distance, which have their own wording. */
export type ClaimRelation = Relation | 'closer' | 'farther'

/** The pattern that a claim was read by (spec 3 §5). */
export const PATTERNS = [
  'relation',
  'comparison',
  'exist',
  'position',
  'extreme',
  'count',
  'attribute',
  'answer',
] as const
export type Pattern = (typeof PATTERNS)[number]

export type ImagePosition = 'left' | 'right' | 'top' | 'bottom'
export type Extreme =
  | 'closest'
  | 'farthest'
  | 'leftmost'
  | 'rightmost'
  | 'topmost'
  | 'bottommost'
  | 'highest'
  | 'lowest'

/** `[start, end)` in the chain's text. */
export type Span = readonly [start: number, end: number]

/** How much of what a noun phrase names is meant. */
export type Quantifier = 'the' | 'some' | 'all'

/** A noun phrase as a claim uses it. */
export interface NounPhrase {
  readonly text: string
  readonly span: Span
  /** Canonical name; null for "object", "thing", "one". */
  readonly name: string | null
  readonly attributes: readonly string[]
  readonly quantifier: Quantifier
  /** Numbers of the graph's objects that it can mean, after pronouns and earlier mentions have been looked up. */
  readonly candidates: readonly number[]
}

/** One statement that a chain makes. */
export interface Claim {
  readonly pattern: Pattern
  /** Where it stands, for highlighting. */
  readonly span: Span
  readonly negated: boolean
  /** 1; 0.5 under a hedge. */
  readonly weight: number
  readonly subject: NounPhrase | null
  /** `relation`, `comparison`, and `exist` with a relation. */
  readonly relation: ClaimRelation | null
  readonly object: NounPhrase | null
  /** `position` (and `exist` with one), `extreme`, `attribute`, `answer`: the value; `count`: digits. */
  readonly value: string | null
  /** Taken back later in the chain: does not count. */
  readonly retracted: boolean
  /** A statement about depth that is drawn from height in the image: the far-looks-up shortcut, in words. */
  readonly imageHeight: boolean
}
