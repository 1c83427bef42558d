import type { ClaimRelation } from './claim.ts'
import type { Determiner, RawNoun } from './raw-noun.ts'

export const DETERMINERS: ReadonlyMap<string, Determiner> = new Map(Object.entries({
  the: 'the', this: 'the', that: 'the', these: 'the', those: 'the', its: 'the', our: 'the', their: 'the',
  a: 'some', an: 'some', some: 'some', another: 'some', any: 'some',
  every: 'all', each: 'all', all: 'all', both: 'all',
  no: 'no',
})) // biome-ignore format: a table
/** Adjectives that tell which of several is meant. */
export const SELECTORS: ReadonlyMap<string, ClaimRelation> = new Map(Object.entries({
  left: 'left_of', leftmost: 'left_of', right: 'right_of', rightmost: 'right_of',
  upper: 'above', top: 'above', topmost: 'above', lower: 'lower', bottom: 'below', higher: 'higher', highest: 'higher', lowest: 'lower',
  near: 'closer', nearer: 'closer', closer: 'closer', nearest: 'closer', closest: 'closer', front: 'closer',
  far: 'farther', farther: 'farther', further: 'farther', farthest: 'farther', furthest: 'farther', distant: 'farther', back: 'farther',
})) // biome-ignore format: a table
const NUMBERS: ReadonlyMap<string, number> = new Map(Object.entries({
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, zero: 0, single: 1,
})) // biome-ignore format: a table
export const PRONOUNS: ReadonlyMap<string, RawNoun['pronoun']> = new Map(Object.entries({
  it: 'it', he: 'it', she: 'it', him: 'it', her: 'it',
  they: 'they', them: 'they',
})) // biome-ignore format: a table
/** Pronouns that are whole words groups. */
export const PRONOUN_PHRASES: readonly (readonly [pattern: RegExp, pronoun: NonNullable<RawNoun['pronoun']>])[] = [
  [
    /^(?:(?:either|both|any|all|each|every one|everyone) of |all (?:of )?)?the (?:(?:two|three|four|five) )?(?:other|remaining)(?: (?:two|three|four|five))?(?: (?:ones|objects|things|shapes|items|solids|figures))?(?<!the (?:other|remaining))(?= |$)/,
    'others',
  ],
  [
    /^(?:both|all) (?:(?:two|three|four|five) )?(?:other|remaining)(?: (?:ones|objects|things|shapes|items))(?= |$)/,
    'others',
  ],
  [
    /^(?:(?:all|any|each|both) (?:of )?)?(?:the others|the rest(?: of (?:them|the (?:objects|shapes|things|scene|items|group|lot)))?|everything else|anything else|every single other (?:object|one)|(?:any|every|each) other(?: object| one| thing| shape| item| of them)?|all others|both others)(?= |$)/,
    'others',
  ],
  [/^(?:both|all|either|neither|each) of (?:them|these|those|these two|those two)(?= |$)(?! \w*(?:s|es) )/, 'they'],
  [/^(?:the two of them|the pair of them|the pair)(?= |$)/, 'they'],
  // "higher than all three"
  [/^all (?:three|four|five)(?: of (?:them|these|those))?(?= (?:,|;|and|but|by|in)(?: |$)|$)/, 'they'],
  [/^(?:these|those) two(?= (?:,|;|are|and)|$)/, 'they'],
  [/^the other(?: one| object| thing| shape| item)?(?= |$)/, 'other'],
  [/^its (?:position|location|place|colou?r|hue)(?= (?:is|was|seems|appears|lies) )/, 'it'],
  [/^the former(?= |$)/, 'former'],
  [/^the latter(?= |$)/, 'latter'],
  [/^(?:this|that)(?: one| object| thing| shape| item)(?= |$)/, 'it'],
  [/^(?:this|that)(?= (?:is|was|lies|sits|stands|places|puts)(?: |$))/, 'it'],
  [/^both(?: of them)?(?= (?:are|lie|sit|stand|appear|seem|is|sits|stands|lies|,|;|and|but)(?: |$)|$)/, 'they'],
  [
    /^(?:the two of them|the two|all (?:three|four|five)(?: of them)?)(?= (?:are|lie|sit|stand|appear|seem)(?: |$))/,
    'they',
  ],
  [/^(?:these|those)(?= (?:are|lie|sit|stand)(?: |$))/, 'they'],
]
/** "two of them are cubes" */
export const COUNTED_THEM =
  /^(one|two|three|four|five) of (?:them|these|those|which)(?= (?:(?:is|are|was|were|being)(?: |$)|[a-z]+(?: [,;]|$)))/
/** How a noun phrase of several words can begin. */
export const OPENING =
  /^(?:(?:any|none|neither|one|some|all|both|each|every one|either|two|three|four|five) of (?:the|these|those)(?! (?:is|are|was|were|,)(?: |$))|(?:all|both|either) (?:these|those|of these|of those)|all the|both the|not a single|no other|at least one|any other|at least a)(?= )/
/** First words of `PRONOUN_PHRASES` and `OPENING`; "the" begins a pronoun only before one of `AFTER_THE`. */
export const GROUP_WORDS = new Set(
  'the its everything anything this that these those any none neither one some all both each every either two three four five not no at'.split(
    ' ',
  ),
)
export const AFTER_THE = new Set([
  'other',
  'others',
  'remaining',
  'rest',
  'former',
  'latter',
  'two',
  'three',
  'four',
  'five',
])
export const PRONOUN_WORDS: ReadonlyMap<string, Pick<RawNoun, 'determiner'>> = new Map(
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
