import { enclosed, withoutEnclosed } from '../core/enclosed.ts'

/** The two answers of a depth question, and the six of the contrastive ones. */
export const YES_NO = ['Yes', 'No'] as const
export const DIRECTION_WORDS = ['left', 'right', 'above', 'below', 'far', 'close'] as const

/** Words that say a choice without being it. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  yes: ['yeah', 'yep'],
  no: ['nope'],
  far: ['farther', 'further', 'farthest'],
  close: ['closer', 'near', 'nearer', 'closest'],
}

/**
 * Reads a model's free text as one of the question's choices: "**Yes**, the red sphere …" → `Yes`.
 *
 * In this order: the chain of thought is put aside (`<think>…</think>`; an unclosed one has no answer); an answer that
 * is marked as such (`<answer>…</answer>`, `\boxed{…}`, `Answer: …`, the last one counts); the choice as first word;
 * the choice as a sentence of its own at the end; the only choice that is named at all. The word "no" inside a sentence
 * ("has no shadow") is not an answer. Anything else is unparsed: never guessed.
 *
 * @param text the reply as it came
 * @param choices the answers to choose from; compared without case
 * @returns the choice as given in `choices`, or null if the reply holds none or several
 * @example parseAnswer('No. It is nearer.') // 'No'
 */
export function parseAnswer<Choice extends string>(text: string, choices: readonly Choice[]): Choice | null
export function parseAnswer(text: string): 'Yes' | 'No' | null
export function parseAnswer(text: string, choices: readonly string[] = YES_NO): string | null {
  const reply = withoutThinking(text)
  if (reply === null) return null
  const words = choices.map(choice => ({
    choice,
    forms: [choice.toLowerCase(), ...(ALIASES[choice.toLowerCase()] ?? [])],
  }))
  const named = (word: string | undefined): string | null =>
    (word !== undefined && words.find(({ forms }) => forms.includes(word))?.choice) || null

  const marked = lastMarked(reply)
  if (marked !== null) return named(wordsOf(marked)[0]) ?? onlyChoice(wordsOf(marked).map(named))
  return (
    named(wordsOf(reply)[0]) ??
    named(lastSentenceIfOneWord(reply)) ??
    onlyChoice(wordsOf(withoutDeterminers(reply)).map(named))
  )
}

function withoutThinking(text: string): string | null {
  const closed = withoutEnclosed(text, /<think(?:ing)?>/gi, /<\/think(?:ing)?>/gi)
  // Some servers strip the opening tag with the prompt.
  const rest = closed.replace(/^[\s\S]*<\/think(?:ing)?>/i, ' ')
  return /<think(?:ing)?>/i.test(rest) ? null : rest
}

/** What follows the last mark of an answer, or null. */
function lastMarked(text: string): string | null {
  const marks = [
    ...enclosed(text, /<answer>/gi, /<\/answer>/gi),
    ...enclosed(text, /\\boxed\{(?:\\text\{)?/gi, /\}/g),
    ...enclosed(text, /\banswer(?:\s+is)?\**\s*[:=]?\s*/gi, /\n|$/g),
  ].filter(({ inner }) => wordsOf(inner).length > 0)
  return marks.sort((a, b) => a.start - b.start).at(-1)?.inner ?? null
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}]+(?:'[\p{L}]+)?/gu) ?? []

/** "has no shadow" → "has shadow". */
const withoutDeterminers = (text: string): string => text.replace(/\bno\s+(?=\p{L})/giu, '')

function lastSentenceIfOneWord(text: string): string | undefined {
  const sentences = text
    .split(/[.!?\n:;]+/)
    .map(wordsOf)
    .filter(words => words.length > 0)
  const last = sentences.at(-1)
  return last?.length === 1 ? last[0] : undefined
}

function onlyChoice(found: readonly (string | null)[]): string | null {
  const distinct = new Set(found.filter(choice => choice !== null))
  return distinct.size === 1 ? [...distinct][0]! : null
}
