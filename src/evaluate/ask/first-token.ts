/**
 * Yes and No in the list of likeliest first tokens (spec: the paper's logit protocol, p = σ(ℓYes − ℓNo)).
 *
 * Mass of a word = Σ of the probabilities of the distinct tokens that trim and lower-case to it (`Yes`, ` yes`, `YES`).
 * A word outside the list is *censored*: its mass is then at most that of the list's least likely token, which stands
 * in for it, so that pYes is a bound and never 0 or 1. With both words outside nothing is known and nothing is said.
 */
export interface TokenLogprob {
  readonly token: string
  /** Natural logarithm of the token's probability. */
  readonly logprob: number
}

export interface FirstTokenReading {
  /** yesMass / (yesMass + noMass), through logarithms. */
  readonly pYes: number
  /** ln yesMass − ln noMass. */
  readonly logit: number
  /** Masses in [0, 1]; of a censored side the bound. */
  readonly yesMass: number
  readonly noMass: number
  /** Place of the likeliest token of the word in the list, 1 = first; null where the word is censored. */
  readonly yesRank: number | null
  readonly noRank: number | null
  /** The side that is not in the list: pYes then is a bound (of `no` from below, of `yes` from above). */
  readonly censored: 'yes' | 'no' | null
}

export type FirstToken =
  | ({ readonly kind: 'read' } & FirstTokenReading)
  /** The list holds neither word: the two masses are unknown. */
  | { readonly kind: 'outside'; readonly top: string }
  /** The model thinks before it answers: the first token says nothing about the answer. */
  | { readonly kind: 'thinking'; readonly top: string }

/** Servers write −9999 (vLLM, the hosted ones) for "not among the likeliest": no probability that anyone measured. */
const UNLISTED_BELOW = -1000

/** First tokens with which the known thinking models open their chain. */
const THINKING = /^<\|?(think|thinking|thought|reasoning|begin_of_thought|channel|start_of_thought)\b/i

/**
 * Reads the top list of the first generated token.
 *
 * @param list in the server's order; an entry given twice counts once
 * @example readFirstToken([{ token: ' yes', logprob: -0.1 }, { token: 'No', logprob: -2.4 }])
 */
export function readFirstToken(list: readonly TokenLogprob[]): FirstToken {
  const ranked = usableTokens(list)
  const top = ranked[0]?.token ?? ''
  if (THINKING.test(top.trim())) return { kind: 'thinking', top }
  const yes = wordMass(ranked, 'yes')
  const no = wordMass(ranked, 'no')
  if (!yes && !no) return { kind: 'outside', top }
  const bound = ranked.at(-1)!.logprob
  const logYes = yes?.logMass ?? bound
  const logNo = no?.logMass ?? bound
  const logit = logYes - logNo
  return {
    kind: 'read',
    pYes: sigmoid(logit),
    logit,
    yesMass: Math.exp(logYes),
    noMass: Math.exp(logNo),
    yesRank: yes?.rank ?? null,
    noRank: no?.rank ?? null,
    censored: yes ? (no ? null : 'no') : 'yes',
  }
}

/** The list's distinct tokens that carry a probability, likeliest first. */
export function usableTokens(list: readonly TokenLogprob[]): TokenLogprob[] {
  return distinct(list)
    .filter(entry => Number.isFinite(entry.logprob) && entry.logprob > UNLISTED_BELOW)
    .sort((a, b) => b.logprob - a.logprob)
}

/** 1 / (1 + e^−x) without overflow. */
function sigmoid(x: number): number {
  return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x))
}

/** A token's word: byte-level (`Ġ`) and sentence-piece (`▁`) marks of a leading space are spaces too. */
const wordOf = (token: string): string => token.replace(/^[Ġ▁]/u, '').trim().toLowerCase()

function distinct(list: readonly TokenLogprob[]): TokenLogprob[] {
  const best = new Map<string, TokenLogprob>()
  for (const entry of list) {
    const seen = best.get(entry.token)
    if (!seen || entry.logprob > seen.logprob) best.set(entry.token, entry)
  }
  return [...best.values()]
}

function wordMass(ranked: readonly TokenLogprob[], word: string): { logMass: number; rank: number } | null {
  const first = ranked.findIndex(entry => wordOf(entry.token) === word)
  if (first < 0) return null
  const max = ranked[first]!.logprob
  const sum = ranked.reduce(
    (total, entry) => (wordOf(entry.token) === word ? total + Math.exp(entry.logprob - max) : total),
    0,
  )
  return { logMass: max + Math.log(sum), rank: first + 1 }
}
