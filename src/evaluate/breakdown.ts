import type { Interval } from '../core/statistics/interval.ts'
import { quantile } from '../core/statistics/interval.ts'
import type { BootstrapOptions } from './bootstrap.ts'
import type { Factor } from './factors.ts'
import { groupBy } from './group-by.ts'
import type { Item } from './items.ts'
import { fitPsychometric, type PsychometricFit } from './psychometric.ts'
import { computeScalars, type ScalarName } from './scalars.ts'

/** Scalars that a breakdown shows. */
export const BREAKDOWN_SCALARS = ['v', 'vCons', 'vCtr', 'delta', 'accAll'] as const satisfies readonly ScalarName[]
export type BreakdownScalar = (typeof BREAKDOWN_SCALARS)[number]

export interface BreakdownGroup {
  readonly label: string
  /** The level of a numeric factor (the mean, where levels are binned). */
  readonly x: number | null
  readonly scenes: number
  readonly questions: number
  readonly estimate: Readonly<Record<BreakdownScalar, number | null>>
  readonly ci: Readonly<Record<BreakdownScalar, Interval | null>>
}

export interface Breakdown {
  readonly factor: string
  readonly label: string
  readonly unit: string | null
  readonly groups: readonly BreakdownGroup[]
  /** Curves over a numeric factor with at least five levels. */
  readonly fits: Readonly<Record<'v' | 'vCons' | 'vCtr', PsychometricFit | null>> | null
}

/** More levels than this are binned (numbers) or left out (texts). */
const MAX_LEVELS = 16
const BINS = 6

/** Draws of a group's intervals: they are read off a chart. */
export const BREAKDOWN_DRAWS = 500

/**
 * Scores by the levels of a factor, each with its intervals over the scenes that have it.
 *
 * @returns null for a factor with one level, or with more texts than a chart can show
 */
export function breakDown(
  items: readonly Item[],
  factor: Factor,
  options: Partial<BootstrapOptions> = {},
): Breakdown | null {
  const levels = items.flatMap(item => {
    const level = factor.levelOf(item)
    return level === null ? [] : [{ item, level }]
  })
  const distinct = new Set(levels.map(({ level }) => level))
  const numeric = levels.every(({ level }) => typeof level === 'number')
  if (distinct.size < 2 || (!numeric && distinct.size > MAX_LEVELS)) return null

  const binOf = numeric && distinct.size > MAX_LEVELS ? quantileBins(levels.map(({ level }) => Number(level))) : null
  const grouped = groupBy(levels, ({ level }) => (binOf ? binOf(Number(level)) : level))
  const groups = [...grouped].map(([key, members]) => {
    const values = members.map(({ level }) => Number(level))
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const x = !numeric ? null : binOf ? mean : values[0]!
    const label = binOf ? rangeLabel(values) : String(key)
    return scoreGroup(
      label,
      x,
      members.map(({ item }) => item),
      { draws: BREAKDOWN_DRAWS, ...options },
    )
  })
  groups.sort((a, b) => (numeric ? a.x! - b.x! : a.label.localeCompare(b.label, 'en')))
  const fits = numeric
    ? { v: fitCurve(groups, 'v'), vCons: fitCurve(groups, 'vCons'), vCtr: fitCurve(groups, 'vCtr') }
    : null
  return { factor: factor.name, label: factor.label, unit: factor.unit, groups, fits }
}

function scoreGroup(
  label: string,
  x: number | null,
  items: readonly Item[],
  options: Partial<BootstrapOptions>,
): BreakdownGroup {
  const rows = new Map([...new Set(items.map(item => item.sceneRow))].map((sceneRow, row) => [sceneRow, row]))
  const compact = items.map(item => ({ ...item, sceneRow: rows.get(item.sceneRow)! }))
  const { estimate, ci } = computeScalars(compact, rows.size, null, options)
  const only = <T>(all: Readonly<Record<ScalarName, T>>): Record<BreakdownScalar, T> => ({
    v: all.v,
    vCons: all.vCons,
    vCtr: all.vCtr,
    delta: all.delta,
    accAll: all.accAll,
  })
  return { label, x, scenes: rows.size, questions: items.length, estimate: only(estimate), ci: only(ci) }
}

/**
 * A curve has to explain this share of the variation, adjusted for its four parameters: six points of noise are fitted
 * well by chance.
 */
const MIN_ADJUSTED_R2 = 0.6

function fitCurve(groups: readonly BreakdownGroup[], scalar: 'v' | 'vCons' | 'vCtr'): PsychometricFit | null {
  const points = groups.flatMap(({ x, estimate, scenes }) => {
    const y = estimate[scalar]
    return x === null || y === null ? [] : [{ x, y, weight: scenes }]
  })
  const fit = points.length > 4 ? fitPsychometric(points) : null
  const adjusted = fit ? 1 - ((1 - fit.r2) * (points.length - 1)) / (points.length - 4) : 0
  return adjusted >= MIN_ADJUSTED_R2 ? fit : null
}

/** Number of the bin of a value, bins holding about equally many. */
function quantileBins(values: readonly number[]): (value: number) => number {
  const sorted = [...values].sort((a, b) => a - b)
  const edges = Array.from({ length: BINS - 1 }, (_, k) => quantile(sorted, (k + 1) / BINS))
  return value => edges.filter(edge => value > edge).length
}

function rangeLabel(values: readonly number[]): string {
  const lo = values.reduce((a, b) => Math.min(a, b))
  const hi = values.reduce((a, b) => Math.max(a, b))
  return `${Number(lo.toPrecision(3))} – ${Number(hi.toPrecision(3))}`
}
