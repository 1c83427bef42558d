import { CATEGORIES, type Category } from '../../core/relations.ts'
import type { ProbeReport } from '../../probe/probe-report.ts'
import { rotated } from '../../probe/procrustes.ts'

/** A layer's cloud as it is drawn: three numbers a pair, within the unit ball; pairs without a vector lie at NaN. */
export interface LayerPoints {
  readonly positions: Float32Array<ArrayBuffer>
  /** From the mean of the opposite category to the mean of the canonical one, for each axis: six numbers. */
  readonly directions: readonly (readonly number[])[]
}

/** Points turned towards the layer before and scaled to fill the view: every layer has its own scale. */
export function layerPoints(report: ProbeReport, layerIndex: number): LayerPoints | null {
  const pca = report.layers[layerIndex]?.pca
  if (!pca) return null
  const raw = Float64Array.from(pca.points.flatMap(point => point ?? [Number.NaN, Number.NaN, Number.NaN]))
  const turned = rotated(raw, Float64Array.from(pca.alignment), 3)
  let reach = 0
  for (let i = 0; i < turned.length; i += 3) {
    const length = Math.hypot(turned[i]!, turned[i + 1]!, turned[i + 2]!)
    if (length > reach) reach = length
  }
  const positions = Float32Array.from(turned, value => value / (reach || 1))
  const means = CATEGORIES.map(category => meanOf(positions, report, category))
  const directions = [0, 2, 4].map(c => [...means[c + 1]!, ...means[c]!])
  return { positions, directions }
}

function meanOf(positions: Float32Array, report: ProbeReport, category: Category): number[] {
  const sum = [0, 0, 0]
  let count = 0
  for (const [i, pair] of report.pairs.entries()) {
    if (pair.category !== category || Number.isNaN(positions[3 * i]!)) continue
    for (let k = 0; k < 3; k++) sum[k]! += positions[3 * i + k]!
    count++
  }
  return sum.map(value => value / Math.max(1, count))
}
