import { SpatialTunnelError } from '../core/errors.ts'
import { CATEGORIES } from '../core/relations.ts'
import type { VectorLayer } from '../formats/vector-file.ts'

/** A layer's vectors in the order of the six categories, without those that have no direction. */
export interface PreparedLayer {
  readonly layer: number
  /** Number of vectors n. */
  readonly count: number
  /** Length d of a vector. */
  readonly columns: number
  /** The file's own rows (not copied); vector i begins at `offsets[i]`. */
  readonly data: Float32Array | Float64Array
  readonly offsets: Float64Array
  /** Vector i of category c: `starts[c] ≤ i < starts[c + 1]`, categories in the order of `CATEGORIES`. */
  readonly starts: Int32Array
  /** |Δ| of each vector, > 0. */
  readonly norms: Float64Array
  /** Row of the file, and pair id, of each vector. */
  readonly rows: Int32Array
  readonly ids: readonly string[]
  /** Pairs whose Δ is the zero vector: they have no direction and are left out of everything. */
  readonly zeroIds: readonly string[]
}

/**
 * Sorts a layer's rows by category and measures their lengths.
 *
 * @throws vectors-not-finite when a vector holds NaN or infinity
 */
export function prepareLayer(source: VectorLayer): PreparedLayer {
  const { layer, columns, deltas: data, labels } = source
  const byCategory: number[][] = CATEGORIES.map(() => [])
  const lengths = new Float64Array(source.rows)
  const zeroIds: string[] = []
  for (let row = 0; row < source.rows; row++) {
    const length = Math.sqrt(squaredLength(data, row * columns, columns))
    if (!Number.isFinite(length)) throw notFinite(source, row)
    lengths[row] = length
    if (length === 0) zeroIds.push(labels[row]!.id)
    else byCategory[CATEGORIES.indexOf(labels[row]!.category)]!.push(row)
  }
  const rows = Int32Array.from(byCategory.flat())
  const starts = new Int32Array(CATEGORIES.length + 1)
  byCategory.forEach((list, c) => {
    starts[c + 1] = starts[c]! + list.length
  })
  return {
    layer,
    count: rows.length,
    columns,
    data,
    offsets: Float64Array.from(rows, row => row * columns),
    starts,
    norms: Float64Array.from(rows, row => lengths[row]!),
    rows,
    ids: Array.from(rows, row => labels[row]!.id),
    zeroIds,
  }
}

/** Σ x², in four running sums. */
function squaredLength(data: Float32Array | Float64Array, start: number, count: number): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  const end = start + count
  const wide = end - (count % 4)
  for (let i = start; i < wide; i += 4) {
    const p = data[i]!
    const q = data[i + 1]!
    const r = data[i + 2]!
    const s = data[i + 3]!
    a += p * p
    b += q * q
    c += r * r
    d += s * s
  }
  for (let i = wide; i < end; i++) a += data[i]! * data[i]!
  return a + b + (c + d)
}

function notFinite(source: VectorLayer, row: number): SpatialTunnelError {
  const vector = source.deltas.subarray(row * source.columns, (row + 1) * source.columns)
  const at = vector.findIndex(value => !Number.isFinite(value))
  return new SpatialTunnelError({
    code: 'vectors-not-finite',
    where: `layer ${source.layer}: pair ${source.labels[row]!.id}`,
    found: at < 0 ? 'a vector longer than a float can tell' : `${vector[at]} at dimension ${at}`,
    expected: 'finite numbers',
    remedy: 'float16 overflows above 65,504: extract the hidden states in float32 or bfloat16',
  })
}
