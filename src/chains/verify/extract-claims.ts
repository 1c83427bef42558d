import type { GraphIndex } from '../graph/graph-index.ts'
import type { Claim } from './claim.ts'
import { ClauseReader } from './clause-reader.ts'
import { Contradictions } from './contradictions.ts'
import { itemsOf } from './items.ts'
import { type AnswerPatterns, answerIn, answerPatterns, asksForAnswer, withoutAnswer } from './stated-answers.ts'
import { type Vocabulary, vocabularyOf } from './vocabulary.ts'
import { type Sentence, sentencesOf } from './words.ts'

/** What the reader of claims needs to know besides the chain. */
export interface ClaimContext {
  readonly index: GraphIndex
  readonly vocabulary: Vocabulary
  /** Its text is not taken for a claim where a chain repeats it. */
  readonly question?: string
  readonly answers: AnswerPatterns
}

/** @param choices answers that "the answer is …" can name */
export const claimContext = (
  index: GraphIndex,
  question?: string,
  choices: readonly string[] = ['yes', 'no'],
): ClaimContext => {
  const vocabulary = vocabularyOf(index)
  const answers = answerPatterns(choices, [...vocabulary.names.keys()])
  return { index, vocabulary, answers, ...(question === undefined ? {} : { question }) }
}

/**
 * Reads every claim that a chain makes about its scene, in order.
 *
 * Questions, suppositions, plans and the repeated question claim nothing. "Wait" and "actually" take back what the rest of the
 * chain contradicts, "that is wrong" the claim before it; a claim taken back stays in the list, marked.
 *
 * @param text the chain as it came; spans refer to it
 */
export function extractClaims(text: string, context: ClaimContext): Claim[] {
  const reader = new ClauseReader(context.index)
  const claims: Claim[] = []
  const contradictions = new Contradictions(claims)
  let doubting = false
  let asked = context.question === undefined ? null : (sentencesOf(context.question).find(asksForAnswer) ?? null)
  let checking = false
  for (const sentence of sentencesOf(withoutQuestion(text, context.question))) {
    if (sentence.question || isConditional(sentence) || listsOptions(sentence, asked !== null)) {
      if (sentence.question) asked = asksForAnswer(sentence) ? sentence : null
      reader.overhear(itemsOf(sentence, context.vocabulary))
      continue
    }
    if (isBareNo(sentence) && !asked && claims.length > 0) {
      retractLast(claims)
      continue
    }
    if (/^(?:no , )?(?:wrong|incorrect|not so) [,;]/.test(wordsOf(sentence)) && !asked) retractLast(claims)
    const answer = answerIn(sentence, context.answers, asked)
    const wasAsked: boolean = asked !== null
    if (answer) asked = null
    // "The answer is the torus because it …"
    if (answer)
      reader.overhear(itemsOf({ ...sentence, words: sentence.words.slice(answer.from, answer.to) }, context.vocabulary))
    const body = answer ? { ...sentence, words: withoutAnswer(sentence, answer) } : sentence
    // "The cone is behind the cube. No, in front." "Yes." of what has been said, not of what was asked.
    const opens = answer !== null && (answer.opens || (!wasAsked && !checking && isBareYes(sentence)))
    checking = /\b(?:check|checking|confirm|confirming|verify|verifying)\b/.test(wordsOf(sentence))
    const corrects = opens && claims.length > 0
    const read = reader.read(itemsOf(body, context.vocabulary), corrects && answer.claim.value === 'no')
    if (corrects && answer.claim.value === 'no' && !claims.at(-1)!.negated) retractLast(claims)
    if (read.retracts === 'last' || (read.retracts !== null && read.claims.length === 0 && isBareWait(body)))
      retractLast(claims)
    doubting = doubting || read.retracts !== null
    const seems = SEEMS.test(wordsOf(sentence))
    const topic = NAMES_TOPIC.test(wordsOf(sentence))
    for (const claim of read.claims) {
      if (topic && (claim.pattern === 'exist' || claim.pattern === 'count')) continue
      if (doubting || seems) contradictions.retract(claim)
      claims.push(claim)
    }
    if (answer && !corrects && !(opens && answer.opens && read.claims.length === 0)) claims.push(answer.claim)
  }
  return claims
}

/** The question where it is repeated word by word, blanked out (length kept, so that spans hold). */
function withoutQuestion(text: string, question: string | undefined): string {
  const wanted = question?.trim()
  if (!wanted) return text
  const at = text.toLowerCase().indexOf(wanted.toLowerCase())
  return at < 0 ? text : `${text.slice(0, at)}${' '.repeat(wanted.length - 1)}?${text.slice(at + wanted.length)}`
}

