import { AXES } from '../core/relations.ts'
import type { GramLayer } from './resample.ts'
import { POLES } from './scalars.ts'

/**
 * ζ₂ / n² of each axis's coherence: what the mean cosine owes to vectors' own noise meeting in pairs, after the part that
 * belongs to single vectors is taken off (Hoeffding's decomposition of a U statistic).
 *
 * Drawing vectors again counts this part three times: Var* = 4 ζ₁/n + 6 ζ₂/n² where the truth is 4 ζ₁/n + 2 ζ₂/n². It
 * matters when an axis is barely coherent or its vectors are alike in all but noise.
 */
export function degenerateVariance(layer: GramLayer): number[] {
  const { gram, norms, starts } = layer
  const total = norms.length
  return AXES.map(axis => {
    const [p, q] = POLES[axis]
    const [from, middle, to] = [starts[p]!, starts[q]!, starts[q + 1]!]
    const n = to - from
    if (n < 4) return 0
    const cosine = (i: number, j: number): number => {
      const value = gram[i * total + j]! / (norms[i]! * norms[j]!)
      return i < middle === j < middle ? value : -value
    }
    const means = new Float64Array(n)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) if (i !== j) means[i]! += cosine(from + i, from + j) / (n - 1)
    }
    const mean = means.reduce((sum, value) => sum + value, 0) / n
    let squares = 0
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < i; j++) squares += (cosine(from + i, from + j) - means[i]! - means[j]! + mean) ** 2
    }
    return (2 * squares) / (n * (n - 1)) / (n * n)
  })
}

/** Draws brought closer to their mean, so that their variance loses the part that was counted too often. */
export function narrowed(draws: Float64Array, excess: number): Float64Array {
  const mean = draws.reduce((sum, value) => sum + value, 0) / draws.length
  const variance = draws.reduce((sum, value) => sum + (value - mean) ** 2, 0) / draws.length
  const factor = variance > 0 ? Math.sqrt(Math.max(0.25, 1 - excess / variance)) : 1
  return draws.map(value => mean + factor * (value - mean))
}
