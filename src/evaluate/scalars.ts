import type { Interval } from '../core/statistics/interval.ts'
import { type BootstrapOptions, bootstrap, type Statistic, type SumTable } from './bootstrap.ts'
import type { Item } from './items.ts'
import type { SizeEnds } from './size-series.ts'

/** The figures of the paper's tables (§4.2, C.2-C.4); all are fractions. */
export const SCALARS = [
  'v',
  'vCons',
  'vCtr',
  'delta',
  'accAll',
  'accCon',
  'accCtr',
  'accDelta',
  'vS1Small',
  'vS1Large',
  'deltaS',
] as const
export type ScalarName = (typeof SCALARS)[number]

export interface Scalars {
  readonly estimate: Readonly<Record<ScalarName, number | null>>
  readonly ci: Readonly<Record<ScalarName, Interval | null>>
  readonly draws: Readonly<Record<ScalarName, Float64Array>>
}

/** Subsets whose sum and count stand in neighbouring columns of the table. */
const SUBSETS = ['v', 'vCons', 'vCtr', 'accAll', 'accCon', 'accCtr', 'vS1Small', 'vS1Large'] as const
type Subset = (typeof SUBSETS)[number]

const ratio =
  (subset: Subset): Statistic =>
  totals => {
    const column = 2 * SUBSETS.indexOf(subset)
    return totals[column + 1]! > 0 ? totals[column]! / totals[column + 1]! : Number.NaN
  }
const difference =
  (a: Subset, b: Subset): Statistic =>
  totals =>
    ratio(a)(totals) - ratio(b)(totals)

const STATISTICS: Readonly<Record<ScalarName, Statistic>> = {
  v: ratio('v'),
  vCons: ratio('vCons'),
  vCtr: ratio('vCtr'),
  delta: difference('vCons', 'vCtr'),
  accAll: ratio('accAll'),
  accCon: ratio('accCon'),
  accCtr: ratio('accCtr'),
  accDelta: difference('accCon', 'accCtr'),
  vS1Small: ratio('vS1Small'),
  vS1Large: ratio('vS1Large'),
  deltaS: difference('vS1Small', 'vS1Large'),
}

/**
 * v, vCons, vCtr = mean over scenes of the scene's mean over its questions; accuracies = share of questions;
 * Δ = consistent − counter; Δs = v at the smallest s1 − v at the largest. Intervals over scenes.
 *
 * @param sceneCount scenes of the dataset (with or without answers), so that models' draws are paired
 * @param sizeEnds null where the suite does not vary the two sizes against each other
 */
export function computeScalars(
  items: readonly Item[],
  sceneCount: number,
  sizeEnds: SizeEnds | null,
  options: Partial<BootstrapOptions> = {},
): Scalars {
  return bootstrap(scalarTable(items, sceneCount, sizeEnds), STATISTICS, options)
}

function scalarTable(items: readonly Item[], rows: number, sizeEnds: SizeEnds | null): SumTable {
  // The last two subsets only cost time where the suite is no size series.
  const columns = 2 * (sizeEnds ? SUBSETS.length : SUBSETS.indexOf('vS1Small'))
  const data = new Float64Array(rows * columns)
  const add = (row: number, subset: Subset, sum: number, count: number): void => {
    const at = row * columns + 2 * SUBSETS.indexOf(subset)
    data[at]! += sum
    data[at + 1]! += count
  }
  for (const { sceneRow, split, correct } of items) {
    if (correct === null) continue
    add(sceneRow, 'accAll', correct, 1)
    if (split === 'consistent') add(sceneRow, 'accCon', correct, 1)
    if (split === 'counter') add(sceneRow, 'accCtr', correct, 1)
  }
  const sizeSubsets: Subset[] = ['vS1Small', 'vS1Large']
  for (const [row, mean] of sceneMeans(items)) {
    add(row, 'v', mean, 1)
    for (const [end, subset] of sizeSubsets.entries()) if (sizeEnds?.[end]?.has(row)) add(row, subset, mean, 1)
  }
  for (const [split, subset] of [
    ['consistent', 'vCons'],
    ['counter', 'vCtr'],
  ] as const) {
    for (const [row, mean] of sceneMeans(items.filter(item => item.split === split))) add(row, subset, mean, 1)
  }
  return { rows, columns, data }
}

/** Mean v over each scene's answered questions, by scene row. */
export function sceneMeans(items: readonly Item[]): Map<number, number> {
  const sums = new Map<number, { sum: number; count: number }>()
  for (const { sceneRow, value } of items) {
    if (value === null) continue
    const so = sums.get(sceneRow) ?? { sum: 0, count: 0 }
    so.sum += value
    so.count += 1
    sums.set(sceneRow, so)
  }
  return new Map([...sums].map(([row, { sum, count }]) => [row, sum / count]))
}
