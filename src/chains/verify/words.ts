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
const IS_AFTER = new Set(['there', 'it', 'that', 'what', 'here', 'where', 'he', 'she', 'which', 'one', 'this', 'who'])

/**
 * Sentences of a chain, as words. Hyphens part words, contractions are opened, markdown and quotes are dropped; commas, colons,
 * semicolons, dashes and brackets stay as marks (`,` or `;`), arrows and signs of order as `>`, `=` as itself. What stands in quotes
 * inside a sentence is somebody else's: one word, `quotation`.
 */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let words: Word[] = []
  const close = (question: boolean): void => {
    if (words.length > 0) sentences.push({ words: withDashes(words), question })
    words = []
  }
  for (const match of withoutQuotations(text).matchAll(TOKEN)) {
    const [start, end] = [match.index, match.index + match[0].length]
    const token = match[0].trim().toLowerCase().replaceAll('’', "'")
    if (
      token === '' ||
      token === '*' ||
      token === '•' ||
      token === '.' ||
      token === '!' ||
      token === '?' ||
      token === '...' ||
      token === '…'
    ) {
      // "1." at the start of a line numbers the step.
      if (token === '.' && words.length === 1 && /^\d+$/.test(words[0]!.text)) words = []
      else close(token === '?')
    } else if (/^[,()]$/.test(token)) words.push({ text: ',', start, end })
    else if (/^[;:]$/.test(token)) words.push({ text: ';', start, end })
    else if (/^(?:[—–-]|--)$/.test(token)) words.push({ text: '–', start, end })
    else if (/^(?:->|=>|→|⇒|<|>)$/.test(token)) words.push({ text: '>', start, end })
    else for (const part of opened(token)) words.push({ text: part, start, end })
  }
  close(false)
  return sentences
}

const TOKEN = /\d+\.\d+|[a-z0-9]+(?:['’][a-z]+)*|->|=>|[→⇒<>=]|[.!?,;:()—–\n]|\s--?\s|\s[*•]\s|\.{3}|…/gi

/** Two dashes enclose a remark, one parts clauses. */
function withDashes(words: readonly Word[]): Word[] {
  const mark = words.filter(word => word.text === '–').length > 1 ? ',' : ';'
  return words.map(word => (word.text === '–' ? { ...word, text: mark } : word))
}

/** Quoted sentences, of four words and more, that a sentence speaks about: blanked out (length kept, so that spans hold). */
const withoutQuotations = (text: string): string =>
  text.replace(/["“]((?:[^"“”\n\s]+\s+){3,}[^"“”\n]*)["”]/g, (all, _quoted, at: number) => {
    const alone = /(?:^|[.!?\n])\s*$/.test(text.slice(0, at)) && !/^\s*[a-z,–—]/.test(text.slice(at + all.length))
    return alone ? all : `quotation${' '.repeat(all.length - 'quotation'.length)}`
  })

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
