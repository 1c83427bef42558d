/** A word or mark of a chain, lower-case, with its place in the text. */
export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What a sentence is made of; `question`: it ended with a question mark. */
export interface Sentence {
  readonly words: readonly Word[]
  readonly question: boolean
}

/** Contractions, read as their words; both share the place. */
const CONTRACTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    cannot: ['can', 'not'],
    "can't": ['can', 'not'],
    "won't": ['will', 'not'],
    "ain't": ['is', 'not'],
    isnt: ['is', 'not'],
    arent: ['are', 'not'],
    dont: ['do', 'not'],
    "let's": ['let', 'us'],
    theres: ['there', 'is'],
  }),
)
const ENDINGS: readonly (readonly [ending: string, word: string])[] = [
  ["n't", 'not'],
  ["'re", 'are'],
  ["'ll", 'will'],
  ["'ve", 'have'],
  ["'d", 'would'],
  ["'m", 'am'],
]
/** After these, `'s` is "is"; elsewhere it is possessive until the grammar knows better. */
const IS_AFTER = new Set([
  'there',
  'it',
  'that',
  'what',
  'here',
  'where',
  'he',
  'she',
  'which',
  'one',
  'this',
  'who',
  'so',
  'nothing',
  'everything',
])

/**
 * Sentences of a chain, as words. Hyphens part words, contractions are opened, markdown and quotes are dropped; commas, colons,
 * semicolons, dashes and brackets stay as marks (`,` or `;`), arrows and signs of order as `>`, `=` as itself. What stands in quotes
 * inside a sentence is somebody else's: one word, `quotation`. A sentence of more than 300 words comes in pieces.
 */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let words: Word[] = []
  const close = (question: boolean): void => {
    const untagged = question ? withoutTag(words) : words
    const asks = question && untagged.length === words.length
    for (const piece of inPieces(untagged)) {
      const said = withoutInnerTags(piece)
      if (said.length > 0) sentences.push({ words: withDashes(said), question: asks && said.length === piece.length })
    }
    words = []
  }
  const readable = withoutQuotations(withoutAsides(text))
  for (const match of readable.matchAll(TOKEN)) {
    const [start, end] = [match.index, match.index + match[0].length]
    const token = match[0].trim().toLowerCase().replaceAll('’', "'")
    const mark = MARKS.get(token)
    if (mark !== undefined) words.push({ text: mark, start, end })
    else if (!ENDS.has(token)) for (const part of opened(token)) words.push({ text: part, start, end })
    else if (token !== '.' || !isNumber(words.at(-1))) close(token === '?')
    // "1." at the start of a line numbers the step, "…: 1. red cube 2. green sphere" what it lists.
    else if (words.length === 1) words = []
    else if (/^\s+[a-z]/.test(readable.slice(end))) words[words.length - 1] = { ...words.at(-1)!, text: ',' }
    else close(false)
  }
  close(false)
  return sentences
}

