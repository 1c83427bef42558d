import type { GraphIndex } from '../graph/graph-index.ts'
import { canonical } from '../text/mentions.ts'
import { singular } from '../text/tokens.ts'

/** Nouns that name any object. */
export const GENERIC = new Set(
  'object thing item one shape figure solid body element piece entity form guy fellow'.split(' '),
)

/** Nouns that are no object of a scene graph: a claim about them is not read. */
export const ABSTRACT = new Set(
  `image picture photo photograph frame scene view shot canvas screen position location placement side left right top bottom
  center centre middle answer question relation relationship order comparison depth distance height size color colour coordinate
  axis axe shadow light wall floor ceiling tunnel camera viewer observer lens viewpoint perspective case fact evidence condition hallway passage composition doubt gap overlap chance hint need sense problem issue confusion mistake error ambiguity possibility metre meter
  statement claim sentence way time reason line direction part half region area corner edge background foreground space point step
  place spot bit lot margin result conclusion option choice word number pair group set set-up arrangement horizon pixel value
  difference look check rest two three four five six same other end opposite first second third last difference term example
  requirement layout surface column row plane interior inside outside front back rear world corridor room sun sky yes no
  situation setup information clue cue observation reading analysis reasoning hop test criterion premise eye height
  someone everyone none following`.split(/\s+/),
)

/** Adjectives that a noun phrase may carry and a scene graph does not list. */
export const LOOSE_ADJECTIVES = new Set(
  `small large big little tiny huge shiny matte matt glossy dull bright dark light solid single lone nearby distant remaining
  relevant given mentioned particular particularly actual target reference colored coloured visible main current aforementioned
  said second third first last only specific small-sized smaller larger bigger round square rough smooth metallic plain far near
  closer nearer farther further plastic rubber medium`.split(/\s+/),
)

/** Properties that a scene may have and a scene graph does not list: claims about them cannot be checked. */
export const OPEN_ATTRIBUTES = new Set(
  `shiny matte matt glossy dull smooth rough hollow transparent opaque translucent metallic rubber wooden plastic reflective`.split(
    /\s+/,
  ),
)

/** Words for the same thing, used where the graph has the second and lacks the first. */
const SYNONYMS: readonly (readonly [word: string, meaning: string])[] = [
  ['ball', 'sphere'],
  ['orb', 'sphere'],
  ['globe', 'sphere'],
  ['sphere', 'ball'],
  ['box', 'cube'],
  ['block', 'cube'],
  ['dice', 'cube'],
  ['die', 'cube'],
  ['brick', 'cube'],
  ['cube', 'box'],
  ['tube', 'cylinder'],
  ['can', 'cylinder'],
  ['cyl', 'cylinder'],
  ['drum', 'cylinder'],
  ['ring', 'torus'],
  ['donut', 'torus'],
  ['doughnut', 'torus'],
  ['human', 'person'],
  ['guy', 'man'],
  ['lady', 'woman'],
  ['kid', 'child'],
  ['bike', 'bicycle'],
  ['tv', 'television'],
  ['couch', 'sofa'],
  ['sofa', 'couch'],
]
const SHAPE_ADJECTIVES: Readonly<Record<string, string>> = {
  spherical: 'sphere',
  cubic: 'cube',
  cubical: 'cube',
  cylindrical: 'cylinder',
  conical: 'cone',
}
const COLOR_WORDS: readonly (readonly [word: string, meaning: string])[] = [
  ['grey', 'gray'],
  ['gray', 'grey'],
  ['pink', 'magenta'],
  ['fuchsia', 'magenta'],
  ['turquoise', 'cyan'],
  ['aqua', 'cyan'],
  ['teal', 'cyan'],
  ['violet', 'purple'],
]
const COLORS =
  'red green blue yellow cyan magenta black orange purple white gray grey brown pink silver gold golden beige tan maroon violet teal turquoise aqua fuchsia'.split(
    ' ',
  )
/** "Red": a colour, which can stand for the one object that has it. */
export const isColor = (word: string): boolean => COLORS.includes(word)

/** Names that tunnel scenes know, whether or not this scene has one. */
const SHAPES = ['sphere', 'cube', 'cylinder', 'cone', 'torus', 'ball', 'box', 'ring', 'pyramid']

/** What the words of a chain can mean, given a scene graph. */
export interface Vocabulary {
  /** Singular words, joined by a space → canonical name. The longest name has `maxNameWords` words. */
  readonly names: ReadonlyMap<string, string>
  readonly maxNameWords: number
  /** Word(s) → attribute as the graph writes it. */
  readonly attributes: ReadonlyMap<string, string>
  readonly maxAttributeWords: number
  /** "spherical" → "sphere". */
  readonly shapeAdjectives: ReadonlyMap<string, string>
}

/** The vocabulary of one graph: its names and attributes, then synonyms, then what any tunnel scene may hold. */
export function vocabularyOf(index: GraphIndex): Vocabulary {
  const names = new Map<string, string>(index.names.map(name => [name, name]))
  for (const [word, meaning] of SYNONYMS)
    if (names.get(meaning) === meaning && !names.has(word)) names.set(word, meaning)
  for (const shape of SHAPES) if (!names.has(shape)) names.set(shape, shape)
  const listed = new Set(index.objects.flatMap(object => object.attributes.map(attribute => attribute.toLowerCase())))
  const attributes = new Map<string, string>([...listed].map(attribute => [attribute, attribute]))
  for (const [word, meaning] of COLOR_WORDS) if (listed.has(meaning) && !listed.has(word)) attributes.set(word, meaning)
  for (const color of COLORS) if (!attributes.has(color)) attributes.set(color, color)
  const longest = (keys: Iterable<string>): number => Math.max(1, ...[...keys].map(key => key.split(' ').length))
  return {
    names,
    maxNameWords: longest(names.keys()),
    attributes,
    maxAttributeWords: longest(attributes.keys()),
    shapeAdjectives: new Map(Object.entries(SHAPE_ADJECTIVES)),
  }
}

/** Longest name that starts at a word; null if none does. */
export function nameAt(
  vocabulary: Vocabulary,
  words: readonly { text: string }[],
  at: number,
): { name: string; length: number } | null {
  return longestAt(vocabulary.names, vocabulary.maxNameWords, words, at, singular)
}

/** Longest attribute that starts at a word; null if none does. */
export function attributeAt(
  vocabulary: Vocabulary,
  words: readonly { text: string }[],
  at: number,
): { name: string; length: number } | null {
  return longestAt(vocabulary.attributes, vocabulary.maxAttributeWords, words, at, word => word)
}

function longestAt(
  map: ReadonlyMap<string, string>,
  most: number,
  words: readonly { text: string }[],
  at: number,
  fold: (word: string) => string,
): { name: string; length: number } | null {
  for (let length = Math.min(most, words.length - at); length > 0; length--) {
    let key = fold(words[at]!.text)
    for (let k = 1; k < length; k++) key += ` ${fold(words[at + k]!.text)}`
    const name = map.get(key)
    if (name !== undefined) return { name, length }
  }
  return null
}

/** Objects that carry a name (null: any) and all attributes. */
export function objectsMatching(index: GraphIndex, name: string | null, attributes: readonly string[]): number[] {
  const numbers = name === null ? index.objects.map((_, i) => i) : (index.byName.get(canonical(name)) ?? [])
  return numbers.filter(i => attributes.every(attribute => hasAttribute(index, i, attribute)))
}

export const hasAttribute = (index: GraphIndex, i: number, attribute: string): boolean =>
  index.objects[i]!.attributes.some(own => own.toLowerCase() === attribute)
