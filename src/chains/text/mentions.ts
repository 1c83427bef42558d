import { singular } from './tokens.ts'

/** Names of objects, ready for longest-match search. */
export interface NameIndex {
  /** First word → names starting with it, longest first, as word lists. */
  readonly byFirstWord: ReadonlyMap<string, readonly (readonly string[])[]>
}

/** @param names canonical names, several words allowed: `"traffic light"` */
export function nameIndex(names: Iterable<string>): NameIndex {
  const byFirstWord = new Map<string, string[][]>()
  for (const name of new Set([...names].map(canonical))) {
    const words = name.split(' ')
    byFirstWord.set(words[0]!, [...(byFirstWord.get(words[0]!) ?? []), words])
  }
  for (const list of byFirstWord.values()) list.sort((a, b) => b.length - a.length)
  return { byFirstWord }
}

/** Lower case, every word singular: "Traffic lights" → "traffic light". */
export const canonical = (name: string): string =>
  (name.toLowerCase().match(/[a-z0-9]+/g) ?? []).map(singular).join(' ')

/** The distinct names that a text mentions, by longest match; plurals count as their singular. */
export function mentionedNames(text: string, index: NameIndex): Set<string> {
  const words = (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map(singular)
  const found = new Set<string>()
  for (let i = 0; i < words.length; ) {
    const name = index.byFirstWord
      .get(words[i]!)
      ?.find(candidate => candidate.every((word, k) => words[i + k] === word))
    if (name) found.add(name.join(' '))
    i += name?.length ?? 1
  }
  return found
}
