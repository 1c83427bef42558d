import { type Seed, stream } from '../core/rng.ts'
import { normalCdf, normalQuantile } from '../core/statistics/distributions.ts'
import { type Interval, quantile } from '../core/statistics/interval.ts'

/**
 * What a bootstrap resamples: one row a cluster (scene), and in its columns the sums from which every statistic can be
 * computed. A draw then costs one pass over the rows, however many questions a scene has.
 */
export interface SumTable {
  readonly rows: number
  readonly columns: number
  /** Row after row. */
  readonly data: Float64Array
}

/** A value computed from the columns' totals; NaN where it is not defined (an empty subset). */
export type Statistic = (totals: Float64Array) => number

export interface BootstrapOptions {
  readonly draws: number
  readonly level: number
  readonly seed: Seed
  /** Name of the stream. Equal names and equal numbers of rows resample the same rows: paired. */
  readonly name: string
}

export const BOOTSTRAP_DEFAULTS: BootstrapOptions = { draws: 10_000, level: 0.95, seed: 20260605, name: 'bootstrap' }

export interface Bootstrapped<Name extends string> {
  /** The statistics of the table itself; null where not defined. */
  readonly estimate: Readonly<Record<Name, number | null>>
  /** BCa intervals; null with fewer than two rows or where the estimate is not defined. */
  readonly ci: Readonly<Record<Name, Interval | null>>
  /** The statistics of every draw, in order. */
  readonly draws: Readonly<Record<Name, Float64Array>>
}

/**
 * Cluster bootstrap with bias-corrected and accelerated (BCa) intervals: Efron 1987; acceleration from the jackknife
 * over clusters, bias from the share of draws below the estimate (ties count one half).
 *
 * @param table a row a cluster; resampled whole, with replacement
 * @param statistics functions of the columns' totals
 */
export function bootstrap<Name extends string>(
  table: SumTable,
  statistics: Readonly<Record<Name, Statistic>>,
  options: Partial<BootstrapOptions> = {},
): Bootstrapped<Name> {
  const { draws, level, seed, name } = { ...BOOTSTRAP_DEFAULTS, ...options }
  const names = Object.keys(statistics) as Name[]
  const totals = columnTotals(table)
  const series = drawAll(
    table,
    names.map(key => statistics[key]),
    draws,
    fastIntegers(seed, name),
  )

  const estimate = {} as Record<Name, number | null>
  const ci = {} as Record<Name, Interval | null>
  const drawn = {} as Record<Name, Float64Array>
  names.forEach((key, at) => {
    const value = statistics[key](totals)
    estimate[key] = Number.isFinite(value) ? value : null
    drawn[key] = series[at]!
    ci[key] =
      table.rows < 2 || !Number.isFinite(value)
        ? null
        : bcaInterval(value, series[at]!, jackknife(table, totals, statistics[key]), level)
  })
  return { estimate, ci, draws: drawn }
}

/**
 * BCa interval from draws and leave-one-out values.
 *
 * @param draws NaN draws (a resample without any member of a subset) are left out
 * @returns `[estimate, estimate]` where nothing varies; null without a finite draw
 */
export function bcaInterval(
  estimate: number,
  draws: Float64Array,
  leftOut: Float64Array,
  level = BOOTSTRAP_DEFAULTS.level,
): Interval | null {
  const sorted = draws.filter(Number.isFinite).sort()
  if (sorted.length === 0) return null
  if (sorted[0] === sorted.at(-1)) return [sorted[0]!, sorted[0]!]
  const bias = normalQuantile(shareBelow(sorted, estimate))
  const acceleration = accelerationOf(leftOut)
  const tail = normalQuantile((1 - level) / 2)
  const at = (z: number): number => {
    if (!Number.isFinite(bias)) return normalCdf(z)
    const moved = bias + z
    return normalCdf(bias + moved / (1 - acceleration * moved))
  }
  return [quantile(sorted, at(tail)), quantile(sorted, at(-tail))]
}

/** Share of sorted values below `value`, ties (to rounding) counted one half. */
function shareBelow(sorted: Float64Array, value: number): number {
  const slack = 1e-12 * Math.max(1, Math.abs(value))
  const first = (limit: number): number => {
    let lo = 0
    let hi = sorted.length
    while (lo < hi) {
      const mid = (lo + hi) >> 1
      if (sorted[mid]! < limit) lo = mid + 1
      else hi = mid
    }
    return lo
  }
  return (first(value - slack) + first(value + slack)) / 2 / sorted.length
}

function accelerationOf(leftOut: Float64Array): number {
  const finite = leftOut.filter(Number.isFinite)
  const mean = finite.reduce((sum, value) => sum + value, 0) / finite.length
  let squares = 0
  let cubes = 0
  for (const value of finite) {
    squares += (mean - value) ** 2
    cubes += (mean - value) ** 3
  }
  return squares > 0 ? cubes / (6 * squares ** 1.5) : 0
}

export function columnTotals({ rows, columns, data }: SumTable): Float64Array {
  const totals = new Float64Array(columns)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) totals[column]! += data[row * columns + column]!
  }
  return totals
}

function jackknife({ rows, columns, data }: SumTable, totals: Float64Array, statistic: Statistic): Float64Array {
  const rest = new Float64Array(columns)
  return Float64Array.from({ length: rows }, (_, row) => {
    for (let column = 0; column < columns; column++) rest[column] = totals[column]! - data[row * columns + column]!
    return statistic(rest)
  })
}

/** The hot loop: `draws` × `rows` row additions. */
function drawAll(table: SumTable, statistics: readonly Statistic[], draws: number, next: () => number): Float64Array[] {
  const { rows, columns, data } = table
  const series = statistics.map(() => new Float64Array(draws))
  const totals = new Float64Array(columns)
  const scale = rows / 2 ** 32
  for (let draw = 0; draw < draws; draw++) {
    totals.fill(0)
    for (let i = 0; i < rows; i++) {
      const from = Math.floor(next() * scale) * columns
      for (let column = 0; column < columns; column++) totals[column]! += data[from + column]!
    }
    for (let s = 0; s < statistics.length; s++) series[s]![draw] = statistics[s]!(totals)
  }
  return series
}

/**
 * Integers uniform in [0, 2³²): sfc32 (Doty-Humphrey), seeded by the named stream. seedrandom's own generator would take
 * seconds for the 30 million numbers of one interval.
 */
export function fastIntegers(seed: Seed, name: string): () => number {
  const first = stream(seed, 'evaluate', name)
  const word = (): number => (first() * 2 ** 32) | 0
  let a = word()
  let b = word()
  let c = word()
  let counter = 1
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let i = 0; i < 12; i++) next()
  return next
}
