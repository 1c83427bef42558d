import { CATEGORIES } from '../core/relations.ts'
import type { VectorKernel } from './kernel/vector-kernel.ts'
import { FRESH_SCRATCH, type LayerScratch } from './layer-scratch.ts'

const C = CATEGORIES.length

/** Vectors of a layer by category: vector i begins at `data[offsets[i]]`, `starts[c] ≤ i < starts[c + 1]` in category c. */
export interface GroupedVectors {
  readonly data: Float32Array | Float64Array
  readonly columns: number
  readonly offsets: ArrayLike<number>
  readonly starts: ArrayLike<number>
}

/** Sums over each category, 6 × d row by row; zero vectors add nothing. */
export interface CategorySums {
  /** Σ Δ. */
  readonly raw: Float64Array
  /** Σ Δ / |Δ|. */
  readonly unit: Float64Array
  /** |Δ| of each vector, in the order of `offsets`. */
  readonly norms: Float64Array
}

/**
 * Lengths and category sums in O(n · d), each vector fetched from memory once. Sums are float64 whatever the input.
 */
export function categorySums(vectors: GroupedVectors, scratch: LayerScratch = FRESH_SCRATCH): CategorySums {
  const { columns: d, offsets } = vectors
  const sums = { ...scratch.sums(C * d), norms: new Float64Array(offsets.length) }
  const kernel = scratch.open(layoutOf(d).bytes)
  if (kernel) sumWithKernel(kernel, vectors, sums)
  else sumPlainly(vectors, sums)
  return sums
}

/** Four vectors as float64, one as it comes, the sums of one category, four scales. */
function layoutOf(d: number) {
  const stride = Math.ceil(d / 4) * 32
  const [input, raw, unit, scales] = [4 * stride, 5 * stride, 6 * stride, 7 * stride]
  return { stride, input, raw, unit, scales, bytes: scales + 32 }
}

function sumWithKernel(kernel: VectorKernel, vectors: GroupedVectors, sums: CategorySums): void {
  const { data, columns: d, offsets, starts } = vectors
  const at = layoutOf(d)
  const { buffer } = kernel.memory
  const scales = new Float64Array(buffer, at.scales, 4)
  const padded = at.stride / 8
  const rows = [0, 1, 2, 3].map(r => new Float64Array(buffer, r * at.stride, padded))
  const input = new Float32Array(buffer, at.input, padded)
  // What pads a vector to a multiple of four.
  for (const vector of [...rows, input]) vector.fill(0, d)
  const [raw, unit] = [new Float64Array(buffer, at.raw, padded), new Float64Array(buffer, at.unit, padded)]
  const take = (i: number, r: number): number => {
    const vector = data.subarray(offsets[i]!, offsets[i]! + d)
    if (vector instanceof Float64Array) rows[r]!.set(vector)
    else input.set(vector)
    const square =
      data instanceof Float64Array
        ? kernel.square(r * at.stride, padded)
        : kernel.widen(at.input, r * at.stride, padded)
    return Math.sqrt(square)
  }
  for (let c = 0; c < C; c++) {
    raw.fill(0)
    unit.fill(0)
    for (let i = starts[c]!; i < starts[c + 1]!; i += 4) {
      scales.fill(0)
      for (let r = 0; r < 4; r++) {
        if (i + r < starts[c + 1]!) {
          const norm = take(i + r, r)
          sums.norms[i + r] = norm
          scales[r] = norm > 0 ? 1 / norm : 0
        } else rows[r]!.fill(0)
      }
      kernel.addRows(0, at.stride, at.scales, at.raw, at.unit)
    }
    sums.raw.set(raw.subarray(0, d), c * d)
    sums.unit.set(unit.subarray(0, d), c * d)
  }
}

/** The same without WebAssembly. */
function sumPlainly({ data, columns: d, offsets, starts }: GroupedVectors, sums: CategorySums): void {
  for (let c = 0; c < C; c++) {
    const raw = sums.raw.subarray(c * d, (c + 1) * d)
    const unit = sums.unit.subarray(c * d, (c + 1) * d)
    raw.fill(0)
    unit.fill(0)
    for (let i = starts[c]!; i < starts[c + 1]!; i++) {
      const at = offsets[i]!
      let square = 0
      for (let k = 0; k < d; k++) square += data[at + k]! * data[at + k]!
      const norm = Math.sqrt(square)
      const scale = norm > 0 ? 1 / norm : 0
      for (let k = 0; k < d; k++) {
        raw[k]! += data[at + k]!
        unit[k]! += data[at + k]! * scale
      }
      sums.norms[i] = norm
    }
  }
}
