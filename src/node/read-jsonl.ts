import { createReadStream } from 'node:fs'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { splitLines } from '../formats/lines.ts'

export interface JsonlRow {
  readonly value: unknown
  /** Number of the line, from 1. */
  readonly line: number
  /** Of its first byte in the file. */
  readonly position: number
}

const CHUNK_BYTES = 1 << 18

/**
 * The rows of a JSONL file, one at a time: memory does not grow with the file, however slowly they are taken. Empty lines are
 * passed over; only `\n` ends a row (U+2028 may stand in a model's answer).
 *
 * @throws SpatialTunnelError `jsonl-row` with file and line, `line-too-long`
 */
export async function* readJsonl(path: string): AsyncGenerator<JsonlRow> {
  for await (const { bytes, number, position } of splitLines(
    createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    path,
  )) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
    if (text.trim() !== '') yield { value: parseRow(text, `${path}:${number}`), line: number, position }
  }
}

function parseRow(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damagedRow(where, shown(text), 'one JSON value a line (JSONL)')
  }
}

/** What is said of a line that is not the row it should be. */
export const damagedRow = (where: string, found: string, expected: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'jsonl-row',
    where,
    found,
    expected,
    remedy: 'is it the file you meant? `spatialtunnel validate` checks those of a dataset',
  })
