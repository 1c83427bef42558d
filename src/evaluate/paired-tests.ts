import type { Seed } from '../core/rng.ts'
import { holm } from '../core/statistics/two-samples.ts'
import { fastIntegers } from './bootstrap.ts'
import type { Item, JoinedItems } from './items.ts'
import { sceneMeans } from './scalars.ts'

export const PAIRED_METRICS = ['v', 'vCons', 'vCtr', 'delta'] as const
export type PairedMetric = (typeof PAIRED_METRICS)[number]

export interface PairedTest {
  readonly a: string
  readonly b: string
  readonly metric: PairedMetric
  /** Scenes of the metric in which both models answered the same questions: those of its split, of both for Δ. */
  readonly scenes: number
  /** Value of a − value of b, over those questions. */
  readonly difference: number | null
  /** Two-sided, by swapping the models within scenes; adjusted by Holm over all pairs of models (per metric). */
  readonly p: number | null
  readonly pHolm: number | null
}

export interface PairedOptions {
  readonly swaps: number
  readonly seed: Seed
}
export const PAIRED_DEFAULTS: PairedOptions = { swaps: 10_000, seed: 20260605 }

/**
 * Compares every two models on the questions that both answered, by a permutation test: if the models were the same,
 * swapping their answers within a scene would change nothing (Fisher-Pitman sign flips, clusters = scenes). For Δ the
 * consistent and the counter scenes flip by the same rule.
 */
export function comparePaired(
  models: readonly { readonly name: string; readonly joined: JoinedItems }[],
  options: Partial<PairedOptions> = {},
): PairedTest[] {
  const { swaps, seed } = { ...PAIRED_DEFAULTS, ...options }
  const pairs = models.flatMap((a, i) => models.slice(i + 1).map(b => [a, b] as const))
  const tests = pairs.flatMap(([a, b]) => {
    const differences = sceneDifferences(a.joined.items, b.joined.items)
    return PAIRED_METRICS.map(metric => {
      const terms = weighted(differences, metric)
      const flips = signFlips(terms, swaps, fastIntegers(seed, `paired ${a.name} ${b.name} ${metric}`))
      return { a: a.name, b: b.name, metric, scenes: terms.length, ...flips }
    })
  })
  return tests.map(test => {
    const family = tests.filter(other => other.metric === test.metric)
    const adjusted = holm(family.map(other => other.p ?? Number.NaN))[family.indexOf(test)]!
    return { ...test, pHolm: Number.isNaN(adjusted) ? null : adjusted }
  })
}

interface SceneDifferences {
  readonly all: readonly number[]
  readonly consistent: readonly number[]
  readonly counter: readonly number[]
}

/** Per scene: a's mean v − b's, over the questions that both answered. */
function sceneDifferences(a: readonly Item[], b: readonly Item[]): SceneDifferences {
  const shared = commonItems(a, b)
  const of = (keep: (item: Item) => boolean): number[] => {
    const means = sceneMeans(shared.b.filter(keep))
    return [...sceneMeans(shared.a.filter(keep))].map(([row, value]) => value - means.get(row)!)
  }
  return {
    all: of(() => true),
    consistent: of(item => item.split === 'consistent'),
    counter: of(item => item.split === 'counter'),
  }
}

/** The items of the questions to which both models gave a value, in the same order. */
export function commonItems(a: readonly Item[], b: readonly Item[]): { a: Item[]; b: Item[] } {
  const ofB = new Map(b.filter(item => item.value !== null).map(item => [item.question.id, item]))
  const kept = a.filter(item => item.value !== null && ofB.has(item.question.id))
  return { a: kept, b: kept.map(item => ofB.get(item.question.id)!) }
}

/** Terms whose sum is the metric's difference: each a scene's share of it. */
function weighted({ all, consistent, counter }: SceneDifferences, metric: PairedMetric): Float64Array {
  const mean = (values: readonly number[], sign = 1): number[] => values.map(value => (sign * value) / values.length)
  if (metric === 'v') return Float64Array.from(mean(all))
  if (metric === 'vCons') return Float64Array.from(mean(consistent))
  if (metric === 'vCtr') return Float64Array.from(mean(counter))
  return consistent.length && counter.length
    ? Float64Array.from([...mean(consistent), ...mean(counter, -1)])
    : new Float64Array(0)
}

function signFlips(
  terms: Float64Array,
  swaps: number,
  next: () => number,
): { difference: number | null; p: number | null } {
  if (terms.length === 0) return { difference: null, p: null }
  const difference = terms.reduce((sum, term) => sum + term, 0)
  const limit = Math.abs(difference) - 1e-12
  let atLeast = 0
  for (let swap = 0; swap < swaps; swap++) {
    let total = 0
    let bits = 0
    for (let i = 0; i < terms.length; i++) {
      if ((i & 31) === 0) bits = next()
      total += bits & 1 ? terms[i]! : -terms[i]!
      bits >>>= 1
    }
    if (Math.abs(total) >= limit) atLeast++
  }
  return { difference, p: (atLeast + 1) / (swaps + 1) }
}
