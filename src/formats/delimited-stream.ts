import { SpatialTunnelError } from '../core/errors.ts'
import type { ByteSource } from './byte-source.ts'
import type { Delimiter } from './delimited.ts'

export interface DelimitedOptions {
  /** How many bytes of a column are wanted: 0 leaves it out (pictures in base64), a limit keeps the beginning. */
  readonly bytesOf?: (column: string) => number
}

/** Bytes are read in pieces of this length; memory holds one piece and the row that runs across its end. */
const CHUNK = 4 << 20
/** A row longer than this is a file with a stray quote, not a row. */
const ROW_MAX = 256 << 20

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const QUOTE = 34

/**
 * The rows of a CSV or TSV file of any length as records by the header's names, streamed. Only the columns that are
 * asked for are decoded.
 *
 * @throws SpatialTunnelError `row-too-long`
 */
export async function* readDelimited(
  source: ByteSource,
  delimiter: Delimiter,
  { bytesOf = () => Number.POSITIVE_INFINITY }: DelimitedOptions = {},
): AsyncGenerator<Record<string, string>> {
  const separator = delimiter.charCodeAt(0)
  let header: string[] | null = null
  for await (const { buffer, row } of scanRows(source, separator)) {
    if (header === null) {
      header = row.map(cell => cellText(buffer, cell, Number.POSITIVE_INFINITY))
      header[0] = header[0]?.replace(/^\ufeff/, '') ?? ''
      continue
    }
    if (row.length === 1 && row[0]!.from === row[0]!.to && header.length > 1) continue
    const record: Record<string, string> = {}
    for (const [i, name] of header.entries()) {
      const limit = bytesOf(name)
      const cell = row[i]
      if (limit > 0) record[name] = cell ? cellText(buffer, cell, limit) : ''
    }
    yield record
  }
}

interface CellRange {
  readonly from: number
  readonly to: number
  readonly quoted: boolean
}

/**
 * Rows in turn. The memory behind a row is used again after it: a consumer takes what it wants before it asks for the
 * next one.
 */
async function* scanRows(
  source: ByteSource,
  separator: number,
): AsyncGenerator<{ readonly buffer: Uint8Array; readonly row: readonly CellRange[] }> {
  let memory = new Uint8Array(Math.min(source.size, 2 * CHUNK))
  let buffer = memory.subarray(0, 0)
  let start = 0
  for (let at = 0; at < source.size || start < buffer.length; ) {
    const ended = at >= source.size
    const scanned = scanRow(buffer, start, separator, ended)
    if (scanned) {
      yield { buffer, row: scanned.row }
      start = scanned.next
      continue
    }
    const kept = buffer.length - start
    if (kept > ROW_MAX || ended) throw rowTooLong(source.name, at)
    // A long row doubles the piece, so that it is not scanned again and again from its beginning.
    const length = Math.min(Math.max(CHUNK, kept), source.size - at)
    const next = memory.length >= kept + length ? memory : new Uint8Array(kept + length)
    next.set(buffer.subarray(start))
    memory = next
    const room = memory.subarray(kept, kept + length)
    const piece = await source.read(at, length, room)
    if (piece.buffer !== room.buffer) room.set(piece)
    at += length
    buffer = memory.subarray(0, kept + length)
    start = 0
  }
}

/** One row from `start`; null if it goes on beyond the buffer. */
function scanRow(
  buffer: Uint8Array,
  start: number,
  separator: number,
  ended: boolean,
): { readonly row: CellRange[]; readonly next: number } | null {
  const row: CellRange[] = []
  let at = start
  let lineEnd = buffer.indexOf(LINE_FEED, at)
  if (lineEnd < 0 && !ended) return null
  for (;;) {
    const quoted = buffer[at] === QUOTE
    if (quoted) {
      const close = closingQuote(buffer, at + 1)
      if (close < 0 || (close + 1 >= buffer.length && !ended)) return null
      row.push({ from: at + 1, to: close, quoted })
      at = close + 1
      if (lineEnd >= 0 && lineEnd < at) lineEnd = buffer.indexOf(LINE_FEED, at)
      if (lineEnd < 0 && !ended) return null
    } else {
      const next = buffer.indexOf(separator, at)
      const end = lineEnd < 0 ? buffer.length : lineEnd
      const to = next < 0 || next > end ? end : next
      row.push({ from: at, to: to === end && buffer[to - 1] === CARRIAGE_RETURN && to > at ? to - 1 : to, quoted })
      at = to
    }
    if (buffer[at] === separator) {
      at++
      continue
    }
    return { row, next: lineEnd < 0 ? buffer.length : lineEnd + 1 }
  }
}

/** The quote that ends a cell: one that is not doubled. */
function closingQuote(buffer: Uint8Array, from: number): number {
  for (let at = buffer.indexOf(QUOTE, from); at >= 0; at = buffer.indexOf(QUOTE, at + 2)) {
    if (buffer[at + 1] !== QUOTE) return at
  }
  return -1
}

function cellText(buffer: Uint8Array, { from, to, quoted }: CellRange, limit: number): string {
  const text = new TextDecoder('utf-8').decode(buffer.subarray(from, Math.min(to, from + limit)))
  return quoted ? text.replaceAll('""', '"') : text
}

const rowTooLong = (name: string, at: number): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'row-too-long',
    where: `${name}: byte ${at}`,
    found: 'a row that does not end',
    expected: `rows of at most ${ROW_MAX} bytes`,
    remedy: 'look for a quote that is never closed, or for another delimiter',
  })
