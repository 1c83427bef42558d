/** How many weightings are taken through the Gram matrix at once. */
export const LANES = 4

/**
 * Quadratic forms of the Gram matrix over blocks of vectors, for four weightings at once:
 * `result[(lane · B + a) · B + b] = Σ_{i ∈ a, j ∈ b} w_i w_j G_ij`.
 *
 * @param gram n × n, symmetric
 * @param starts B + 1 numbers: block a holds vectors `starts[a] ≤ i < starts[a + 1]`
 * @param weights `LANES` arrays of n
 * @param wanted leaves out blocks that nobody asks for (their results are 0)
 */
export function weightedBlocks(
  gram: Float64Array,
  starts: Int32Array,
  weights: readonly Float64Array[],
  wanted: (a: number, b: number) => boolean = () => true,
): Float64Array {
  const blocks = starts.length - 1
  const n = starts[blocks]!
  const [w0, w1, w2, w3] = weights as [Float64Array, Float64Array, Float64Array, Float64Array]
  const result = new Float64Array(LANES * blocks * blocks)
  const sums = new Float64Array(LANES)
  for (let b = 0; b < blocks; b++) {
    for (let a = 0; a <= b; a++) {
      if (!wanted(a, b)) continue
      const total = [0, 0, 0, 0]
      for (let i = starts[b]!; i < starts[b + 1]!; i++) {
        const end = a === b ? i : starts[a + 1]!
        rowSums(gram, i * n, starts[a]!, end, w0, w1, w2, w3, sums)
        // Within a block every pair is met once: twice that, and the diagonal.
        const diagonal = a === b ? gram[i * n + i]! : 0
        for (let lane = 0; lane < LANES; lane++) {
          const w = weights[lane]![i]!
          total[lane]! += a === b ? w * (2 * sums[lane]! + w * diagonal) : w * sums[lane]!
        }
      }
      for (let lane = 0; lane < LANES; lane++) {
        result[(lane * blocks + a) * blocks + b] = total[lane]!
        result[(lane * blocks + b) * blocks + a] = total[lane]!
      }
    }
  }
  return result
}

/** Σ_j w_j G_ij over a stretch of one row, for the four weightings. */
function rowSums(
  gram: Float64Array,
  row: number,
  from: number,
  to: number,
  w0: Float64Array,
  w1: Float64Array,
  w2: Float64Array,
  w3: Float64Array,
  sums: Float64Array,
): void {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  for (let j = from; j < to; j++) {
    const g = gram[row + j]!
    s0 += g * w0[j]!
    s1 += g * w1[j]!
    s2 += g * w2[j]!
    s3 += g * w3[j]!
  }
  sums[0] = s0
  sums[1] = s1
  sums[2] = s2
  sums[3] = s3
}
