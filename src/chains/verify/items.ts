import { nounAt } from './noun-phrase.ts'
import { numberWord } from './noun-words.ts'
import { PhraseFinder } from './phrase-finder.ts'
import type { Tag } from './phrase-pieces.ts'
import { IT, type RawNoun } from './raw-noun.ts'
import { attributeAt, isColor, OPEN_ATTRIBUTES, type Vocabulary } from './vocabulary.ts'
import type { Sentence } from './words.ts'

/** A piece of a sentence as the clause reader sees it. */
export interface Item {
  readonly tag: Tag | 'noun' | 'attribute' | 'number' | 'possessive' | 'group' | 'word'
  readonly value: string
  /** Place in the chain's text. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** Of a `noun`; of a `relation` that brings its object along ("to the cube's left"). */
  readonly noun: RawNoun | null
}

/** Cuts a sentence into phrases, noun phrases and single words; what only fills (`skip`) is left out. */
export function itemsOf(sentence: Sentence, vocabulary: Vocabulary): Item[] {
  const { words } = sentence
  const finder = new PhraseFinder(words)
  const items: Item[] = []
  for (let i = 0; i < words.length; ) {
    const found = finder.at(i)
    const noun = nounAt(words, i, vocabulary, finder)
    const attribute = attributeAt(vocabulary, words, i)
    const length = Math.max(found?.length ?? 0, noun?.length ?? 0, attribute?.length ?? 0, 1)
    const place = { start: words[i]!.start, end: words[i + length - 1]!.end, text: finder.textOf(i, length) }
    const number = numberWord(words[i]!.text)
    const isPronoun =
      noun?.pronoun !== null &&
      noun?.length === length &&
      ((found?.phrase.tag === 'which' && opensClause(items) && !isCleft(items)) ||
        (found?.phrase.tag === 'skip' && noun.pronoun === 'they'))
    if (found?.length === length && !isPronoun) {
      // "Right, the cube …"
      const fills =
        found.phrase.tag === 'skip' || (items.length === 0 && place.text === 'right' && words[i + 1]?.text === ',')
      if (!fills) items.push({ ...place, tag: found.phrase.tag, value: found.phrase.value, noun: null })
    } else if (noun && noun.length === length) items.push({ ...place, tag: 'noun', value: noun.name ?? '', noun })
    else if (attribute && attribute.length === length)
      items.push({ ...place, tag: 'attribute', value: attribute.name, noun: null })
    else if (OPEN_ATTRIBUTES.has(words[i]!.text))
      items.push({ ...place, tag: 'attribute', value: words[i]!.text, noun: null })
    else if (words[i]!.text === 'made' && words[i + 1]?.text === 'of' && words[i + 2]) {
      items.push({ ...place, tag: 'attribute', value: words[i + 2]!.text, end: words[i + 2]!.end, noun: null })
      i += 2
    } else if (number !== null) items.push({ ...place, tag: 'number', value: String(number), noun: null })
    else items.push({ ...place, tag: words[i]!.text === "'s" ? 'possessive' : 'word', value: '', noun: null })
    i += length
  }
  return withPartitives(withPossessives(withVerbs(withMeasures(withEither(withArrows(withColors(items)))))))
}

/** "That is closer": nothing stands before it for "that" to go with. */
const opensClause = (items: readonly Item[]): boolean =>
  items.length === 0 || ['comma', 'joiner', 'causal', 'and'].includes(items.at(-1)!.tag)

/** "It is the cube, not the sphere, that …" */
const isCleft = (items: readonly Item[]): boolean => items[0]?.text === 'it' && items[1]?.tag === 'be'

/** "Red is closer than blue", "Red: left.": a colour stands for the object that has it. */
const withColors = (items: readonly Item[]): Item[] =>
  items.map((item, i) => {
    if (item.tag !== 'attribute' || !isColor(item.text)) return item
    const [before, next, after] = [items[i - 1], items[i + 1], items[i + 2]]
    const begins = before === undefined || ['joiner', 'causal', 'retract', 'comma', 'and'].includes(before.tag)
    const isHeading = i === 0 && next?.text === ';' && after !== undefined && isPredicate(after)
    const isSubject =
      begins && (next?.tag === 'be' || next?.tag === 'possessive') && after !== undefined && isPredicate(after)
    const ends = next === undefined || ['comma', 'joiner', 'causal', 'and'].includes(next.tag)
    const isObject = ends && (before?.tag === 'follow' || (before?.tag === 'relation' && items[i - 2]?.tag === 'be'))
    if (!isHeading && !isSubject && !isObject) return item
    const { start, end, text } = item
    const noun = { ...IT, text, start, end, pronoun: null, attributes: [item.value] }
    return { ...item, tag: 'noun' as const, value: '', noun }
  })

