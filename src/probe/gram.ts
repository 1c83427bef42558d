import { type OpenKernel, openKernel, type VectorKernel } from './kernel/vector-kernel.ts'
import type { PreparedLayer } from './prepared-layer.ts'

/** Dimensions taken at a time: eight pieces of rows stay in the first-level cache. */
const PIECE = 1024
/** The same for the kernel, whose pieces are float64, and how many rows it keeps in the second-level cache. */
const KERNEL_PIECE = 512
const KERNEL_TILE = 32
/** Addresses of WebAssembly end at 4 GiB. */
const KERNEL_BYTES_MAX = 2 ** 32 - 65_536

/**
 * Inner products of all vectors of a layer: n × n, symmetric, float64 (sums are float64 whatever the input).
 * Everything that is drawn again (bootstrap, nulls, split halves, projections, PCA, the linear probe) needs no more than this.
 * O(n² d / 2).
 */
export function gramMatrix(layer: PreparedLayer, open: OpenKernel = openKernel): Float64Array {
  const n = layer.count
  const { bytes } = kernelLayout(n, layer.columns)
  const kernel = bytes < KERNEL_BYTES_MAX ? open(bytes) : null
  const gram = kernel ? gramWithKernel(kernel, layer) : gramPlainly(layer)
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) gram[i * n + j] = gram[j * n + i]!
  return gram
}

/** The Gram matrix, then a piece of every row as float64, then a piece of one row as it comes. Rows are padded to fours. */
function kernelLayout(n: number, d: number) {
  const rows = Math.ceil(n / 4) * 4
  const piece = Math.min(KERNEL_PIECE, Math.ceil(d / 4) * 4)
  const panel = rows * rows * 8
  const input = panel + rows * piece * 8
  return { rows, piece, panel, input, bytes: input + piece * 8 }
}

/** Lower triangle, in blocks of 4 × 2 vectors. */
function gramWithKernel(kernel: VectorKernel, { count: n, columns: d, data, offsets }: PreparedLayer): Float64Array {
  const { rows, piece, panel, input } = kernelLayout(n, d)
  const { buffer } = kernel.memory
  const stride = piece * 8
  const row = (i: number): number => panel + i * stride
  const single = new Float32Array(buffer, input, piece)
  for (let from = 0; from < d; from += piece) {
    const to = Math.min(d, from + piece)
    if (to - from < piece) new Uint8Array(buffer, panel).fill(0)
    for (let i = 0; i < n; i++) {
      const part = data.subarray(offsets[i]! + from, offsets[i]! + to)
      if (part instanceof Float64Array) new Float64Array(buffer, row(i), piece).set(part)
      else {
        single.set(part)
        kernel.widen(input, row(i), piece)
      }
    }
    for (let j = 0; j < rows; j += KERNEL_TILE) {
      for (let i = j; i < rows; i += 4) {
        kernel.addProducts(row(i), row(j), Math.min(KERNEL_TILE, i + 4 - j), stride, (i * rows + j) * 8, rows * 8)
      }
    }
  }
  const padded = new Float64Array(buffer, 0, rows * rows)
  if (rows === n) return padded
  const gram = new Float64Array(n * n)
  for (let i = 0; i < n; i++) gram.set(padded.subarray(i * rows, i * rows + n), i * n)
  return gram
}

/** Lower triangle without WebAssembly, in blocks of 4 × 4 vectors. */
function gramPlainly({ count: n, columns: d, data, offsets }: PreparedLayer): Float64Array {
  const gram = new Float64Array(n * n)
  for (let from = 0; from < d; from += PIECE) {
    const to = Math.min(d, from + PIECE)
    for (let i = 0; i < n; i += 4) {
      for (let j = 0; j <= i; j += 4) {
        if (i + 4 <= n) addBlock(gram, n, data, offsets, i, j, from, to)
        else addEdge(gram, n, data, offsets, i, j, from, to)
      }
    }
  }
  return gram
}

function addBlock(
  gram: Float64Array,
  n: number,
  data: Float32Array | Float64Array,
  offsets: Float64Array,
  i: number,
  j: number,
  from: number,
  to: number,
): void {
  const [a0, a1, a2, a3] = [offsets[i]!, offsets[i + 1]!, offsets[i + 2]!, offsets[i + 3]!]
  const [b0, b1, b2, b3] = [offsets[j]!, offsets[j + 1]!, offsets[j + 2]!, offsets[j + 3]!]
  let s00 = 0
  let s01 = 0
  let s02 = 0
  let s03 = 0
  let s10 = 0
  let s11 = 0
  let s12 = 0
  let s13 = 0
  let s20 = 0
  let s21 = 0
  let s22 = 0
  let s23 = 0
  let s30 = 0
  let s31 = 0
  let s32 = 0
  let s33 = 0
  for (let k = from; k < to; k++) {
    const p0 = data[a0 + k]!
    const p1 = data[a1 + k]!
    const p2 = data[a2 + k]!
    const p3 = data[a3 + k]!
    const q0 = data[b0 + k]!
    const q1 = data[b1 + k]!
    const q2 = data[b2 + k]!
    const q3 = data[b3 + k]!
    s00 += p0 * q0
    s01 += p0 * q1
    s02 += p0 * q2
    s03 += p0 * q3
    s10 += p1 * q0
    s11 += p1 * q1
    s12 += p1 * q2
    s13 += p1 * q3
    s20 += p2 * q0
    s21 += p2 * q1
    s22 += p2 * q2
    s23 += p2 * q3
    s30 += p3 * q0
    s31 += p3 * q1
    s32 += p3 * q2
    s33 += p3 * q3
  }
  let at = i * n + j
  gram[at]! += s00
  gram[at + 1]! += s01
  gram[at + 2]! += s02
  gram[at + 3]! += s03
  at += n
  gram[at]! += s10
  gram[at + 1]! += s11
  gram[at + 2]! += s12
  gram[at + 3]! += s13
  at += n
  gram[at]! += s20
  gram[at + 1]! += s21
  gram[at + 2]! += s22
  gram[at + 3]! += s23
  at += n
  gram[at]! += s30
  gram[at + 1]! += s31
  gram[at + 2]! += s32
  gram[at + 3]! += s33
}

/** The last rows, when n is no multiple of 4. */
function addEdge(
  gram: Float64Array,
  n: number,
  data: Float32Array | Float64Array,
  offsets: Float64Array,
  i0: number,
  j0: number,
  from: number,
  to: number,
): void {
  for (let i = i0; i < n; i++) {
    for (let j = j0; j < Math.min(n, j0 + 4); j++) {
      let sum = 0
      for (let k = from; k < to; k++) sum += data[offsets[i]! + k]! * data[offsets[j]! + k]!
      gram[i * n + j]! += sum
    }
  }
}

/** The rows and columns of some vectors only. */
export function subGram(gram: Float64Array, n: number, members: ArrayLike<number>): Float64Array {
  const m = members.length
  const part = new Float64Array(m * m)
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) part[i * m + j] = gram[members[i]! * n + members[j]!]!
  }
  return part
}
