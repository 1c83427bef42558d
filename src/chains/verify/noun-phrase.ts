import { singular } from '../text/tokens.ts'
import type { PhraseFinder } from './phrase-finder.ts'
import { ABSTRACT, attributeAt, GENERIC, LOOSE_ADJECTIVES, nameAt, type Vocabulary } from './vocabulary.ts'
import type { Word } from './words.ts'

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
  /** Stands for something said before. */
  readonly pronoun: 'it' | 'they' | 'other' | 'others' | 'former' | 'latter' | null
  /** Has an adjective that nobody knows: "the heaviest-looking one". */
  readonly unknown: boolean
  /** "the left side", "the answer": no object at all. */
  readonly abstract: boolean
}

const DETERMINERS: ReadonlyMap<string, Determiner> = new Map(Object.entries({
  the: 'the', this: 'the', that: 'the', these: 'the', those: 'the', its: 'the', our: 'the', their: 'the',
  a: 'some', an: 'some', some: 'some', another: 'some', any: 'some',
  every: 'all', each: 'all', all: 'all', both: 'all',
  no: 'no',
})) // biome-ignore format: a table
const NUMBERS: ReadonlyMap<string, number> = new Map(Object.entries({
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, zero: 0, single: 1,
})) // biome-ignore format: a table
const PRONOUNS: ReadonlyMap<string, RawNoun['pronoun']> = new Map(Object.entries({
  it: 'it', he: 'it', she: 'it', him: 'it', her: 'it', itself: 'it',
  they: 'they', them: 'they',
})) // biome-ignore format: a table
/** Pronouns that are whole words groups. */
const PRONOUN_PHRASES: readonly (readonly [pattern: RegExp, pronoun: NonNullable<RawNoun['pronoun']>])[] = [
  [
    /^(?:(?:either|both|any|all|each) of )?the other (?:two|three|four|five|ones|objects|things|shapes)(?= |$)/,
    'others',
  ],
  [
    /^(?:the others|the rest|everything else|anything else|all (?:of )?the others|all (?:the )?other (?:objects|things|shapes)|(?:any|every) other(?: object| one| thing| shape| item)?)(?= |$)/,
    'others',
  ],
  [/^(?:both|all|either|neither) of them(?= |$)/, 'they'],
  [/^the other(?: one| object| thing| shape| item)?(?= |$)/, 'other'],
  [/^its (?:position|location|place|colou?r|hue)(?= (?:is|was|seems|appears|lies) )/, 'it'],
  [/^the former(?= |$)/, 'former'],
  [/^the latter(?= |$)/, 'latter'],
  [/^(?:this|that)(?: one| object| thing| shape| item)(?= |$)/, 'it'],
  [/^(?:this|that)(?= (?:is|was|lies|sits|stands|places|puts)(?: |$))/, 'it'],
  [/^both(?: of them)?(?= (?:are|lie|sit|stand)(?: |$))/, 'they'],
  [/^(?:these|those)(?= (?:are|lie|sit|stand)(?: |$))/, 'they'],
]
/** How a noun phrase of several words can begin. */
const OPENING =
  /^(?:(?:any|none|neither|one|some|all|both|each|every one|either|two|three|four|five) of (?:the|these|those)|(?:all|both|either) (?:these|those|of these|of those)|all the|both the|not a single|no other|at least one|any other|at least a)(?= )/
/** First words of `PRONOUN_PHRASES` and `OPENING`; "the" begins a pronoun only before one of `AFTER_THE`. */
const GROUP_WORDS = new Set(
  'the its everything anything this that these those any none neither one some all both each every either two three four five not no at'.split(
    ' ',
  ),
)
const AFTER_THE = new Set(['other', 'others', 'rest', 'former', 'latter'])
const PRONOUN_WORDS: ReadonlyMap<string, Pick<RawNoun, 'determiner'>> = new Map(
  Object.entries({
    nothing: { determiner: 'no' },
    something: { determiner: 'some' },
    anything: { determiner: 'some' },
    everything: { determiner: 'all' },
  }),
)

