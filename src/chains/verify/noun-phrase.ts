import { singular } from '../text/tokens.ts'
import type { ClaimRelation } from './claim.ts'
import {
  AFTER_THE,
  COUNTED_THEM,
  DETERMINERS,
  GROUP_WORDS,
  numberWord,
  OPENING,
  PRONOUN_PHRASES,
  PRONOUN_WORDS,
  PRONOUNS,
  SELECTORS,
} from './noun-words.ts'
import type { PhraseFinder } from './phrase-finder.ts'
import { type Determiner, IT, type RawNoun } from './raw-noun.ts'
import { ABSTRACT, attributeAt, GENERIC, LOOSE_ADJECTIVES, nameAt, type Vocabulary } from './vocabulary.ts'
import type { Word } from './words.ts'

/**
 * The noun phrase that starts at a word: determiner, number, adjectives, head; null if none does. A head that nobody knows is
 * taken after a determiner only ("a bicycle"): it may be something that the scene lacks.
 *
 * @param finder phrases of the same sentence
 */
export function nounAt(
  words: readonly Word[],
  at: number,
  vocabulary: Vocabulary,
  finder: PhraseFinder,
): RawNoun | null {
  if (!canBegin(words, at, vocabulary)) return null
  const grouped = rangeOfGroup(words, at, finder)
  const standIn = pronounAt(words, at, grouped)
  if (standIn) return standIn
  const opening = openingAt(words, at, grouped, vocabulary)
  const adjectives = adjectivesAt(words, opening, at, vocabulary)
  return headAt(words, at, opening, adjectives, vocabulary, finder)
}

/** A noun phrase over some words; everything that is not said is as in "the it". */
function made(words: readonly Word[], at: number, length: number, parts: Partial<RawNoun>): RawNoun {
  return {
    ...IT,
    text: words
      .slice(at, at + length)
      .map(word => word.text)
      .join(' '),
    start: words[at]!.start,
    end: words[at + length - 1]!.end,
    length,
    pronoun: null,
    ...parts,
  }
}

/** The text in which groups of several words are looked for; empty where none can begin. */
function rangeOfGroup(words: readonly Word[], at: number, finder: PhraseFinder): string {
  const first = words[at]!.text
  const can = GROUP_WORDS.has(first) && (first !== 'the' || AFTER_THE.has(words[at + 1]?.text ?? ''))
  return can ? finder.textFrom(at, 40) : ''
}

function pronounAt(words: readonly Word[], at: number, grouped: string): RawNoun | null {
  if (grouped !== '') {
    const counted = COUNTED_THEM.exec(grouped)
    const none =
      /^(?:none|not one|neither) of the (?:other|others|rest|remaining)(?: (?:ones?|objects|things|shapes|items|two|three|four))*(?= |$)/.exec(
        grouped,
      )
    if (none) return made(words, at, none[0].split(' ').length, { determiner: 'no' })
    if (counted) return made(words, at, 3, { determiner: 'number', count: numberWord(counted[1]!), plural: true })
    for (const [pattern, pronoun] of PRONOUN_PHRASES) {
      const match = pattern.exec(grouped)
      if (match) {
        const parts = match[0].split(' ')
        const count =
          pronoun === 'others' || /^all /.test(match[0])
            ? (parts.map(numberWord).find(number => number !== null) ?? null)
            : null
        return made(words, at, parts.length, { pronoun, count })
      }
    }
  }
  const first = words[at]!.text
  const pronoun = PRONOUNS.get(first)
  if (pronoun) return made(words, at, 1, { pronoun })
  const standIn = PRONOUN_WORDS.get(first)
  return standIn ? made(words, at, first === 'nothing' && words[at + 1]?.text === 'else' ? 2 : 1, standIn) : null
}

/** Determiner and number of a noun phrase. */
interface Opening {
  readonly determiner: Determiner
  readonly count: number | null
  /** The number of "two of the …". */
  readonly partitive: number | null
  /** The word behind it. */
  readonly end: number
}

