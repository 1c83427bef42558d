import { CATEGORIES } from '../core/relations.ts'
import type { Stream } from '../core/rng.ts'
import type { BlockSums } from './block-sums.ts'
import { SCALARS, unbiasedScalarsOf } from './scalars.ts'
import { LANES, weightedBlocks } from './weighted-blocks.ts'

const C = CATEGORIES.length

/** What drawing again needs of a layer: its Gram matrix, the lengths, and where the categories lie. */
export interface GramLayer {
  readonly gram: Float64Array
  readonly norms: Float64Array
  readonly starts: Int32Array
}

const sameAxis = (a: number, b: number): boolean => a >> 1 === b >> 1

/** Block sums under four weightings at once. */
export function weightedBlockSums(layer: GramLayer, weights: readonly Float64Array[]): BlockSums[] {
  const { gram, norms, starts } = layer
  const raw = weightedBlocks(gram, starts, weights)
  const unitWeights = weights.map(w => w.map((value, i) => value / norms[i]!))
  const unit = weightedBlocks(gram, starts, unitWeights, sameAxis)
  return weights.map((w, lane) => {
    const weight = new Float64Array(C)
    const squaredWeight = new Float64Array(C)
    const ownRaw = new Float64Array(C)
    for (let c = 0; c < C; c++) {
      for (let i = starts[c]!; i < starts[c + 1]!; i++) {
        weight[c]! += w[i]!
        squaredWeight[c]! += w[i]! * w[i]!
        ownRaw[c]! += (w[i]! * norms[i]!) ** 2
      }
    }
    const part = (all: Float64Array): Float64Array => all.subarray(lane * C * C, (lane + 1) * C * C)
    return { weight, squaredWeight, raw: part(raw), unit: part(unit), ownRaw }
  })
}

/**
 * Bootstrap over pairs, within each category (their numbers are the design's): every scalar of every draw.
 *
 * @returns draws × `SCALARS.length`, row by row
 */
export function bootstrapScalars(layer: GramLayer, draws: number, next: Stream): Float64Array {
  const n = layer.norms.length
  const S = SCALARS.length
  const padded = Math.ceil(draws / LANES) * LANES
  const result = new Float64Array(padded * S)
  const weights = Array.from({ length: LANES }, () => new Float64Array(n))
  for (let draw = 0; draw < padded; draw += LANES) {
    for (const w of weights) drawWeights(w, layer.starts, next)
    for (const [lane, sums] of weightedBlockSums(layer, weights).entries()) {
      result.set(unbiasedScalarsOf(sums), (draw + lane) * S)
    }
  }
  return result.subarray(0, draws * S)
}

/** How often each vector is drawn when each category is drawn anew with replacement. */
function drawWeights(w: Float64Array, starts: Int32Array, next: Stream): void {
  w.fill(0)
  for (let c = 0; c < C; c++) {
    const [start, count] = [starts[c]!, starts[c + 1]! - starts[c]!]
    for (let k = 0; k < count; k++) w[start + Math.floor(next() * count)]! += 1
  }
}