/** Value of a number word or of digits; null for any other word. */
export const numberWord = (word: string): number | null =>
  NUMBERS.get(word) ?? (word.length < 3 && /^\d+$/.test(word) ? Number(word) : null)

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
  const make = (length: number, parts: Partial<RawNoun>): RawNoun => ({
    text: words
      .slice(at, at + length)
      .map(word => word.text)
      .join(' '),
    start: words[at]!.start,
    end: words[at + length - 1]!.end,
    length,
    determiner: 'the',
    count: null,
    name: null,
    attributes: [],
    plural: false,
    pronoun: null,
    unknown: false,
    abstract: false,
    ...parts,
  })
  const first = words[at]!.text
  const grouped = GROUP_WORDS.has(first) && (first !== 'the' || AFTER_THE.has(words[at + 1]?.text ?? ''))
  const rest = grouped ? finder.textFrom(at, 40) : ''
  if (grouped) {
    for (const [pattern, pronoun] of PRONOUN_PHRASES) {
      const match = pattern.exec(rest)
      if (match) return make(match[0].split(' ').length, { pronoun })
    }
  }
  const pronoun = PRONOUNS.get(first)
  if (pronoun) return make(1, { pronoun })
  const standIn = PRONOUN_WORDS.get(first)
  if (standIn) return make(first === 'nothing' && words[at + 1]?.text === 'else' ? 2 : 1, standIn)

  let i = at
  let determiner: Determiner = 'bare'
  let opened: number | null = null
  const opening = grouped ? OPENING.exec(rest) : null
  if (opening) {
    const partitive = numberWord(opening[0].split(' ')[0]!)
    determiner = /^(?:none|not|no|neither)/.test(opening[0])
      ? 'no'
      : /^(?:all|both|each|every)/.test(opening[0])
        ? 'all'
        : 'some'
    i += opening[0].split(' ').length
    if (partitive !== null && !opening[0].startsWith('one')) {
      determiner = 'number'
      opened = partitive
    }
  } else if (DETERMINERS.has(first)) {
    determiner = DETERMINERS.get(first)!
    i++
  }
  let count: number | null = opened
  const number = words[i] ? numberWord(words[i]!.text) : null
  // "one" alone, or before a verb, is a pronoun or a name; before a noun it counts.
  if (
    number !== null &&
    opened === null &&
    i + 1 < words.length &&
    (words[i]!.text !== 'one' ||
      headFollows(words, i + 1, vocabulary) ||
      attributeAt(vocabulary, words, i + 1) !== null)
  ) {
    count = number
    if (determiner === 'bare') determiner = 'number'
    i++
  }
  const attributes: string[] = []
  let shape: string | null = null
  for (;;) {
    const word = words[i]
    if (!word) break
    const attribute = attributeAt(vocabulary, words, i)
    const asName = nameAt(vocabulary, words, i)
    if (attribute && !(asName && asName.length >= attribute.length)) {
      attributes.push(attribute.name)
      i += attribute.length
    } else if (vocabulary.shapeAdjectives.has(word.text)) {
      shape = vocabulary.shapeAdjectives.get(word.text)!
      i++
    } else if (asName && words[i + asName.length]?.text === 'shaped') {
      shape = asName.name
      i += asName.length + 1
    } else if (
      (LOOSE_ADJECTIVES.has(word.text) || word.text === ',') &&
      i > at &&
      asName === null &&
      headFollows(words, i + 1, vocabulary)
    )
      i++
    else if (
      LOOSE_ADJECTIVES.has(word.text) &&
      asName === null &&
      determiner === 'bare' &&
      headFollows(words, i + 1, vocabulary)
    )
      i++
    else break
  }
  const finish = (length: number, parts: Partial<RawNoun>): RawNoun => {
    const after = postmodifier(words, i + length, vocabulary)
    return make(i + length + after.length - at, {
      determiner,
      count,
      attributes: [...attributes, ...after.attributes],
      ...parts,
    })
  }
  const name = nameAt(vocabulary, words, i)
  if (name) {
    const last = words[i + name.length - 1]!.text
    return finish(name.length, { name: name.name, plural: singular(last) !== last })
  }
  const head = words[i]?.text
  const single = head === undefined ? '' : singular(head)
  if (
    GENERIC.has(single) &&
    (i > at || single !== 'one') &&
    !(single === 'form' || single === 'body' ? determiner === 'bare' : false)
  ) {
    return finish(1, { name: shape, plural: single !== head })
  }
  if (shape !== null) return finish(0, { name: shape })
  if (opened !== null && attributes.length === 0 && head !== undefined && !ABSTRACT.has(single)) return null
  if (i === at) return null
  if (attributes.length > 0 && determiner !== 'bare' && (head === undefined || finder.at(i) !== null)) {
    return finish(0, { name: null })
  }
  if (head === undefined || determiner === 'bare' || determiner === 'number') return null
  if (ABSTRACT.has(single)) return finish(1, { abstract: true })
  if (!/^[a-z]{3,}$/.test(head) || finder.at(i) !== null || numberWord(head) !== null) return null
  let length = 1
  while (length < 3 && isUnknown(words, i + length, vocabulary, finder)) length++
  const last = singular(words[i + length - 1]!.text)
  if (GENERIC.has(last)) return finish(length, { name: null, unknown: true })
  return finish(length, { name: last, plural: last !== words[i + length - 1]!.text, abstract: ABSTRACT.has(last) })
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
  const length = /^(?:that|which) (?:is|are)$/.test(opening) ? 2 : /^(?:colou?red|painted)\b/.test(opening) ? 1 : 0
  const attribute = length > 0 ? attributeAt(vocabulary, words, at + length) : null
  return attribute ? { length: length + attribute.length, attributes: [attribute.name] } : { length: 0, attributes: [] }
}
