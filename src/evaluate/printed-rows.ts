import printed from './printed-tables.json' with { type: 'json' }
import type { Protocol } from './responses.ts'

/** A model's row as the paper prints it. */
export interface PrintedRow {
  readonly model: string
  /** v, vCons, vCtr (logits) or accAll, accCon, accCtr (text). */
  readonly all: number
  readonly consistent: number
  readonly counter: number
  /** consistent − counter, as printed (differences hold to ± .0015). */
  readonly delta: number
}

export interface PrintedSizeRow {
  readonly model: string
  readonly v: number
  readonly vS1Small: number
  readonly vS1Large: number
  readonly deltaS: number
}

/** Accuracies on consistent and counter rows of a real benchmark, as fractions. */
export interface PrintedGapRow {
  readonly model: string
  readonly consistent: number
  readonly counter: number
  /** consistent − counter; the paper prints counter − consistent in points, the sign is turned here. */
  readonly delta: number
}

export interface PrintedSplit {
  readonly benchmark: string
  readonly consistent: number
  readonly counter: number
  readonly ambiguous: number
  readonly total: number
}

/** Where the printed figures are from; every table that shows them says so. */
export const PRINTED_SOURCE = `${printed.source.tables}, ${printed.source.status}`

type Cell = string | number
const tunnelRow = ([model, all, consistent, counter, delta]: readonly Cell[]): PrintedRow => ({
  model: String(model),
  all: Number(all),
  consistent: Number(consistent),
  counter: Number(counter),
  delta: Number(delta),
})

/** Rows of the tunnel benchmark: logits (v …) or exact match (acc …). */
export function printedRows(protocol: Protocol): PrintedRow[] {
  return (protocol === 'logits' ? printed.tunnelLogit : printed.tunnelExactMatch).rows.map(tunnelRow)
}

/** Rows of the size variant (paper C.3). */
export function printedSizeRows(): PrintedSizeRow[] {
  return printed.tunnelSize.rows.map(([model, v, small, large, deltaS]) => ({
    model: String(model),
    v: Number(v),
    vS1Small: Number(small),
    vS1Large: Number(large),
    deltaS: Number(deltaS),
  }))
}

/** Rows of the two real benchmarks (paper §3.1). */
export function printedGapRows(benchmark: 'EmbSpatial-Bench' | 'CV-Bench-3D'): PrintedGapRow[] {
  const first = benchmark === 'EmbSpatial-Bench' ? 1 : 4
  return printed.consistentVsCounter.rows.map(row => ({
    model: String(row[0]),
    consistent: Number(row[first]) / 100,
    counter: Number(row[first + 1]) / 100,
    delta: -Number(row[first + 2]) / 100,
  }))
}

/** Counts of the real benchmarks' splits. */
export function printedSplits(): PrintedSplit[] {
  return Object.entries(printed.splitCounts).map(([benchmark, counts]) => ({ benchmark, ...counts }))
}

/** The printed model whose (consistent, counter) point lies nearest, and how far away it is. */
export function nearestPrinted(
  protocol: Protocol,
  consistent: number,
  counter: number,
): { readonly row: PrintedRow; readonly distance: number } {
  const rows = printedRows(protocol).map(row => ({
    row,
    distance: Math.hypot(row.consistent - consistent, row.counter - counter),
  }))
  return rows.reduce((best, next) => (next.distance < best.distance ? next : best))
}
