import { phraseKey, phraseKeys } from './phrase-keys.ts'
import type { Tag } from './phrase-pieces.ts'
import { CLAUSE_PHRASES } from './phrases-of-clauses.ts'
import { DEPTH_PHRASES } from './phrases-of-depth.ts'
import { STANCE_PHRASES } from './phrases-of-stance.ts'
import { IMAGE_PHRASES } from './phrases-of-the-image.ts'

interface Phrase {
  readonly tag: Tag
  readonly value: string
  readonly pattern: RegExp
}

/** Every phrase of the grammar. */
const compiled = [...IMAGE_PHRASES, ...DEPTH_PHRASES, ...CLAUSE_PHRASES, ...STANCE_PHRASES].map(
  ([tag, value, source]) => ({
    phrase: { tag, value, pattern: new RegExp(`${source}(?= |$)`, 'y') },
    keys: phraseKeys(source),
  }),
)

/** Phrases by the words that they can begin with. */
const byKey: ReadonlyMap<string, readonly Phrase[]> = compiled.reduce((map, { phrase, keys }) => {
  for (const key of keys ?? []) map.set(key, [...(map.get(key) ?? []), phrase])
  return map
}, new Map<string, Phrase[]>())
const anyKey: readonly Phrase[] = compiled.flatMap(({ phrase, keys }) => (keys === null ? [phrase] : []))

/** A phrase found in a sentence; `length` in words. */
export interface FoundPhrase {
  readonly phrase: Phrase
  readonly length: number
}

/** A sentence as one text, searched for phrases; every place is searched once. */
export class PhraseFinder {
  /** Words joined by single spaces. */
  readonly text: string
  /** Where each word starts in `text`; one more for the end. */
  private readonly offsets: readonly number[]
  private readonly found: (FoundPhrase | null | undefined)[] = []

  constructor(words: readonly { readonly text: string }[]) {
    this.text = words.map(word => word.text).join(' ')
    const offsets = [0]
    for (const word of words) offsets.push(offsets.at(-1)! + word.text.length + 1)
    this.offsets = offsets
  }

  /** The text from a word on, to a number of letters or another word. */
  textFrom(word: number, letters: number): string {
    return this.text.slice(this.offsets[word], this.offsets[word]! + letters)
  }

  textOf(word: number, length: number): string {
    return this.text.slice(this.offsets[word], this.offsets[word + length]! - 1)
  }

  /** Longest phrase that starts at a word; null if none does. */
  at(word: number): FoundPhrase | null {
    const known = this.found[word]
    if (known !== undefined) return known
    const phrase = longestPhrase(this.text, this.offsets[word]!)
    let length = 0
    while (phrase && this.offsets[word + length]! <= phrase.end) length++
    this.found[word] = phrase && { phrase: phrase.phrase, length }
    return this.found[word]!
  }
}

function longestPhrase(text: string, at: number): { phrase: Phrase; end: number } | null {
  const { long, short } = phraseKey(text, at)
  let best: { phrase: Phrase; end: number } | null = null
  for (const phrases of [byKey.get(long), long === short ? undefined : byKey.get(short), anyKey]) {
    for (const phrase of phrases ?? []) {
      phrase.pattern.lastIndex = at
      if (phrase.pattern.test(text) && phrase.pattern.lastIndex > (best?.end ?? at)) {
        best = { phrase, end: phrase.pattern.lastIndex }
      }
    }
  }
  return best
}