function openingAt(words: readonly Word[], at: number, grouped: string, vocabulary: Vocabulary): Opening {
  const opening = grouped === '' ? null : OPENING.exec(grouped)
  if (opening) {
    const parts = opening[0].split(' ')
    const number = parts[0] === 'one' ? null : numberWord(parts[0]!)
    const determiner = number === null ? groupDeterminer(opening[0]) : 'number'
    return withNumber(words, { determiner, count: number, partitive: number, end: at + parts.length }, vocabulary)
  }
  const neither = words[at]!.text === 'neither' && headFollows(words, at + 1, vocabulary)
  const either = words[at]!.text === 'either' && headFollows(words, at + 1, vocabulary)
  const determiner = neither ? 'no' : either ? 'all' : DETERMINERS.get(words[at]!.text)
  const plain = { count: null, partitive: null }
  if (determiner) return withNumber(words, { ...plain, determiner, end: at + 1 }, vocabulary)
  return withNumber(words, { ...plain, determiner: 'bare', end: at }, vocabulary)
}

function groupDeterminer(opening: string): Determiner {
  if (/^(?:none|not|no|neither)/.test(opening)) return 'no'
  return /^(?:all|both|each|every)/.test(opening) ? 'all' : 'some'
}

/** "three cubes". "one" alone, or before a verb, is a pronoun or a name; before a noun it counts. */
function withNumber(words: readonly Word[], opening: Opening, vocabulary: Vocabulary): Opening {
  const { determiner, partitive, end } = opening
  const word = words[end]?.text
  const number = word === undefined || partitive !== null || end + 1 >= words.length ? null : numberWord(word)
  if (number === null) return opening
  const counts =
    word !== 'one' || headFollows(words, end + 1, vocabulary) || attributeAt(vocabulary, words, end + 1) !== null
  if (!counts) return opening
  return { ...opening, determiner: determiner === 'bare' ? 'number' : determiner, count: number, end: end + 1 }
}

interface Adjectives {
  readonly attributes: readonly string[]
  /** Of "spherical", "cube-shaped": the name, if the head gives none. */
  readonly shape: string | null
  /** Of "the left sphere". */
  readonly selector: ClaimRelation | null
  readonly end: number
}

function adjectivesAt(words: readonly Word[], opening: Opening, at: number, vocabulary: Vocabulary): Adjectives {
  const attributes: string[] = []
  let shape: string | null = null
  let selector: ClaimRelation | null = null
  let i = opening.end
  for (let word = words[i]; word; word = words[i]) {
    const attribute = attributeAt(vocabulary, words, i)
    const asName = nameAt(vocabulary, words, i)
    const adjective = vocabulary.shapeAdjectives.get(word.text)
    if (attribute && !(asName && asName.length >= attribute.length)) {
      attributes.push(attribute.name)
      i += attribute.length
    } else if (adjective !== undefined) {
      shape = adjective
      i++
    } else if (asName && words[i + asName.length]?.text === 'shaped') {
      shape = asName.name
      i += asName.length + 1
    } else if (opening.determiner === 'the' && SELECTORS.has(word.text) && headFollows(words, i + 1, vocabulary)) {
      selector = SELECTORS.get(word.text)!
      i++
    } else if (
      asName === null &&
      isFiller(word.text, i > at, opening, i > opening.end) &&
      headFollows(words, i + 1, vocabulary)
    )
      i++
    else break
  }
  return { attributes, shape, selector, end: i }
}

/** "the small, shiny cube": words that say nothing here. */
const isFiller = (word: string, inside: boolean, { determiner }: Opening, begun: boolean): boolean =>
  LOOSE_ADJECTIVES.has(word) ? inside || determiner === 'bare' : word === ',' && begun && determiner !== 'bare'

