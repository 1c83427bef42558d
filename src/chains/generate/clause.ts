import type { GraphIndex } from '../graph/graph-index.ts'
import type { Extreme, ImagePosition, Span } from '../verify/claim.ts'
import { objectLabel, type SceneRelation } from './scene-question.ts'

/** A statement about a scene, before it has words. Objects are numbers of the graph. */
export type Fact =
  | {
      readonly kind: 'relation'
      readonly a: number
      readonly relation: SceneRelation
      readonly b: number
      readonly negated: boolean
    }
  | { readonly kind: 'exist'; readonly a: number }
  /** "there is (no) cube left of b". */
  | {
      readonly kind: 'among'
      readonly name: string
      readonly relation: SceneRelation
      readonly b: number
      readonly negated: boolean
    }
  | { readonly kind: 'position'; readonly a: number; readonly value: ImagePosition }
  | { readonly kind: 'extreme'; readonly a: number; readonly value: Extreme }
  /** Something that the scene lacks; `label` as "green cone". */
  | { readonly kind: 'phantom'; readonly label: string; readonly relation: SceneRelation; readonly b: number }
  | { readonly kind: 'answer'; readonly value: string }

/** A fact with the choice of its words. */
export interface Clause {
  readonly fact: Fact
  /** Which sentence form, which wording of the relation. */
  readonly form: number
  readonly wording: number
}

/** Wordings of a relation; the first is the plain preposition. */
const RELATION_WORDS: Readonly<Record<SceneRelation, readonly string[]>> = {
  left_of: ['to the left of', 'left of', 'on the left side of', 'further to the left than'],
  right_of: ['to the right of', 'right of', 'on the right side of', 'further to the right than'],
  above: ['above', 'higher in the image than', 'higher up in the picture than', 'closer to the top of the image than'],
  below: [
    'below',
    'lower in the image than',
    'lower down in the picture than',
    'closer to the bottom of the image than',
  ],
  in_front_of: ['in front of', 'closer to the camera than', 'nearer to the camera than', 'closer to us than'],
  behind: ['behind', 'farther from the camera than', 'farther away than', 'deeper in the tunnel than'],
}
/** Image height said in so many words: for the mutant that takes it for depth. */
const POSITION_WORDS: Readonly<Record<ImagePosition, readonly string[]>> = {
  left: ['on the left side of the image', 'in the left half of the picture', 'on the left'],
  right: ['on the right side of the image', 'in the right half of the picture', 'on the right'],
  top: ['in the upper half of the image', 'in the upper part of the picture', 'at the top'],
  bottom: ['in the lower half of the image', 'in the lower part of the picture', 'at the bottom'],
}
const EXTREME_WORDS: Readonly<Record<Extreme, readonly string[]>> = {
  closest: ['the closest object to the camera', 'the nearest of all objects', 'closest to the camera'],
  farthest: ['the farthest object from the camera', 'the most distant of all objects', 'farthest from the camera'],
  leftmost: ['the leftmost object'],
  rightmost: ['the rightmost object'],
  topmost: ['the topmost object'],
  bottommost: ['the bottommost object'],
  highest: ['the highest object in the image'],
  lowest: ['the lowest object in the image'],
}

/** Form of an `exist` clause that is one of a list: the noun phrase alone. */
export const MENTION = -1
export const FORMS_OF_RELATION = 6
export const WORDINGS_OF_RELATION = 4

/** A clause in words, without capital letter or full stop. */
export function clauseText({ fact, form, wording }: Clause, index: GraphIndex): string {
  const the = (i: number): string => `the ${objectLabel(index, i)}`
  switch (fact.kind) {
    case 'relation':
      return relationText(the(fact.a), RELATION_WORDS[fact.relation], the(fact.b), fact.negated, form, wording)
    case 'exist':
      if (form === MENTION) return a(objectLabel(index, fact.a))
      return [
        `there is ${a(objectLabel(index, fact.a))}`,
        `I can see ${a(objectLabel(index, fact.a))}`,
        `we have ${a(objectLabel(index, fact.a))}`,
      ][form % 3]!
    case 'among': {
      const relation = pick(RELATION_WORDS[fact.relation], wording)
      const what = fact.negated ? `no ${fact.name}` : a(fact.name)
      return [
        `there is ${what} ${relation} ${the(fact.b)}`,
        `${what} is ${relation} ${the(fact.b)}`,
        `we find ${what} ${relation} ${the(fact.b)}`,
        `there exists ${what} ${relation} ${the(fact.b)}`,
      ][form % 4]!
    }
    case 'position':
      return `${the(fact.a)} ${['is', 'lies', 'appears'][form % 2]} ${pick(POSITION_WORDS[fact.value], wording)}`
    case 'extreme':
      return `${the(fact.a)} is ${pick(EXTREME_WORDS[fact.value], wording)}`
    case 'phantom':
      return [
        `there is ${a(fact.label)} ${pick(RELATION_WORDS[fact.relation], wording)} ${the(fact.b)}`,
        `the ${fact.label} is ${pick(RELATION_WORDS[fact.relation], wording)} ${the(fact.b)}`,
      ][form % 2]!
    case 'answer':
      return [`the answer is ${fact.value}`, `the final answer is ${fact.value}`, `the answer must be ${fact.value}`][
        form % 3
      ]!
  }
}

function relationText(
  s: string,
  words: readonly string[],
  o: string,
  negated: boolean,
  form: number,
  wording: number,
): string {
  const relation = pick(words, wording)
  if (negated) return [`${s} is not ${relation} ${o}`, `${s} isn't ${relation} ${o}`][form % 2]!
  return [
    `${s} is ${relation} ${o}`,
    `${s} lies ${relation} ${o}`,
    `${s} sits ${relation} ${o}`,
    `${s} can be seen ${relation} ${o}`,
    // Turned round: with the plain preposition only.
    `${words[0]} ${o} is ${s}`,
    `${s} is clearly ${relation} ${o}`,
  ][form % FORMS_OF_RELATION]!
}

const pick = (list: readonly string[], i: number): string => list[i % list.length]!

/** "a red cube", "an orange cube". */
export const a = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** What a clause claims and where, as the verifier should read it. */
export interface GoldClaim {
  readonly fact: Fact
  readonly span: Span
}
