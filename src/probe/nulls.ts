import { CATEGORIES } from '../core/relations.ts'
import type { Stream } from '../core/rng.ts'
import type { GramLayer } from './resample.ts'
import { AXIS_PAIR_AXES, entanglement, entanglementSigned } from './scalars.ts'
import { LANES, weightedBlocks } from './weighted-blocks.ts'

/** Number of axes, and of axis pairs. */
const AXIS_COUNT = 3

/** First vector of each axis: every second boundary of the categories. */
const axisStarts = (starts: Int32Array): Int32Array => Int32Array.of(starts[0]!, starts[2]!, starts[4]!, starts[6]!)

/**
 * Coherence when directions mean nothing: every unit vector gets a random sign.
 *
 * @returns draws × 3 (horizontal, vertical, distance)
 */
export function coherenceNull(layer: GramLayer, draws: number, next: Stream): Float64Array {
  const { gram, norms } = layer
  const starts = axisStarts(layer.starts)
  const result = new Float64Array(draws * AXIS_COUNT)
  const weights = Array.from({ length: LANES }, () => new Float64Array(norms.length))
  for (let draw = 0; draw < draws; draw += LANES) {
    for (const w of weights) for (let i = 0; i < w.length; i++) w[i] = (next() < 0.5 ? -1 : 1) / norms[i]!
    const forms = weightedBlocks(gram, starts, weights, (a, b) => a === b)
    for (let lane = 0; lane < Math.min(LANES, draws - draw); lane++) {
      for (let axis = 0; axis < AXIS_COUNT; axis++) {
        const n = starts[axis + 1]! - starts[axis]!
        const square = forms[(lane * AXIS_COUNT + axis) * AXIS_COUNT + axis]!
        result[(draw + lane) * AXIS_COUNT + axis] = (square - n) / (n * (n - 1))
      }
    }
  }
  return result
}

/**
 * Entanglement when categories mean nothing: within each axis the two categories' labels are shuffled (their numbers stay).
 *
 * @returns draws × 6: the three axis pairs by category means (paper eq. 3), then signed (released code)
 */
export function entanglementNull(layer: GramLayer, draws: number, next: Stream): Float64Array {
  const { gram } = layer
  const n = layer.norms.length
  const starts = axisStarts(layer.starts)
  const totals = rowTotals(gram, starts)
  const whole = weightedBlocks(
    gram,
    starts,
    Array.from({ length: LANES }, () => new Float64Array(n).fill(1)),
  )
  const weights = Array.from({ length: LANES }, () => new Float64Array(n))
  const result = new Float64Array(draws * 2 * AXIS_COUNT)
  for (let draw = 0; draw < draws; draw += LANES) {
    for (const w of weights) shuffleCanonical(w, layer.starts, next)
    const forms = weightedBlocks(gram, starts, weights)
    for (let lane = 0; lane < Math.min(LANES, draws - draw); lane++) {
      const raw = shuffledProducts(forms.subarray(lane * 9, lane * 9 + 9), whole, weights[lane]!, totals, starts)
      for (const [p, [first, second]] of AXIS_PAIR_AXES.entries()) {
        result[(draw + lane) * 2 * AXIS_COUNT + p] = entanglement({ raw }, first, second)
        result[(draw + lane) * 2 * AXIS_COUNT + AXIS_COUNT + p] = entanglementSigned({ raw }, first, second)
      }
    }
  }
  return result
}

/** 1 for vectors that count as canonical in this draw, 0 for the others. */
function shuffleCanonical(w: Float64Array, starts: Int32Array, next: Stream): void {
  for (let c = 0; c < CATEGORIES.length; c += 2) {
    const [start, end] = [starts[c]!, starts[c + 2]!]
    w.fill(1, start, starts[c + 1]!)
    w.fill(0, starts[c + 1]!, end)
    for (let i = end - 1; i > start; i--) {
      const j = start + Math.floor(next() * (i - start + 1))
      const kept = w[i]!
      w[i] = w[j]!
      w[j] = kept
    }
  }
}

/** Σ_{j ∈ axis} G_ij of each vector: n × 3. */
function rowTotals(gram: Float64Array, starts: Int32Array): Float64Array {
  const n = starts[AXIS_COUNT]!
  const totals = new Float64Array(n * AXIS_COUNT)
  for (let i = 0; i < n; i++) {
    for (let axis = 0; axis < AXIS_COUNT; axis++) {
      for (let j = starts[axis]!; j < starts[axis + 1]!; j++) totals[i * AXIS_COUNT + axis]! += gram[i * n + j]!
    }
  }
  return totals
}

/** Inner products of the six shuffled category sums, from p'Gp, p'G1 and 1'G1 (the opposite poles are 1 − p). */
function shuffledProducts(
  forms: Float64Array,
  whole: Float64Array,
  picked: Float64Array,
  totals: Float64Array,
  starts: Int32Array,
): Float64Array {
  const mixed = new Float64Array(AXIS_COUNT * AXIS_COUNT)
  for (let axis = 0; axis < AXIS_COUNT; axis++) {
    for (let i = starts[axis]!; i < starts[axis + 1]!; i++) {
      if (picked[i] === 0) continue
      for (let other = 0; other < AXIS_COUNT; other++) {
        mixed[axis * AXIS_COUNT + other]! += totals[i * AXIS_COUNT + other]!
      }
    }
  }
  const raw = new Float64Array(4 * AXIS_COUNT * AXIS_COUNT)
  for (let x = 0; x < AXIS_COUNT; x++) {
    for (let y = 0; y < AXIS_COUNT; y++) {
      const [pp, pAll, allP] = [forms[3 * x + y]!, mixed[3 * x + y]!, mixed[3 * y + x]!]
      const at = 2 * x * CATEGORIES.length + 2 * y
      raw[at] = pp
      raw[at + 1] = pAll - pp
      raw[at + CATEGORIES.length] = allP - pp
      raw[at + CATEGORIES.length + 1] = whole[3 * x + y]! - pAll - allP + pp
    }
  }
  return raw
}