function headAt(
  words: readonly Word[],
  at: number,
  { determiner, count, partitive }: Opening,
  { attributes, shape, selector, end: i }: Adjectives,
  vocabulary: Vocabulary,
  finder: PhraseFinder,
): RawNoun | null {
  const finish = (length: number, parts: Partial<RawNoun>): RawNoun => {
    const after = postmodifier(words, i + length, vocabulary)
    const all = [...attributes, ...after.attributes]
    return made(words, at, i + length + after.length - at, { determiner, count, selector, attributes: all, ...parts })
  }
  const name = nameAt(vocabulary, words, i)
  if (name) {
    const last = words[i + name.length - 1]!.text
    // "it can be seen"
    if (last === 'can' && i === at) return null
    return finish(name.length, { name: name.name, plural: singular(last) !== last })
  }
  const head = words[i]?.text
  const single = head === undefined ? '' : singular(head)
  const bareForm = determiner === 'bare' && (single === 'form' || single === 'body')
  if (GENERIC.has(single) && (i > at || single !== 'one') && !bareForm)
    return finish(1, { name: shape, plural: single !== head })
  if (shape !== null) return finish(0, { name: shape })
  if (partitive !== null && attributes.length === 0 && head !== undefined && !ABSTRACT.has(single)) return null
  if (i === at) return null
  if (attributes.length > 0 && determiner !== 'bare' && (head === undefined || finder.at(i) !== null))
    return finish(0, { name: null })
  if (head === undefined || determiner === 'bare' || determiner === 'number') return null
  if (ABSTRACT.has(single)) return finish(1, { abstract: true })
  const length = unknownLength(words, i, vocabulary, finder)
  if (length === 0) return null
  const last = singular(words[i + length - 1]!.text)
  // "that settles it": a verb
  if (/^(?:this|that)$/.test(words[at]!.text) && singular(head) !== head) return null
  // "its outline": a part of something spoken of.
  if (/^(?:its|their|our|his|her)$/.test(words[at]!.text)) return finish(length, { abstract: true })
  if (GENERIC.has(last)) return finish(length, { name: null, unknown: true })
  return finish(length, {
    name: last,
    plural: last !== words[i + length - 1]!.text,
    unknown: true,
    abstract: ABSTRACT.has(last),
  })
}

/** Words of a head that nobody knows, at most three; 0 where none can stand. */
function unknownLength(words: readonly Word[], i: number, vocabulary: Vocabulary, finder: PhraseFinder): number {
  const head = words[i]!.text
  if (!/^[a-z]{3,}$/.test(head) || DETERMINERS.has(head) || finder.at(i) !== null || numberWord(head) !== null) return 0
  let length = 1
  while (length < 3 && isUnknown(words, i + length, vocabulary, finder)) length++
  return length
}

/** Most words begin no noun phrase: told before anything is made. */
function canBegin(words: readonly Word[], at: number, vocabulary: Vocabulary): boolean {
  const word = words[at]!.text
  return (
    GROUP_WORDS.has(word) ||
    PRONOUNS.has(word) ||
    PRONOUN_WORDS.has(word) ||
    DETERMINERS.has(word) ||
    numberWord(word) !== null ||
    vocabulary.shapeAdjectives.has(word) ||
    LOOSE_ADJECTIVES.has(word) ||
    GENERIC.has(singular(word)) ||
    nameAt(vocabulary, words, at) !== null ||
    attributeAt(vocabulary, words, at) !== null
  )
}

function headFollows(words: readonly Word[], from: number, vocabulary: Vocabulary): boolean {
  for (let i = from; i < Math.min(words.length, from + 4); i++) {
    const word = words[i]!.text
    if (nameAt(vocabulary, words, i) || GENERIC.has(singular(word))) return true
    if (!attributeAt(vocabulary, words, i) && !LOOSE_ADJECTIVES.has(word) && !vocabulary.shapeAdjectives.has(word))
      return false
  }
  return false
}

function isUnknown(words: readonly Word[], i: number, vocabulary: Vocabulary, finder: PhraseFinder): boolean {
  const word = words[i]?.text
  if (word === undefined || !/^[a-z]{3,}$/.test(word) || word.endsWith('ly')) return false
  return finder.at(i) === null && nameAt(vocabulary, words, i) === null && attributeAt(vocabulary, words, i) === null
}

/** "coloured red", "that is red": words behind the head that say which one is meant. */
function postmodifier(
  words: readonly Word[],
  at: number,
  vocabulary: Vocabulary,
): { length: number; attributes: string[] } {
  const opening = words
    .slice(at, at + 2)
    .map(word => word.text)
    .join(' ')
  const direct = attributeAt(vocabulary, words, at)
  // "the ball red is …", in the English of others
  if (
    direct &&
    /^(?:is|are|it|$)/.test(words[at + direct.length]?.text ?? '') &&
    nameAt(vocabulary, words, at - 1) &&
    words[at - 2]?.text === 'the'
  )
    return { length: direct.length, attributes: [direct.name] }
  const length = /^(?:that|which) (?:is|are)$/.test(opening) ? 2 : /^(?:colou?red|painted)\b/.test(opening) ? 1 : 0
  const attribute = length > 0 ? attributeAt(vocabulary, words, at + length) : null
  return attribute ? { length: length + attribute.length, attributes: [attribute.name] } : { length: 0, attributes: [] }
}
