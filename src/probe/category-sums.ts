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

/** Four vectors (room for float64), the sums of one category, four scales. */
function layoutOf(d: number) {
  const padded = Math.ceil(d / 4) * 4
  const [raw, unit, scales] = [32 * padded, 40 * padded, 48 * padded]
  return { padded, raw, unit, scales, bytes: scales + 32 }
}

function sumWithKernel(kernel: VectorKernel, vectors: GroupedVectors, sums: CategorySums): void {
  const { data, columns: d, offsets, starts } = vectors
  const at = layoutOf(d)
  const { buffer } = kernel.memory
  const isDouble = data instanceof Float64Array
  const FloatArray = isDouble ? Float64Array : Float32Array
  const stride = at.padded * FloatArray.BYTES_PER_ELEMENT
  const [square, addRows] = isDouble ? [kernel.square, kernel.addRows] : [kernel.square32, kernel.addRows32]
  const scales = new Float64Array(buffer, at.scales, 4)
  const rows = [0, 1, 2, 3].map(r => new FloatArray(buffer, r * stride, at.padded))
  // What pads a vector to a multiple of four.
  for (const row of rows) row.fill(0, d)
  const [raw, unit] = [new Float64Array(buffer, at.raw, at.padded), new Float64Array(buffer, at.unit, at.padded)]
  const take = (i: number, r: number): number => {
    rows[r]!.set(data.subarray(offsets[i]!, offsets[i]! + d))
    return Math.sqrt(square(r * stride, at.padded))
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
      addRows(0, stride, at.scales, at.raw, at.unit)
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
