import { studentTTwoSided } from '../core/statistics/distributions.ts'
import type { Interval } from '../core/statistics/interval.ts'
import type { Split } from '../core/truth.ts'
import type { EvaluationScene } from './evaluation-data.ts'
import { groupBy } from './group-by.ts'
import type { Item } from './items.ts'
import { sceneMeans } from './scalars.ts'

/** One cell of the θ1 × θ2 heatmap. */
export interface Cell {
  readonly theta1Deg: number
  readonly theta2Deg: number
  /** The split of the cell's scenes (of most of them, should a margin cut through a cell). */
  readonly split: Split
  readonly scenes: number
  /** Mean v over the cell's instances and templates; null without an answer. */
  readonly v: number | null
  /** Over instances, by Student's t; null with fewer than three. */
  readonly ci: Interval | null
  readonly sceneIds: readonly string[]
}

/** Heatmap of a suite that crosses the two angles; cells row by row (θ1), angles ascending. */
export interface CellGrid {
  readonly anglesDeg1: readonly number[]
  readonly anglesDeg2: readonly number[]
  readonly cells: readonly Cell[]
}

/**
 * Mean v by the two objects' angles.
 *
 * @returns null unless every scene has two objects and the two angles are crossed: every combination occurs
 */
export function thetaCells(scenes: readonly EvaluationScene[], items: readonly Item[]): CellGrid | null {
  const angles = scenes.map(({ scene }) => scene.objects.map(object => object.thetaDeg))
  if (angles.length === 0 || angles.some(pair => pair.length !== 2)) return null
  const [anglesDeg1, anglesDeg2] = [0, 1].map(k => ascending(angles.map(pair => pair[k]!))) as [number[], number[]]
  const rowsByCell = groupBy(scenes.keys(), row => angles[row]!.join(' '))
  const cellCount = anglesDeg1.length * anglesDeg2.length
  if (cellCount < 4 || cellCount > 64 ** 2 || rowsByCell.size !== cellCount) return null

  const means = sceneMeans(items)
  const splits = new Map(items.map(item => [item.sceneRow, item.split]))
  const cells = anglesDeg1.flatMap(theta1Deg =>
    anglesDeg2.map((theta2Deg): Cell => {
      const rows = rowsByCell.get(`${theta1Deg} ${theta2Deg}`)!
      const values = rows.flatMap(row => means.get(row) ?? [])
      const split = mostCommon(rows.map(row => splits.get(row) ?? scenes[row]!.truth.pairs[0]!.split))
      const v = values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null
      const sceneIds = rows.map(row => scenes[row]!.id)
      return { theta1Deg, theta2Deg, split, scenes: rows.length, v, ci: tInterval(values), sceneIds }
    }),
  )
  return { anglesDeg1, anglesDeg2, cells }
}

const ascending = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b)

function mostCommon(splits: readonly Split[]): Split {
  const counts = (['consistent', 'counter', 'ambiguous'] as const).map(split => ({
    split,
    n: splits.filter(other => other === split).length,
  }))
  return counts.reduce((best, next) => (next.n > best.n ? next : best)).split
}

function tInterval(values: readonly number[]): Interval | null {
  const n = values.length
  if (n < 3) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1)
  const half = tQuantile(n - 1) * Math.sqrt(variance / n)
  return [Math.max(0, mean - half), Math.min(1, mean + half)]
}

/** The two-sided 95 % point of Student's t, by bisection. */
function tQuantile(df: number): number {
  let [lo, hi] = [1.9, 13]
  for (let i = 0; i < 40; i++) {
    const mid = (lo + hi) / 2
    if (studentTTwoSided(mid, df) > 0.05) lo = mid
    else hi = mid
  }
  return (lo + hi) / 2
}
