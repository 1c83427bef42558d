import type { Claim } from './claim.ts'
import type { Sentence, Word } from './words.ts'

/** How an answer is stated: in a sentence about the answer, at the end of the reasons, or as a sentence of its own. */
export interface AnswerPatterns {
  readonly stated: RegExp
  readonly alone: RegExp
}

const LEADS =
  'so|well|thus|hence|therefore|then|consequently|and|ok|okay|alright|hmm|hm|oh|ah|again|finally|indeed|in short|overall'
const SAYING =
  'i (?:would |will )?(?:say|answer|conclude|go with|pick|choose)|i am going with|that would be|my answer|it is|that is|it must be|it has to be|it would be|this is|that gives(?: us)?|which gives|giving|(?:which|that) makes it|a'

/** @param choices answers that "the answer is …" can name, besides letters, numbers and objects */
export function answerPatterns(choices: readonly string[]): AnswerPatterns {
  const options = choices.map(choice => choice.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const named = 'the \\w+(?: \\w+)??(?= (?:,|;|because|since|as|for)|$)|\\d+(?= ,|$)|[b-h](?= ,|$)'
  return {
    stated: new RegExp(
      `\\b(?:answer|reply|verdict|conclusion)(?: to (?:the|this|your|that) question)?(?: here)?(?: (?:is|'s|=|would be|must be|must then be|should be|has to be|will be|comes out as|comes out to be|remains|therefore|thus|clearly|then|simply|just|hence|a|to the|in|,|;))*? (?:clear |definite )?(${options}|${named})(?= |$)`,
    ),
    alone: new RegExp(
      `^(?:(?:${LEADS}|,|;|${SAYING}) ?)*(${options})(?: ,)?(?: (?:it|he|she|they|that|there) (?:is|are|does|do|has|can)(?: not)?)?(?: here)?$`,
    ),
  }
}

/** An answer that a sentence states, and the words that state it. */
export interface StatedAnswer {
  readonly claim: Claim
  readonly from: number
  readonly to: number
  /** "Yes, …" that needs a statement behind it. */
  readonly opens: boolean
}

export const withoutAnswer = ({ words }: Sentence, { from, to }: StatedAnswer): Word[] => [
  ...words.slice(0, from),
  ...words.slice(to),
]

/** "No, scratch that": corrects, and answers nothing. */
const CORRECTING =
  /^no , (?:scratch|strike|wait|hold on|sorry|actually|that|rather|not|never|forget|ignore|cancel|disregard|i (?:was|mean|misspoke|take)|let me)\b/
const OPENING = new RegExp(`^((?:(?:${LEADS}|,) )*)(yes|no|yep|yeah|yup|nope) [,;]`)
const TRAILING =
  /[,;] (?:and )?(?:so|thus|hence|therefore|meaning|which means)(?: ,)? (?:it is )?(?:a )?(yes|no)(?= [,;]|$)/
const CHOSEN = new RegExp(`^(?:(?:${LEADS}|,|${SAYING}) )*(the \\w+(?: (?!is|does)\\w+)?)(?: is)?$`)
/** Asks in earnest: "Is it …?", "Which …?"; "The ball?" does not. */
const ASKS =
  /^(?:(?:so|and|but|now|then|ok|okay|well|,|;) )*(?:is|are|does|do|did|can|could|was|were|which|what|who|where|how)\b/
const CHOOSES = /\b(?:which|what|who|where|or)\b/

const textOf = ({ words }: Sentence): string => words.map(word => word.text).join(' ')

/**
 * The answer that a sentence states; null if it states none.
 *
 * @param before the sentence before it, that may ask
 */
export function answerIn(sentence: Sentence, patterns: AnswerPatterns, before: Sentence | null): StatedAnswer | null {
  const text = textOf(sentence)
  const question = before?.question && ASKS.test(textOf(before)) ? textOf(before) : null
  const opening = OPENING.exec(text)
  if (opening && !CORRECTING.test(text.slice(opening[1]!.length))) {
    const value = /^y/.test(opening[2]!) ? 'yes' : 'no'
    const isPlain = opening[2] === value
    const from = wordsIn(opening[1]!)
    if (patterns.alone.test(value) && (isPlain || question))
      return stated(sentence, value, from, from + 1, question === null)
  }
  const trailing = TRAILING.exec(text)
  if (trailing && patterns.alone.test(trailing[1]!)) {
    const from = wordsIn(text.slice(0, trailing.index))
    return stated(sentence, trailing[1]!, from, from + wordsIn(trailing[0]))
  }
  const about = patterns.stated.exec(text)
  if (about && !supposes(text, about[0])) {
    const to = wordsIn(text.slice(0, about.index)) + wordsIn(about[0])
    return stated(sentence, about[1]!, clauseStart(sentence, wordsIn(text.slice(0, about.index))), to)
  }
  const chosen = question !== null && CHOOSES.test(question) ? CHOSEN.exec(text) : null
  const alone = chosen ?? (sentence.words.length < 12 ? patterns.alone.exec(text) : null)
  return alone ? stated(sentence, alone[1]!, 0, sentence.words.length) : null
}

/** "If the cube were closer, the answer would be no", "whether the answer is yes". */
const supposes = (text: string, statement: string): boolean =>
  /\b(?:not|whether|if)\b/.test(statement) ||
  /\b(?:whether|for|would make) (?:the|my) (?:final )?answer\b/.test(text) ||
  (/\b(?:if|whether|were|had|unless)\b/.test(text) && /\bwould\b/.test(text))

const wordsIn = (text: string): number => (text.trim() === '' ? 0 : text.trim().split(' ').length)

/** "As the cube is left of the ball, the answer is yes": what stands before the comma says something of its own. */
const clauseStart = ({ words }: Sentence, at: number): number =>
  words.slice(0, at).findLastIndex(word => /^(?:,|;|>|so|thus|hence|therefore)$/.test(word.text)) + 1

function stated({ words }: Sentence, value: string, from: number, to: number, opens = false): StatedAnswer {
  const claim: Claim = {
    pattern: 'answer',
    span: [words[from]!.start, words[to - 1]!.end],
    negated: false,
    weight: 1,
    subject: null,
    relation: null,
    object: null,
    value,
    retracted: false,
    imageHeight: false,
  }
  return { claim, from, to, opens }
}
