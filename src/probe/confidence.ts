import type { Stream } from '../core/rng.ts'
import type { Interval } from '../core/statistics/interval.ts'
import { degenerateVariance, narrowed } from './degenerate.ts'
import { basicInterval, sortedColumn } from './intervals.ts'
import { bootstrapScalars, type GramLayer } from './resample.ts'
import { SCALARS } from './scalars.ts'

/**
 * 95 % bootstrap intervals of all `SCALARS`, around their unbiased values: pairs are drawn again within each category.
 *
 * @param unbiased `unbiasedScalarsOf` the layer
 */
export function scalarIntervals(
  layer: GramLayer,
  unbiased: Float64Array,
  draws: number,
  next: Stream,
): (Interval | null)[] {
  const table = bootstrapScalars(layer, draws, next)
  const excess = degenerateVariance(layer).map(variance => 4 * variance)
  return SCALARS.map((_, k) => {
    const column = sortedColumn(table, SCALARS.length, k)
    // The first three are coherences: U statistics.
    return basicInterval(unbiased[k]!, excess[k] === undefined ? column : narrowed(column, excess[k]))
  })
}
