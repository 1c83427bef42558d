import { AXES, type Axis, CATEGORIES, type Category } from '../core/relations.ts'
import { type Seed, stream } from '../core/rng.ts'
import type { Interval } from '../core/statistics/interval.ts'
import { holm } from '../core/statistics/two-samples.ts'
import type { BlockSums } from './block-sums.ts'
import { scalarIntervals } from './confidence.ts'
import { nullBand, permutationP, sortedColumn } from './intervals.ts'
import { coherenceNull, entanglementNull } from './nulls.ts'
import type { GramLayer } from './resample.ts'
import { AXIS_PAIRS, type AxisPair, scalarsOf, unbiasedScalarsOf } from './scalars.ts'
import { splitHalf } from './split-half.ts'
import { coherenceSpread } from './spread.ts'
import { type Verdict, verdict } from './words.ts'

/** `null` stands for a number that cannot be had (an empty category, no draws). */
export type Maybe = number | null

export interface AxisMeasures {
  readonly n: number
  readonly coherence: Maybe
  /** Standard deviation of the cosines over pairs. */
  readonly std: Maybe
  readonly ci: Interval | null
  /** The middle 95 % under random signs. */
  readonly nullBand: Interval | null
  readonly p: Maybe
  /** p after Holm over the layer's three coherences and three entanglements. */
  readonly pHolm: Maybe
  /** Split-half reliability of the axis's direction. */
  readonly reliability: Maybe
  readonly verdict: Verdict
}

export interface EntanglementMeasures {
  /** Paper eq. 3 (`vdEi` for vertical and distance). */
  readonly means: Maybe
  /** Released code (`vdEiSigned`). */
  readonly signed: Maybe
  /** The same two without the shortening by noise; the intervals are theirs. */
  readonly meansUnbiased: Maybe
  readonly signedUnbiased: Maybe
  readonly ci: Interval | null
  readonly ciSigned: Interval | null
  /** The middle 95 % of `means` under shuffled categories. */
  readonly nullBand: Interval | null
  readonly p: Maybe
  readonly pHolm: Maybe
}

export interface SubsetMeasures {
  readonly counts: Readonly<Record<Category, number>>
  readonly axes: Readonly<Record<Axis, AxisMeasures>>
  readonly entanglement: Readonly<Record<AxisPair, EntanglementMeasures>>
  /** Why VD-EI is not called entanglement here; null when the pairs are balanced. */
  readonly imbalance: string | null
}

export interface DrawOptions {
  readonly seed: Seed
  /** Bootstrap draws; 0 = no intervals. */
  readonly draws: number
  /** Draws of each null; 0 = no p-values. */
  readonly nullDraws: number
  /** Split halves; 0 = no reliability. */
  readonly splits: number
}
export const DRAW_DEFAULTS: DrawOptions = { seed: 20260605, draws: 1000, nullDraws: 1000, splits: 50 }

/** Three coherences and three entanglements are tested at each layer. */
const TESTS = 6

/**
 * The measures of one layer over one set of pairs.
 *
 * @param sums block sums of these pairs
 * @param layer their Gram matrix; null = only what needs none (no deviation, no intervals, no p-values)
 * @param id names the random streams: `<model>/<layer>/<subset>`
 */
export function measureSubset(
  sums: BlockSums,
  layer: GramLayer | null,
  id: string,
  imbalance: string | null,
  options: DrawOptions,
): SubsetMeasures {
  const values = scalarsOf(sums)
  const unbiased = unbiasedScalarsOf(sums)
  const next = (field: string) => stream(options.seed, id, field)
  const ci =
    layer && options.draws > 0
      ? scalarIntervals(layer, unbiased, options.draws, next('bootstrap'))
      : Array.from(values, () => null)
  const nulls = layer && options.nullDraws > 0 ? nullTables(layer, values, options.nullDraws, next) : null
  const reliability = layer && options.splits > 0 ? splitHalf(layer, options.splits, next('split-half')) : null
  const spread = layer ? coherenceSpread(layer) : null
  const adjusted = nulls ? holm(nulls.p) : []
  const axis = (a: number): AxisMeasures => ({
    n: sums.weight[2 * a]! + sums.weight[2 * a + 1]!,
    coherence: maybe(values[a]),
    std: maybe(spread?.[a]),
    ci: ci[a] as Interval | null,
    nullBand: nulls?.bands[a] ?? null,
    p: maybe(nulls?.p[a]),
    pHolm: maybe(adjusted[a]),
    reliability: maybe(reliability?.[a]),
    verdict: verdict(adjusted[a] ?? Number.NaN, reliability?.[a] ?? Number.NaN, TESTS / (1 + options.nullDraws)),
  })
  const pair = (k: number): EntanglementMeasures => ({
    means: maybe(values[3 + k]),
    signed: maybe(values[6 + k]),
    meansUnbiased: maybe(cut(unbiased[3 + k]!)),
    signedUnbiased: maybe(cut(unbiased[6 + k]!)),
    ci: ci[3 + k] as Interval | null,
    ciSigned: ci[6 + k] as Interval | null,
    nullBand: nulls?.bands[3 + k] ?? null,
    p: maybe(nulls?.p[3 + k]),
    pHolm: maybe(adjusted[3 + k]),
  })
  return {
    counts: record(CATEGORIES, c => sums.weight[c]!),
    axes: record(AXES, axis),
    entanglement: record(AXIS_PAIRS, pair),
    imbalance,
  }
}

/** Null bands and p-values of three coherences, then three entanglements. */
function nullTables(
  layer: GramLayer,
  values: Float64Array,
  draws: number,
  next: (field: string) => () => number,
): { readonly bands: (Interval | null)[]; readonly p: number[] } {
  const coherences = coherenceNull(layer, draws, next('random-signs'))
  const entanglements = entanglementNull(layer, draws, next('shuffled-categories'))
  const columns = [0, 1, 2].map(k => sortedColumn(coherences, 3, k))
  columns.push(...[0, 1, 2].map(k => sortedColumn(entanglements, 6, k)))
  return {
    bands: columns.map(column => nullBand(column)),
    p: columns.map((column, k) => permutationP(values[k]!, column, k >= 3)),
  }
}

/** Without its noise a cosine can come out beyond 1. */
const cut = (value: number): number => Math.max(-1, Math.min(1, value))

export const maybe = (value: number | undefined): Maybe => (value === undefined || Number.isNaN(value) ? null : value)

/** `{key: of(index)}`. */
export function record<K extends string, V>(keys: readonly K[], of: (index: number) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key, i) => [key, of(i)])) as Record<K, V>
}
