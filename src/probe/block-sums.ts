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

/** Block sums in O(n · d), straight from the vectors. */
export function blockSums(layer: PreparedLayer): BlockSums {
  const { raw, unit } = categorySums(layer)
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

/** Sums of Δ and of Δ / |Δ| over each category: 6 × d, row by row. */
export function categorySums(layer: PreparedLayer): { readonly raw: Float64Array; readonly unit: Float64Array } {
  const { data, columns: d, offsets, norms, starts } = layer
  const raw = new Float64Array(C * d)
  const unit = new Float64Array(C * d)
  for (let c = 0; c < C; c++) {
    const rawSum = raw.subarray(c * d, (c + 1) * d)
    const unitSum = unit.subarray(c * d, (c + 1) * d)
    const end = starts[c + 1]!
    let i = starts[c]!
    for (; i + 4 <= end; i += 4) addFour(data, offsets, norms, i, rawSum, unitSum)
    for (; i < end; i++) {
      const [at, scale] = [offsets[i]!, 1 / norms[i]!]
      for (let k = 0; k < d; k++) {
        rawSum[k]! += data[at + k]!
        unitSum[k]! += data[at + k]! * scale
      }
    }
  }
  return { raw, unit }
}

/** Four vectors at a time: the sums are loaded and stored once for four additions. */
function addFour(
  data: Float32Array | Float64Array,
  offsets: Float64Array,
  norms: Float64Array,
  i: number,
  rawSum: Float64Array,
  unitSum: Float64Array,
): void {
  const [a, b, c, e] = [offsets[i]!, offsets[i + 1]!, offsets[i + 2]!, offsets[i + 3]!]
  const [sa, sb, sc, se] = [1 / norms[i]!, 1 / norms[i + 1]!, 1 / norms[i + 2]!, 1 / norms[i + 3]!]
  for (let k = 0; k < rawSum.length; k++) {
    const p = data[a + k]!
    const q = data[b + k]!
    const r = data[c + k]!
    const s = data[e + k]!
    rawSum[k]! += p + q + (r + s)
    unitSum[k]! += p * sa + q * sb + (r * sc + s * se)
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
