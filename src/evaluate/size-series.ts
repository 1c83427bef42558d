import type { EvaluationScene } from './evaluation-data.ts'

/** The two ends of a size series: rows of the scenes with the smallest s1 and with the largest. */
export type SizeEnds = readonly [smallest: ReadonlySet<number>, largest: ReadonlySet<number>]

/** Sizes are equal to this, m: 0.1 + 0.3 and 0.4 differ by rounding. */
const SAME_M = 1e-9

/**
 * Recognises a size series (paper C.3): two objects, s1 + s2 the same in every scene, s1 taking several values.
 *
 * @returns null for any other suite
 */
export function sizeEnds(scenes: readonly EvaluationScene[]): SizeEnds | null {
  const sizes = scenes.map(({ scene }) => scene.objects.map(object => object.sizeM))
  const sum = (sizes[0]?.[0] ?? 0) + (sizes[0]?.[1] ?? 0)
  if (sizes.some(pair => pair.length !== 2 || Math.abs(pair[0]! + pair[1]! - sum) > SAME_M)) return null
  const first = sizes.map(pair => pair[0]!)
  const smallest = first.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const largest = first.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  if (!(largest - smallest > SAME_M)) return null
  const rowsNear = (size: number): Set<number> =>
    new Set(first.flatMap((value, row) => (Math.abs(value - size) <= SAME_M ? [row] : [])))
  return [rowsNear(smallest), rowsNear(largest)]
}