const TOKEN = /\d+\.\d+|[a-z0-9]+(?:['’][a-z]+)*|->|=>|[→⇒<>=&]|[.!?,;:()—–\n]|\s--?\s|\s[*•/]\s|\.{3}|…/gi

/** Marks that stay, as the words that they are read as. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ...[',', '(', ')'].map(mark => [mark, ','] as const),
  ...[';', ':', '/'].map(mark => [mark, ';'] as const),
  ...['—', '–', '-', '--'].map(mark => [mark, '–'] as const),
  ...['->', '=>', '→', '⇒', '<', '>'].map(mark => [mark, '>'] as const),
  ['=', '='],
  ['&', 'and'],
])
const ENDS: ReadonlySet<string> = new Set(['', '*', '•', '.', '!', '?', '...', '…'])

const isNumber = (word: Word | undefined): boolean => word !== undefined && /^\d{1,2}$/.test(word.text)

/** Nobody speaks so long, but a model that has lost the full stop does: read in pieces, which bounds the work of each. */
const LONGEST_SENTENCE = 300

/** Parted at the last mark before a piece would be too long. */
function inPieces(words: readonly Word[]): Array<readonly Word[]> {
  const pieces: Array<readonly Word[]> = []
  let from = 0
  while (words.length - from > LONGEST_SENTENCE) {
    const longest = words.slice(from, from + LONGEST_SENTENCE)
    const mark = longest.findLastIndex(({ text }) => text === ',' || text === ';')
    const length = mark > 0 ? mark : LONGEST_SENTENCE
    pieces.push(longest.slice(0, length))
    from += mark > 0 ? length + 1 : length
  }
  return [...pieces, words.slice(from)]
}

/** "…, isn't it?", "…, right?": a statement all the same. */
function withoutTag(words: readonly Word[]): readonly Word[] {
  const at = words.findLastIndex(word => word.text === ',')
  const tag = words.slice(at + 1).map(word => word.text)
  const isTag =
    /^(?:(?:is|are|does|do|was|has|must|should|could|can|would|will) (?:not )?(?:it|they|he|there|you)|right|correct|no|yes)$/.test(
      tag.join(' '),
    )
  return at > 2 && isTag ? words.slice(0, at) : words
}

/** "The box is orange, isn't it, and …": what follows is a clause of its own. */
function withoutInnerTags(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(
    (_, i) =>
      i > 2 &&
      /^, (?:is|are|does|do|was|has) not (?:it|they) [,;]$/.test(
        words
          .slice(i, i + 5)
          .map(word => word.text)
          .join(' '),
      ),
  )
  if (at < 0) return words
  const isNew = /^(?:and )?(?:the|an?|it|they|this|that|there|so)$|^and (?:the|an?|it|they|this|that|there|so)/.test(
    words
      .slice(at + 5, at + 7)
      .map(word => word.text)
      .join(' ')
      .replace(/^(?!and )(\w+) .*/, '$1'),
  )
  return [...words.slice(0, at), { ...words[at]!, text: isNew ? ';' : ',' }, ...words.slice(at + 5)]
}

/** Two dashes enclose a remark, one parts clauses. */
function withDashes(words: readonly Word[]): Word[] {
  const mark = words.filter(word => word.text === '–').length > 1 ? ',' : ';'
  return words.map(word => (word.text === '–' ? { ...word, text: mark } : word))
}

/** A question in brackets, blanked out: it does not make the sentence one. */
const withoutAsides = (text: string): string => text.replace(/\([^()]*\?\)/g, aside => ' '.repeat(aside.length))

const QUOTATION = 'quotation'

/** Quoted sentences, of four words and more, that a sentence speaks about: blanked out (length kept, so that spans hold). */
function withoutQuotations(text: string): string {
  const kept: string[] = []
  let from = 0
  let start = -1
  for (const { 0: mark, index } of text.matchAll(/["“”]/g)) {
    const isPair = start >= 0 && mark !== '“' && /^(?:\S+\s+){3}/.test(text.slice(start + 1, index))
    if (!isPair || index + 1 - start < QUOTATION.length) {
      start = mark === '”' ? -1 : index
      continue
    }
    if (!standsAlone(text, start, index)) {
      kept.push(text.slice(from, start), QUOTATION.padEnd(index + 1 - start))
      from = index + 1
    }
    start = -1
  }
  return kept.join('') + text.slice(from)
}

/** Is what stands in the quotes at `start` and `end` a sentence of its own, no part of another? */
function standsAlone(text: string, start: number, end: number): boolean {
  let before = start - 1
  while (before >= 0 && /[^\S\n]/.test(text[before]!)) before--
  return (before < 0 || /[.!?\n]/.test(text[before]!)) && !/^\s*[a-z,–—]/.test(text.slice(end + 1))
}

function opened(token: string): readonly string[] {
  const known = CONTRACTIONS.get(token)
  if (known) return known
  if (!token.includes("'")) return [token]
  for (const [ending, word] of ENDINGS) if (token.endsWith(ending)) return [token.slice(0, -ending.length), word]
  if (token.endsWith("'s")) {
    const head = token.slice(0, -2)
    return IS_AFTER.has(head) ? [head, 'is'] : [head, "'s"]
  }
  return [token]
}
