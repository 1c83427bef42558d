import { AXES, CATEGORIES } from '../core/relations.ts'
import type { Stream } from '../core/rng.ts'
import type { GramLayer } from './resample.ts'
import { LANES, weightedBlocks } from './weighted-blocks.ts'

/**
 * Split-half reliability of each axis's direction: the pairs of every category are cut into two random halves; the cosine
 * between the halves' mean sign-corrected unit vectors, averaged over the cuts. 1 = any half gives the same direction.
 *
 * @returns horizontal, vertical, distance; NaN with fewer than two pairs
 */
export function splitHalf(layer: GramLayer, splits: number, next: Stream): number[] {
  const { gram, norms, starts } = layer
  const n = norms.length
  const axisStarts = Int32Array.of(starts[0]!, starts[2]!, starts[4]!, starts[6]!)
  const weights = Array.from({ length: LANES }, () => new Float64Array(n))
  const sums = AXES.map(() => 0)
  const rounds = Math.max(1, Math.round(splits / 2))
  for (let round = 0; round < rounds; round++) {
    // Two lanes a cut: one half each.
    cut(weights[0]!, weights[1]!, layer, next)
    cut(weights[2]!, weights[3]!, layer, next)
    const squares = weightedBlocks(gram, axisStarts, weights, (a, b) => a === b)
    const both = [0, 2].map(lane => weights[lane]!.map((value, i) => value + weights[lane + 1]![i]!))
    const sumSquares = weightedBlocks(gram, axisStarts, [...both, ...both], (a, b) => a === b)
    for (const axis of AXES.keys()) {
      for (const lane of [0, 2]) {
        const at = (k: number): number => (k * 3 + axis) * 3 + axis
        const [first, second] = [squares[at(lane)]!, squares[at(lane + 1)]!]
        const product = (sumSquares[at(lane / 2)]! - first - second) / 2
        sums[axis]! += product / Math.sqrt(first * second)
      }
    }
  }
  return sums.map(sum => sum / (2 * rounds))
}

/** Sign-corrected unit weights of the two halves. */
function cut(first: Float64Array, second: Float64Array, layer: GramLayer, next: Stream): void {
  const { norms, starts } = layer
  first.fill(0)
  second.fill(0)
  for (const c of CATEGORIES.keys()) {
    const sign = c % 2 === 0 ? 1 : -1
    const members = Int32Array.from({ length: starts[c + 1]! - starts[c]! }, (_, k) => starts[c]! + k)
    for (let k = members.length - 1; k > 0; k--) {
      const j = Math.floor(next() * (k + 1))
      const kept = members[k]!
      members[k] = members[j]!
      members[j] = kept
    }
    for (const [k, i] of members.entries()) (k % 2 === 0 ? first : second)[i] = sign / norms[i]!
  }
}
