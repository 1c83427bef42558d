import { groupBy } from './group-by.ts'
import type { Item } from './items.ts'

/** How a model answers, apart from whether it is right. Shares in [0, 1]; null where there is nothing to count. */
export interface Behaviour {
  /** Share of Yes among the answers to Yes/No questions (ties ½); an unbiased model's is the share of true Yes. */
  readonly yesRate: number | null
  readonly trueYesRate: number | null
  /** Mean P(Yes): the answer prior. */
  readonly meanPYes: number | null
  /** Share of swapped pairs whose two answers agree on which object is farther (further left, higher). */
  readonly swapConsistency: number | null
  readonly swapPairs: number
  /** Mean |P(Yes) of one order + P(Yes) of the other − 1|: 0 for a model that does not mind the order. */
  readonly swapGap: number | null
  /** Mean of Yes mass + No mass at the first token, and the share of answers where it is under one half. */
  readonly meanMass: number | null
  readonly lowMassShare: number | null
  /** Share of answers where Yes or No was not in the server's top list, so that pYes is a bound. */
  readonly censoredShare: number | null
}

/** Mass on Yes and No under which the answer says little about the model. */
const LOW_MASS = 0.5

export function describeBehaviour(items: readonly Item[]): Behaviour {
  const yesNo = items.filter(item => item.pYes !== null)
  const masses = items.flatMap(({ response: { yesMass, noMass } }) =>
    yesMass === undefined || noMass === undefined ? [] : [yesMass + noMass],
  )
  const logits = items.filter(item => item.response.protocol === 'logits' && item.status === 'ok')
  const pairs = swappedPairs(items)
  return {
    yesRate: mean(yesNo.map(item => (item.pYes! > 0.5 ? 1 : item.pYes === 0.5 ? 0.5 : 0))),
    trueYesRate: mean(yesNo.map(item => Number(item.question.answer === 'Yes'))),
    meanPYes: mean(yesNo.map(item => item.pYes!)),
    swapConsistency: mean(pairs.map(agreement)),
    swapPairs: pairs.length,
    // The truth flips with the order, so both answers are right, or both wrong, exactly where P(Yes) add up to 1.
    swapGap: mean(pairs.map(([a, b]) => Math.abs(a.value! - b.value!))),
    meanMass: mean(masses),
    lowMassShare: mean(masses.map(mass => Number(mass < LOW_MASS))),
    censoredShare: mean(logits.map(item => Number(item.response.censored !== undefined))),
  }
}

type ItemPair = readonly [Item, Item]

/** Pairs that differ only by swapping the objects, both answered. */
function swappedPairs(items: readonly Item[]): ItemPair[] {
  const answered = items.filter(item => item.value !== null)
  const pairs = groupBy(answered, ({ question }) => `${question.sceneId} ${question.pairId}`)
  return [...pairs.values()].flatMap(([a, b]) => (a && b ? [[a, b] as const] : []))
}

/** Both right or both wrong: the two answers describe one world. A tie agrees by half. */
function agreement([a, b]: ItemPair): number {
  if (a.correct === 0.5 || b.correct === 0.5) return 0.5
  return Number(a.correct === b.correct)
}

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
