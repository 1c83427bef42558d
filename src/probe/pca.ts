import type { Stream } from '../core/rng.ts'
import { topEigen } from './lanczos.ts'
import type { PreparedLayer } from './prepared-layer.ts'

/** Principal components of a layer's Δ vectors. */
export interface Pca {
  /** n × components, row by row, in the prepared layer's order. */
  readonly scores: Float64Array
  readonly components: number
  /** Share of the total variance of each component. */
  readonly explained: readonly number[]
}

/**
 * PCA through the centred Gram matrix (n is smaller than d, or small anyway): scores = √λ · eigenvector. The sign is fixed by
 * the largest loading, which is positive.
 */
export function pca(layer: PreparedLayer, gram: Float64Array, next: Stream, components = 3): Pca {
  const n = layer.count
  const centered = centeredGram(gram, n)
  let total = 0
  for (let i = 0; i < n; i++) total += centered[i * n + i]!
  const { values, vectors } = topEigen(centered, n, Math.min(components, n), next)
  const scores = new Float64Array(n * components)
  for (const [k, vector] of vectors.entries()) {
    const scale = Math.sqrt(Math.max(0, values[k]!)) * signOf(layer, vector)
    for (let i = 0; i < n; i++) scores[i * components + k] = vector[i]! * scale
  }
  const explained = Array.from({ length: components }, (_, k) => (total > 0 ? Math.max(0, values[k] ?? 0) / total : 0))
  return { scores, components, explained }
}

/** Inner products after subtracting the mean vector. */
function centeredGram(gram: Float64Array, n: number): Float64Array {
  const means = new Float64Array(n)
  let mean = 0
  for (let i = 0; i < n; i++) {
    let sum = 0
    for (let j = 0; j < n; j++) sum += gram[i * n + j]!
    means[i] = sum / n
    mean += sum / n / n
  }
  const centered = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) centered[i * n + j] = gram[i * n + j]! - means[i]! - means[j]! + mean
  }
  return centered
}

/** The sign that makes the largest loading Σ_i v_i Δ_i positive (Σ v_i = 0, so the mean drops out). */
function signOf(layer: PreparedLayer, vector: Float64Array): number {
  const { data, offsets, columns } = layer
  const loading = new Float64Array(columns)
  for (let i = 0; i < vector.length; i++) {
    const [at, weight] = [offsets[i]!, vector[i]!]
    for (let k = 0; k < columns; k++) loading[k]! += weight * data[at + k]!
  }
  let largest = 0
  for (const value of loading) if (Math.abs(value) > Math.abs(largest)) largest = value
  return largest < 0 ? -1 : 1
}
