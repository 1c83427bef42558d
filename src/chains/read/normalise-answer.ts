/** What a person reads in an answer: one choice, several at once, or none. */
export type ReadAnswer =
  | { readonly kind: 'answer'; readonly answer: string }
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'none' }

export const YES_NO_CHOICES = ['yes', 'no'] as const

const YES = new Set(['yes', 'yeah', 'yep', 'yup', 'yea', 'affirmative'])
const NO = new Set(['no', 'nope', 'nah', 'negative'])
/** Words after which a bare "no" in front of them is still an answer: "no it is not". */
const AFTER_ANSWER = new Set([
  'it',
  'its',
  'there',
  'they',
  'he',
  'she',
  'the',
  'this',
  'that',
  'these',
  'those',
  'i',
  'we',
])

/**
 * Reads an answer as one of the choices, whatever is around it: quotes, brackets, markdown, `\boxed{}`, a sentence.
 *
 * Yes or no: an answer word, not the determiner in "there is no cup"; both at once are ambiguous. Other choices: the longest
 * names that occur, those under "not", "rather than", "instead of" left out; exactly one must remain.
 *
 * @param choices lower-case; `['yes', 'no']` by default
 * @example normaliseAnswer('not silver, pink', ['silver', 'pink']) // { kind: 'answer', answer: 'pink' }
 */
export function normaliseAnswer(text: string, choices: readonly string[] = YES_NO_CHOICES): ReadAnswer {
  const plain = withoutMarkup(text)
  const yesNo = choices.includes('yes') || choices.includes('no')
  return yesNo ? readYesNo(plain) : readChoice(plain, choices)
}

/** Lower case, without quotes, brackets, markdown and LaTeX boxes. */
function withoutMarkup(text: string): string {
  return text
    .toLowerCase()
    .replace(/\\(?:boxed|text|textbf|mathrm)\b/g, ' ')
    .replace(/<\/?[a-z_]+>/g, ' ')
    .replace(/[’]/g, "'")
    .replace(/[*_`"“”‘{}[\]()$\\]/g, ' ')
    .trim()
}

interface Word {
  readonly word: string
  /** Punctuation, a dash, or the end of the text follows. */
  readonly stop: boolean
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/([a-z]+(?:'[a-z]+)?)(\s*)([^a-z\s]?)/g)].map(match => ({
    word: match[1]!,
    stop: match[3] !== '' || match.index + match[0].length >= text.length,
  }))
}

function readYesNo(text: string): ReadAnswer {
  const words = wordsOf(text)
  const said = new Set<string>()
  let openingNo = false
  for (const [i, { word, stop }] of words.entries()) {
    const next = words[i + 1]?.word
    if (YES.has(word)) said.add('yes')
    else if (word === 'not' && next === 'at' && words[i + 2]?.word === 'all') said.add('no')
    else if (NO.has(word)) {
      if (stop || next === undefined || AFTER_ANSWER.has(next) || YES.has(next)) said.add('no')
      else if (i === 0) openingNo = true
    }
  }
  // "Yes, there is no cup; no bread either": the opening word, set apart, is the answer.
  const first = words[0]
  if (first?.stop && !/^\s*(?:yes|no)\s*(?:\/|or\b)/.test(text) && !said.has(YES.has(first.word) ? 'no' : 'yes')) {
    if (YES.has(first.word)) return answer('yes')
    if (NO.has(first.word)) return answer('no')
  }
  if (said.size === 2 || (said.has('yes') && openingNo)) return { kind: 'ambiguous' }
  const only = [...said][0]
  if (only !== undefined) return answer(only)
  return openingNo && words.length <= 3 ? answer('no') : { kind: 'none' }
}

/** As much as stands between a word that rejects a choice and the choice, at the most. */
const REJECTING = 80
/** Of longer ones only the beginning is searched for two alternatives, characters. */
const LONGEST_QUESTION = 2000
const REJECTS = /(?:\bnot|\bisn't|\baren't|\brather than|\binstead of|\bthan)(?:\s+(?:the|a|an|to|in|being))*\s*$/

function readChoice(text: string, choices: readonly string[]): ReadAnswer {
  const byLength = choices.map(choice => choice.toLowerCase()).sort((a, b) => b.length - a.length)
  const said = new Set<string>()
  let rest = text
  for (const choice of byLength) {
    const pattern = new RegExp(`(?<![a-z0-9])${choice.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![a-z0-9])`, 'g')
    for (const match of rest.matchAll(pattern))
      if (!REJECTS.test(rest.slice(Math.max(0, match.index - REJECTING), match.index))) said.add(choice)
    // What a longer choice has taken, a shorter one does not see: "dark blue" holds no "blue".
    rest = rest.replace(pattern, found => '\u0001'.repeat(found.length))
  }
  const only = [...said]
  return only.length === 1 ? answer(only[0]!) : { kind: only.length === 0 ? 'none' : 'ambiguous' }
}

const answer = (text: string): ReadAnswer => ({ kind: 'answer', answer: text })

/**
 * The choices that a question and its reference answer leave: yes and no; or what stands around "or" in the question, and the
 * reference answer itself. A sentence is never compared with a sentence: attribute answers compare with `answer`.
 */
export function choicesOf(question: string, reference: string): readonly string[] {
  const answer = reference.trim().toLowerCase()
  if (YES.has(answer) || NO.has(answer)) return YES_NO_CHOICES
  const around =
    /([a-z]+(?: blue| green| brown)?)\s*,?\s+or\s+(?:to\s+)?(?:the\s+|a\s+|an\s+)?([a-z]+(?: blue| green| brown)?)/.exec(
      question.slice(0, LONGEST_QUESTION).toLowerCase(),
    )
  return [...new Set([answer, ...(around ? [around[1]!, around[2]!] : [])])]
}
