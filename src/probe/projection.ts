import type { Axis } from '../core/relations.ts'
import type { GramLayer } from './resample.ts'
import { POLES } from './scalars.ts'

/** Weights that sum vectors to an axis's mean sign-corrected Δ (up to length): +1 canonical, −1 opposite, 0 elsewhere. */
export function axisWeights(layer: GramLayer, axis: Axis): Float64Array {
  const weights = new Float64Array(layer.norms.length)
  const [p, q] = POLES[axis]
  weights.fill(1, layer.starts[p]!, layer.starts[p + 1]!)
  weights.fill(-1, layer.starts[q]!, layer.starts[q + 1]!)
  return weights
}

/**
 * The layer after projecting the direction v = Σ c_i Δ_i out of every vector: G' = G − (Gc)(Gc)ᵀ / cᵀGc. Vectors of which
 * nothing is left keep a length of at least 1e-9 of what it was, so that they have no direction worth counting but no NaN either.
 */
export function projectOut(layer: GramLayer, c: Float64Array): GramLayer {
  const { gram, starts } = layer
  const n = layer.norms.length
  const along = new Float64Array(n)
  let square = 0
  for (let i = 0; i < n; i++) {
    let sum = 0
    for (let j = 0; j < n; j++) sum += gram[i * n + j]! * c[j]!
    along[i] = sum
    square += c[i]! * sum
  }
  if (!(square > 0)) return layer
  const left = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    const factor = along[i]! / square
    for (let j = 0; j < n; j++) left[i * n + j] = gram[i * n + j]! - factor * along[j]!
  }
  const norms = layer.norms.map((norm, i) => Math.max(Math.sqrt(Math.max(0, left[i * n + i]!)), norm * 1e-9))
  return { gram: left, norms, starts }
}