const wordsOf = ({ words }: Sentence): string => words.map(word => word.text).join(' ')

/** "Two objects matter here: …": says what it is about. */
const NAMES_TOPIC =
  /\b(?:matters?|relevant|involved|of interest|being compared|to compare|to consider|to look at|to check|are concerned|in play)\b/

/** "No wait.": nothing else is said. */
function isBareWait(sentence: Sentence): boolean {
  const { length } = sentence.words
  const text = wordsOf(sentence)
  if (/^let me \w+ again$/.test(text) || text === 'hmm') return false
  return length < 5 || (length < 9 && BARE_WAIT.test(text))
}

/** "Sorry, I mean right.", "no wait, let me look again", "no, that's the cylinder" */
const BARE_WAIT =
  /\bi meant?\b|\bwait\b.* again$|^(?:(?:hmm|oh|well|but|wait|,) )*(?:no|nope|nah|sorry) , (?:it|that) is the\b/

/** "It seems nearer, but it is farther": what only seems goes. */
const SEEMS = /\b(?:seems?|looks?|appears?|may|might)\b.* but /

/** Behind a statement, "No." takes it back. */
const isBareNo = (sentence: Sentence): boolean =>
  /^(?:(?:hmm|hm|oh|uh|um|wait|well|but|,) )*(?:no|nope|nah|(?:no , )?(?:wrong|incorrect|not so))$/.test(
    wordsOf(sentence),
  )

const isBareYes = (sentence: Sentence): boolean => /^(?:yes|yep|yeah|yup)$/.test(wordsOf(sentence))

/** "Options: (A) the cube is closer, (B) …", "A) The cube is closer": to choose from, not said. */
const OPTIONS =
  /^(?:(?:the|my|answer|possible|given|here are|these are|your|available) )*(?:options?|choices|answers|alternatives|candidates|possibilities)(?: (?:are|were|given|here|a|b|c|d|1|2|3|says?|claims?|states?|reads?|would be|is that|is|that))* (?:;|,|the |it )|^option \w (?!is (?:correct|right|wrong|out|the answer))/
/** "Hypothesis: …", "Caption: …": put there to be looked at. */
const HEADED =
  /^(?:(?:the|my|first|initial) )*(?:hypothesis|caption|assumption|guess|statement|prompt|user|student|premise|proposition)(?: \w)? ; /
const LETTERED = /^(?:, )?[a-f] [,;] /
const SEVERAL = /^(?:, )?a [,;] .* b [,;] /
function listsOptions({ words }: Sentence, asked: boolean): boolean {
  const text = words.map(word => word.text).join(' ')
  return (
    !/\banswer is\b/.test(text) &&
    (OPTIONS.test(text) || HEADED.test(text) || SEVERAL.test(text) || (asked && LETTERED.test(text)))
  )
}

/** "If you look closely, …" supposes nothing; every other "if" at the start does. */
const LOOKING =
  /^(?:unless i am (?:mistaken|wrong|misreading|very|badly|much|sorely)|if (?:anything(?! (?:is|was))|i am not|i had to|i (?:read|see|understand|recall|remember)|you ask me|(?:you|we|one|i) (?:look|check|compare|examine|consider|inspect|take|trace|follow|focus|go|move|measure)))/
function isConditional(sentence: Sentence): boolean {
  const text = sentence.words.map(word => word.text).join(' ')
  return (
    /\bfor (?:the|my) answer to be\b|^for an? (?:yes|no)\b/.test(text) ||
    (/^(?:so |but |and |then |now |, )*(?:even if|only if|if|unless|suppose|supposing|assume|assuming|imagine|had|provided|providing|as long as|in case|in the event|should|were|say(?= (?:the|that|it))|let us (?:assume|suppose|imagine|say|pretend)) /.test(
      text,
    ) &&
      !LOOKING.test(text))
  )
}

/** The last claim, with those that say the same of other subjects: "the cube and the cone are left of the ball". */
function retractLast(claims: Claim[]): void {
  const last = claims.findLast(claim => !claim.retracted)
  if (!last) return
  const { pattern, relation, value, object, negated } = last
  for (const [i, claim] of claims.entries()) {
    const isSame = claim.pattern === pattern && claim.relation === relation && claim.value === value
    const isJoined = isSame && claim.negated === negated && claim.span[1] === last.span[1]
    const sharesObject = claim.object?.candidates.join() === object?.candidates.join()
    if (claim === last || (isJoined && sharesObject)) claims[i] = { ...claim, retracted: true }
  }
}
