import { gaussian, type Seed, stream } from '../core/rng.ts'
import type { PreparedLayer } from './prepared-layer.ts'
import { POLES } from './scalars.ts'

/** Random directions that every intervention is compared with. */
export const RANDOM_CONTROLS = 3

/** Directions of one layer for interventions; all have the length of the mean sign-corrected vertical Δ. */
export interface LayerDirections {
  readonly layer: number
  readonly columns: number
  readonly normalizedTo: number
  /** `horizontal`, `vertical`, `distance`, `shared`, `random0` … */
  readonly vectors: Readonly<Record<string, Float32Array>>
}

/**
 * What to ablate or add: each axis's mean sign-corrected Δ, the direction that vertical and distance share (their bisector), and
 * random directions. null when an axis has no vectors.
 */
export function layerDirections(layer: PreparedLayer, seed: Seed, id: string): LayerDirections | null {
  const { columns: d } = layer
  const { raw } = layer.sums
  const signed = (axis: 'horizontal' | 'vertical' | 'distance'): Float64Array => {
    const [p, q] = POLES[axis]
    const count = layer.starts[q + 1]! - layer.starts[p]!
    return Float64Array.from({ length: d }, (_, k) => (raw[p * d + k]! - raw[q * d + k]!) / count)
  }
  const [horizontal, vertical, distance] = [signed('horizontal'), signed('vertical'), signed('distance')]
  const [lv, ld] = [norm(vertical), norm(distance)]
  if (!(lv > 0) || !(ld > 0)) return null
  const next = stream(seed, id, 'directions')
  const all: Record<string, Float64Array> = {
    ...(norm(horizontal) > 0 ? { horizontal } : {}),
    vertical,
    distance,
    shared: vertical.map((value, k) => value / lv + distance[k]! / ld),
  }
  for (let r = 0; r < RANDOM_CONTROLS; r++) all[`random${r}`] = Float64Array.from({ length: d }, () => gaussian(next))
  const scaled = (vector: Float64Array): Float32Array => {
    const factor = lv / norm(vector)
    return Float32Array.from(vector, value => value * factor)
  }
  const vectors = Object.fromEntries(Object.entries(all).map(([name, vector]) => [name, scaled(vector)]))
  return { layer: layer.layer, columns: d, normalizedTo: lv, vectors }
}

function norm(vector: Float64Array): number {
  let sum = 0
  for (const value of vector) sum += value * value
  return Math.sqrt(sum)
}
