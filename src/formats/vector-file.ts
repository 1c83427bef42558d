import { SpatialTunnelError, shown } from '../core/errors.ts'
import { CATEGORIES, type Category } from '../core/relations.ts'
import type { FloatArray } from './float-decode.ts'

/** What is known about the pair behind a row of vectors. */
export interface PairLabel {
  /** The pair's id, or the released tool's index as a text. */
  readonly id: string
  /** Of the original question. */
  readonly category: Category
}

/** The delta vectors of one layer: h(swapped) − h(original), one row a pair. */
export interface VectorLayer {
  readonly layer: number
  readonly rows: number
  readonly columns: number
  /** rows × columns, row by row. */
  readonly deltas: FloatArray
  readonly labels: readonly PairLabel[]
}

/** Vectors of one model, whatever the file format; one layer in memory at a time. */
export interface VectorFile {
  readonly name: string
  /** Ascending, numbered from 0. */
  readonly layers: readonly number[]
  /**
   * @param onTransfer called once the layer's numbers are on their way, if the file can tell: what the caller computes from
   *   then on runs beside the transfer
   */
  read(layer: number, onTransfer?: () => void): Promise<VectorLayer>
  /** Gives a layer's memory back for the next one; nobody may look at its deltas any more. */
  release?(layer: VectorLayer): void
}

const ALIASES: Readonly<Record<string, Category>> = { under: 'below', beneath: 'below' }

/** A category's name, with the aliases that other benchmarks use. */
export function parseCategory(text: string, where: string): Category {
  const name = text.trim().toLowerCase()
  const category = ALIASES[name] ?? CATEGORIES.find(known => known === name)
  if (category) return category
  throw new SpatialTunnelError({
    code: 'category-unknown',
    where,
    found: shown(text),
    expected: `${CATEGORIES.join(', ')}, or under or beneath for below`,
  })
}

/** Throws `vectors-shape` unless there is one label for each row. */
export function checkLabels(where: string, rows: number, labels: number): void {
  if (rows === labels) return
  throw new SpatialTunnelError({
    code: 'vectors-shape',
    where,
    found: `${rows} vectors and ${labels} labels`,
    expected: 'one label for each vector',
  })
}

/** swapped − original, in place of `swapped`. */
export function subtractInPlace(swapped: FloatArray, original: FloatArray, where: string): FloatArray {
  if (swapped.length !== original.length) {
    throw new SpatialTunnelError({
      code: 'vectors-shape',
      where,
      found: `${original.length} numbers before and ${swapped.length} after the swap`,
      expected: 'the same shape',
    })
  }
  for (let i = 0; i < swapped.length; i++) swapped[i] = swapped[i]! - original[i]!
  return swapped
}

/** The numbers k of names such as `delta_L{k}`, ascending; throws `vectors-no-layers` when there are none. */
export function layersOf(where: string, names: Iterable<string>, pattern: RegExp, expected: string): number[] {
  const layers = new Set<number>()
  for (const name of names) {
    const digits = pattern
      .exec(name)
      ?.slice(1)
      .find(group => group !== undefined)
    if (digits !== undefined) layers.add(Number(digits))
  }
  if (layers.size > 0) return [...layers].sort((a, b) => a - b)
  throw new SpatialTunnelError({ code: 'vectors-no-layers', where, found: 'no layer', expected })
}

/** Throws `vectors-no-layers` when the file lacks this layer. */
export function checkLayer(where: string, layers: readonly number[], layer: number): void {
  if (layers.includes(layer)) return
  throw new SpatialTunnelError({
    code: 'vectors-no-layers',
    where,
    found: 'no such layer',
    expected: `one of ${layers.join(', ')}`,
  })
}
