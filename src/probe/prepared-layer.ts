import { SpatialTunnelError } from '../core/errors.ts'
import { CATEGORIES } from '../core/relations.ts'
import type { PairLabel, VectorLayer } from '../formats/vector-file.ts'
import { type CategorySums, categorySums } from './category-sums.ts'
import { FRESH_SCRATCH, type LayerScratch } from './layer-scratch.ts'

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
  /** Σ Δ and Σ Δ / |Δ| of each category. */
  readonly sums: Pick<CategorySums, 'raw' | 'unit'>
  /** Row of the file, and pair id, of each vector. */
  readonly rows: Int32Array
  readonly ids: readonly string[]
  /** Pairs whose Δ is the zero vector: they have no direction and are left out of everything. */
  readonly zeroIds: readonly string[]
}

/**
 * Sorts a layer's rows by category, measures their lengths and sums them.
 *
 * @throws vectors-not-finite when a vector holds NaN or infinity
 */
export function prepareLayer(source: VectorLayer, scratch: LayerScratch = FRESH_SCRATCH): PreparedLayer {
  const { layer, columns, deltas: data, labels } = source
  const grouped = groupedRows(labels)
  const offsets = Float64Array.from(grouped.rows, row => row * columns)
  const { raw, unit, norms } = categorySums({ data, columns, offsets, starts: grouped.starts }, scratch)
  const wrong = norms.findIndex(norm => !Number.isFinite(norm))
  if (wrong >= 0) throw notFinite(source, grouped.rows[wrong]!)
  const common = { layer, columns, data, sums: { raw, unit } }
  const idsOf = (rows: Int32Array): string[] => Array.from(rows, row => labels[row]!.id)
  if (norms.every(norm => norm > 0)) {
    const { rows, starts } = grouped
    return { ...common, count: rows.length, offsets, starts, norms, rows, ids: idsOf(rows), zeroIds: [] }
  }
  const rows = grouped.rows.filter((_, i) => norms[i]! > 0)
  return {
    ...common,
    count: rows.length,
    offsets: offsets.filter((_, i) => norms[i]! > 0),
    starts: grouped.starts.map(start => norms.subarray(0, start).filter(norm => norm > 0).length),
    norms: norms.filter(norm => norm > 0),
    rows,
    ids: idsOf(rows),
    zeroIds: idsOf(grouped.rows.filter((_, i) => norms[i] === 0).sort()),
  }
}

/** Rows in the order of the categories, and where each category begins. */
function groupedRows(labels: readonly PairLabel[]): { readonly rows: Int32Array; readonly starts: Int32Array } {
  const numbers = Int8Array.from(labels, label => CATEGORIES.indexOf(label.category))
  const rows = new Int32Array(labels.length)
  const starts = new Int32Array(CATEGORIES.length + 1)
  let filled = 0
  for (let c = 0; c < CATEGORIES.length; c++) {
    for (let row = 0; row < numbers.length; row++) if (numbers[row] === c) rows[filled++] = row
    starts[c + 1] = filled
  }
  return { rows, starts }
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
