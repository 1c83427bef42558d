import { CATEGORIES } from '../core/relations.ts'
import type { PreparedLayer } from './prepared-layer.ts'

const C = CATEGORIES.length

/**
 * Everything that coherence, entanglement and similarity need to know of a layer: inner products of the six categories'
 * sums. A weighted draw gives the same numbers with vector i counted w_i times.
 */
export interface BlockSums {
  /** Σ w and Σ w² of each category. */
  readonly weight: Float64Array
  readonly squaredWeight: Float64Array
  /** 6 × 6: (Σ_a w Δ) · (Σ_b w Δ). */
  readonly raw: Float64Array
  /** 6 × 6: the same of the unit vectors Δ / |Δ|. */
  readonly unit: Float64Array
  /** Σ w² |Δ|² of each category: what the diagonal of `raw` owes to vectors meeting themselves. */
  readonly ownRaw: Float64Array
}

/** Block sums from a layer's category sums, O(d). */
export function blockSums(layer: PreparedLayer): BlockSums {
  const { raw, unit } = layer.sums
  const counts = Float64Array.from({ length: C }, (_, c) => layer.starts[c + 1]! - layer.starts[c]!)
  const ownRaw = new Float64Array(C)
  for (let c = 0; c < C; c++) {
    for (let i = layer.starts[c]!; i < layer.starts[c + 1]!; i++) ownRaw[c]! += layer.norms[i]! ** 2
  }
  return {
    weight: counts,
    squaredWeight: counts,
    raw: products(raw, layer.columns),
    unit: products(unit, layer.columns),
    ownRaw,
  }
}

/** Inner products of the six rows. */
function products(sums: Float64Array, d: number): Float64Array {
  const result = new Float64Array(C * C)
  for (let a = 0; a < C; a++) {
    for (let b = a; b < C; b++) {
      let dot = 0
      for (let k = 0; k < d; k++) dot += sums[a * d + k]! * sums[b * d + k]!
      result[a * C + b] = dot
      result[b * C + a] = dot
    }
  }
  return result
}