/** "cone → left": is. */
const withArrows = (items: readonly Item[]): Item[] =>
  items.map((item, i) =>
    item.text === '>' && items[i - 1]?.tag === 'noun' && isPredicate(items[i + 1]) ? { ...item, tag: 'be' } : item,
  )

/** "… higher than either": than both. */
const withEither = (items: readonly Item[]): Item[] =>
  items.map((item, i) => {
    if (item.text !== 'either' || item.tag !== 'too' || !/\bthan$/.test(items[i - 1]?.text ?? '')) return item
    const { start, end, text } = item
    return { ...item, tag: 'noun', noun: { ...IT, text, start, end, pronoun: 'they', plural: true } }
  })

/** "Five objects, two of them red": are. */
const withVerbs = (items: readonly Item[]): Item[] =>
  items.flatMap((item, i) => {
    const counts = /^\w+ of (?:them|which|these|those)$/.test(item.noun?.text ?? '') && items[i - 1]?.tag === 'comma'
    return counts && items[i + 1]?.tag === 'attribute' ? [item, { ...item, tag: 'be' as const, noun: null }] : [item]
  })

/** "The cube at 7 m is …": the measure tells nothing here. */
function withMeasures(items: readonly Item[]): Item[] {
  const out: Item[] = []
  for (let i = 0; i < items.length; i++) {
    const measure = items.slice(i, i + 5).map(item => item.text)
    const length = out.at(-1)?.tag === 'noun' ? measureLength(measure) : 0
    if (length > 0 && items[i + length]?.tag === 'be') i += length - 1
    else out.push(items[i]!)
  }
  return out
}

function measureLength(words: readonly string[]): number {
  const match =
    /^at (?:(?:x|y|z|depth|distance|a depth of|a distance of) )?(?:= )?[0-9.]+(?: (?:m|meters?|metres?|px|pixels?|units?)(?= ))?/.exec(
      `${words.join(' ')} `,
    )
  return match ? match[0].trim().split(' ').length : 0
}

const RELATION_OF_SIDE: Readonly<Record<string, string>> = { left: 'left_of', right: 'right_of' }

/** "(to) the cube 's left" → a relation that brings its object; any other `'s` before a predicate is "is". */
function withPossessives(items: readonly Item[]): Item[] {
  const out: Item[] = []
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!
    const [mark, side] = [items[i + 1], items[i + 2]]
    const relation = side?.tag === 'position' ? RELATION_OF_SIDE[side.value] : undefined
    if (
      item.tag === 'noun' &&
      mark?.tag === 'possessive' &&
      out.at(-1)?.tag === 'word' &&
      /^(?:to|on|at)$/.test(out.at(-1)!.text) &&
      relation !== undefined &&
      /^(?:left|right)/.test(side!.text)
    ) {
      out.pop()
      out.push({ ...item, end: side!.end, tag: 'relation', value: relation, noun: item.noun })
      i += 2
    } else if (item.tag === 'possessive' && isPredicate(mark) && !(mark?.tag === 'attribute' && side?.tag === 'noun'))
      out.push({ ...item, tag: 'be' })
    else out.push(item)
  }
  return out
}

const isPredicate = (item: Item | undefined): boolean =>
  item !== undefined &&
  ['relation', 'comparative', 'position', 'extreme', 'not', 'visible', 'absent', 'be', 'attribute'].includes(item.tag)

/** "Of the two balls", "of the three shapes": says among which, and claims nothing. */
function withPartitives(items: readonly Item[]): Item[] {
  const out: Item[] = []
  for (const item of items) {
    const before = out.at(-1)
    const isGroup = item.noun !== null && item.noun.determiner === 'the' && item.noun.plural && item.noun.count !== null
    if (item.noun?.plural && item.noun.determiner === 'bare' && before?.tag === 'of-two' && before.noun === null) {
      out[out.length - 1] = { ...item, tag: 'of-two' }
    } else if (isGroup && before?.tag === 'word' && /^(?:of|among|amongst|from)$/.test(before.text)) {
      out[out.length - 1] = { ...item, tag: item.noun!.count === 2 ? 'of-two' : 'group' }
    } else out.push(item)
  }
  return out
}
