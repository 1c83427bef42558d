import { SpatialTunnelError, shown } from '../core/errors.ts'
import type { Category } from '../core/relations.ts'
import type { ByteSource } from './byte-source.ts'
import { readLines } from './lines.ts'
import { checkLayer, layersOf, type PairLabel, parseCategory, type VectorFile } from './vector-file.ts'

/** `{pairId, layer, original: […], swapped: […], category?}`, one line a pair and layer. */
interface VectorRow {
  readonly pairId: string
  readonly layer: number
  readonly original: readonly number[]
  readonly swapped: readonly number[]
  readonly category?: string
}

interface Place {
  readonly number: number
  readonly position: number
  readonly length: number
}

/**
 * Vectors as JSON lines, for small models and teaching. The file is walked once to learn where each layer's lines are;
 * numbers are kept in float64.
 *
 * @param labels categories by pair id, for rows that name none
 */
export async function openVectorJsonl(source: ByteSource, labels: readonly PairLabel[] = []): Promise<VectorFile> {
  const places = new Map<number, Place[]>()
  for await (const line of readLines(source)) {
    const row = parseRow(line.bytes, `${source.name}: line ${line.number}`)
    const list = places.get(row.layer) ?? []
    if (list.length === 0) places.set(row.layer, list)
    list.push({ number: line.number, position: line.position, length: line.length })
  }
  const categories = new Map(labels.map(label => [label.id, label.category]))
  const layers = layersOf(
    source.name,
    [...places.keys()].map(String),
    /^(\d+)$/,
    'rows {pairId, layer, original, swapped}',
  )
  return {
    name: source.name,
    layers,
    async read(layer) {
      checkLayer(`${source.name}: layer ${layer}`, layers, layer)
      return readLayer(source, layer, places.get(layer)!, categories)
    },
  }
}

async function readLayer(
  source: ByteSource,
  layer: number,
  places: readonly Place[],
  categories: ReadonlyMap<string, Category>,
) {
  const labels: PairLabel[] = []
  let deltas = new Float64Array(0)
  let columns = 0
  for (const [i, place] of places.entries()) {
    const where = `${source.name}: line ${place.number}`
    const row = parseRow(await source.read(place.position, place.length), where)
    if (i === 0) {
      columns = row.original.length
      deltas = new Float64Array(places.length * columns)
    }
    if (row.original.length !== columns || row.swapped.length !== columns) {
      throw invalid(where, `${row.original.length} and ${row.swapped.length} numbers`, `${columns} as in the first row`)
    }
    const category = row.category === undefined ? categories.get(row.pairId) : parseCategory(row.category, where)
    if (!category) throw invalid(where, `pair ${row.pairId} without a category`, 'one in the row or in the pairs file')
    labels.push({ id: row.pairId, category })
    for (let k = 0; k < columns; k++) deltas[i * columns + k] = row.swapped[k]! - row.original[k]!
  }
  return { layer, rows: places.length, columns, deltas, labels }
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'number')

function parseRow(bytes: Uint8Array, where: string): VectorRow {
  let row: unknown
  try {
    row = JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw invalid(where, 'no JSON', 'one JSON object a line', cause)
  }
  const { pairId, layer, original, swapped, category } = (row ?? {}) as Record<string, unknown>
  const whole = Number.isSafeInteger(layer) && (layer as number) >= 0
  if (typeof pairId !== 'string' || !whole || !isVector(original) || !isVector(swapped)) {
    throw invalid(where, shown(row), '{pairId, layer, original: [numbers], swapped: [numbers]}')
  }
  return { pairId, layer: layer as number, original, swapped, ...(typeof category === 'string' ? { category } : {}) }
}

function invalid(where: string, found: string, expected: string, cause?: unknown): SpatialTunnelError {
  return new SpatialTunnelError({ code: 'vectors-jsonl-invalid', where, found, expected, cause })
}
