import { AXES, type Axis, CATEGORIES } from '../core/relations.ts'
import { gaussian, stream } from '../core/rng.ts'
import type { VectorLayer } from '../formats/vector-file.ts'

export interface PlantedOptions {
  readonly seed: number | string
  readonly layer: number
  readonly perCategory: number
  readonly columns: number
  /** Expected cosine of two vectors of an axis, exactly. */
  readonly coherence: Readonly<Record<Axis, number>>
  /** Angle between the vertical and the distance axis. */
  readonly angleDeg: number
  /** How far a vector's component along its axis strays from √c, as a share of the room there is. */
  readonly stray: number
  readonly double: boolean
}
export const PLANTED_DEFAULTS: PlantedOptions = {
  seed: 0,
  layer: 0,
  perCategory: 20,
  columns: 128,
  coherence: { horizontal: 0.25, vertical: 0.4, distance: 0.15 },
  angleDeg: 60,
  stray: 0.6,
  double: true,
}

/**
 * Vectors with a known structure: u = ±(t · axis + √(1 − t²) · w), t around √c, w uniform on the sphere orthogonal to the axis,
 * times a random length. Then E[u_i · u_j] = c for every pair of an axis, and the axes' angle is the one asked for.
 */
export function plantedLayer(options: Partial<PlantedOptions> = {}): VectorLayer {
  const { seed, layer, perCategory, columns, coherence, angleDeg, stray, double } = { ...PLANTED_DEFAULTS, ...options }
  const next = stream(seed, `layer-${layer}`, 'planted')
  const angle = (angleDeg * Math.PI) / 180
  // Axis directions: fixed, in the first three dimensions.
  const axes: Record<Axis, readonly number[]> = {
    horizontal: [1, 0, 0],
    vertical: [0, 1, 0],
    distance: [0, Math.cos(angle), Math.sin(angle)],
  }
  const rows = CATEGORIES.length * perCategory
  const deltas = double ? new Float64Array(rows * columns) : new Float32Array(rows * columns)
  const labels = Array.from({ length: rows }, (_, i) => ({ id: `pair-${i}`, category: CATEGORIES[i % 6]! }))
  for (const [i, { category }] of labels.entries()) {
    const axis = AXES[CATEGORIES.indexOf(category) >> 1]!
    const sign = CATEGORIES.indexOf(category) % 2 === 0 ? 1 : -1
    const direction = axes[axis]
    const noise = Float64Array.from({ length: columns }, () => gaussian(next))
    const overlap = direction.reduce((sum, value, k) => sum + value * noise[k]!, 0)
    for (const [k, value] of direction.entries()) noise[k]! -= overlap * value
    const size = Math.hypot(...noise)
    const length = 0.5 + 2 * next()
    const mean = Math.sqrt(coherence[axis])
    const along = mean + stray * Math.min(mean, 1 - mean) * (2 * next() - 1)
    for (let k = 0; k < columns; k++) {
      const unit = sign * along * (direction[k] ?? 0) + Math.sqrt(1 - along * along) * (noise[k]! / size)
      deltas[i * columns + k] = length * unit
    }
  }
  return { layer, rows, columns, deltas, labels }
}
