import type { Claim } from './claim.ts'
import type { Sentence, Word } from './words.ts'

/** How an answer is stated: in a sentence about the answer, at the end of the reasons, or as a sentence of its own. */
export interface AnswerPatterns {
  readonly stated: RegExp
  readonly alone: RegExp
  /** Names an object and nothing else: "the red sphere", "so it's the sphere", at the end of a sentence. */
  readonly named: RegExp
}

const LEADS =
  'so|well|thus|hence|therefore|then|consequently|and|ok|okay|alright|hmm|hm|oh|ah|again|finally|indeed|in short|overall|definitely|clearly|obviously|probably|certainly|surely'
const SAYING =
  'i (?:would |will |have to |am going to )?(?:say|answer|conclude|go with|pick|choose|go for)|i am going with|i am picking|i believe it is|i think it is|must be|has to be|that would be|my answer|it is|that is|it must be|it has to be|it would be|this is|that gives(?: us)?|which gives|giving|(?:which|that) makes it|a'

/**
 * @param choices answers that "the answer is …" can name, besides letters, numbers and objects
 * @param names what objects are called
 */
export function answerPatterns(choices: readonly string[], names: readonly string[]): AnswerPatterns {
  const options = choices.map(choice => choice.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const named = 'the \\w+(?: \\w+)??(?= (?:,|;|because|since|as|for)|$)|\\d+(?= ,|$)|[b-h](?= ,|$)'
  const called = [...names, 'one', 'object'].map(name => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return {
    named: new RegExp(
      `(?:^|; |(?:^|[,;] )(?:and )?(?:so|thus|hence|therefore|then|which means|meaning) )(?:(?:${LEADS}|,|;|${SAYING}) )*((?:the )?(?:\\w+ )?(?:${called}))(?:(?: it is| is)?$|(?: is)?(?= , by (?:an?|about|some|roughly|\\d|half|more|far|quite))|(?:,| )*(?=(?:because|since) )|(?= (?:, )?(?:at|with|by) \\S+(?: \\w+)?$)|(?= , (?:then|of course|obviously|clearly|which .*|i think|i guess)$))`,
    ),
    stated: new RegExp(
      `\\b(?:answer|reply|verdict|conclusion|boxed)(?: to (?:the|this|your|that) question)?(?: here)?(?: (?:is|'s|=|would be|must be|must then be|should be|has to be|will be|comes out as|comes out to be|remains|therefore|thus|clearly|then|simply|just|hence|a|to the|in|,|;|>))*? (?:clear |definite )?(${options}|${named})(?= |$)`,
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
const OPENING = new RegExp(
  `^((?:(?:${LEADS}|,) )*)(yes|no|yep|yeah|yup|nope) (?:[,;]|(?=(?:it|they|that|there) (?:is|are|does|do) [,;]))`,
)
const TRAILING = new RegExp(
  `[,;] (?:and )?(?:so|thus|hence|therefore|meaning|which means)(?: ,)? (?:(?:${SAYING}) )*(yes|no)(?= [,;]|$)`,
)
/** "Yep.", "I believe so, yes." */
const REPLY = new RegExp(
  `^(?:(?:${LEADS}|,) )*(?:i (?:think|believe|guess|suppose|would say) (?:so|not) , )?(yes|no|yep|yeah|yup|nope|nah)(?: ,)?(?: (?:definitely|certainly|absolutely|indeed|sir|sure|i think|i believe|i guess|i would say))?$`,
)
/** "Two.", to "How many …?" */
const NUMBER = new RegExp(
  `^(?:(?:${LEADS}|,|${SAYING}|just|only|exactly) )*(one|two|three|four|five|six|seven|\\d+)(?: of them)?$`,
)
/** "Left.", to "Left or right?" */
const SIDE = new RegExp(
  `^(?:(?:${LEADS}|,|${SAYING}) )*((?:(?:to|on) the )?(?:left|right)|above|below|behind|in front|higher|lower|closer|farther|nearer|neither|both)$`,
)
/** "No is the answer." */
const TURNED =
  /^(?:(?:so|then|thus|hence|therefore|well|,) )*(yes|no|the \w+(?: \w+)?) (?:is|must be|would be|should be|has to be|will be) (?:the|my|our) (?:\w+ )?answer\b/
/** Asks in earnest: "Is it …?", "Which …?"; "The ball?" does not. */
const ASKS =
  /^(?:(?:so|and|but|now|then|ok|okay|well|,|;) )*(?:is|are|does|do|did|can|could|was|were|which|what|who|where|how)\b/
/** "What else?", "Where is the ball?", "So what now?" choose nothing. */
const CHOOSES = /\b(?:which|who|or|what (?:is|object|thing|shape|lies|sits|comes|appears|stands))\b/

const textOf = ({ words }: Sentence): string => words.map(word => word.text).join(' ')

/**
 * The answer that a sentence states; null if it states none.
 *
 * @param asked the question before it that waits for its answer
 */
export function answerIn(sentence: Sentence, patterns: AnswerPatterns, asked: Sentence | null): StatedAnswer | null {
  const text = textOf(sentence)
  const question = asked && textOf(asked)
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
  const said = question === null ? null : REPLY.exec(text)
  if (said) return stated(sentence, /^y/.test(said[1]!) ? 'yes' : 'no', 0, sentence.words.length)
  const number = question !== null && /\bhow many\b/.test(question) ? NUMBER.exec(text) : null
  const side = question !== null && /\bor\b/.test(question) ? SIDE.exec(text) : null
  if (number ?? side) return stated(sentence, (number ?? side)![1]!, 0, sentence.words.length)
  const turned = TURNED.exec(text)
  if (turned && !/^the (?:correct|final|right|only)$/.test(turned[1]!))
    return stated(sentence, turned[1]!, 0, wordsIn(turned[0]))
  const about = patterns.stated.exec(text)
  if (about && !supposes(text, about[0])) {
    const to = wordsIn(text.slice(0, about.index)) + wordsIn(about[0])
    return stated(sentence, about[1]!, clauseStart(sentence, wordsIn(text.slice(0, about.index))), to)
  }
  const chosen = question !== null && CHOOSES.test(question) ? patterns.named.exec(text) : null
  if (chosen) {
    const from = wordsIn(text.slice(0, chosen.index))
    return stated(sentence, chosen[1]!, from, from + wordsIn(chosen[0]))
  }
  const alone = sentence.words.length < 12 ? patterns.alone.exec(text) : null
  return alone ? stated(sentence, alone[1]!, 0, sentence.words.length) : null
}

/** A question in earnest, that what follows may answer. */
export const asksForAnswer = (sentence: Sentence): boolean => sentence.question && ASKS.test(textOf(sentence))

/** "If the cube were closer, the answer would be no", "whether the answer is yes". */
const supposes = (text: string, statement: string): boolean =>
  /\b(?:not|whether|if)\b/.test(statement) ||
  /\b(?:whenever|only (?:when|then|if))\b/.test(text) ||
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
