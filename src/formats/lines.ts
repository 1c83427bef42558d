import { SpatialTunnelError } from '../core/errors.ts'
import type { ByteSource } from './byte-source.ts'

/** A line of a text file and where its bytes lie. */
export interface Line {
  /** From 1. */
  readonly number: number
  readonly position: number
  readonly length: number
  readonly bytes: Uint8Array
}

const CHUNK = 1 << 20
const LINE_MAX = 1 << 28

/** The lines of a text file, a piece at a time; empty lines are left out, `\r\n` counts as `\n`. */
export const readLines = (source: ByteSource): AsyncGenerator<Line> => splitLines(chunksOf(source), source.name)

async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < source.size; at += CHUNK) yield source.read(at, Math.min(CHUNK, source.size - at))
}

/**
 * The lines of a text that comes in pieces, as `readLines` gives those of a file. Nothing is asked for before the lines at
 * hand are taken.
 *
 * @param name for messages
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Line> {
  let rest: Uint8Array = new Uint8Array(0)
  let restAt = 0
  let number = 0
  for await (const chunk of chunks) {
    const buffer = new Uint8Array(rest.length + chunk.length)
    buffer.set(rest)
    buffer.set(chunk, rest.length)
    let start = 0
    for (let end = buffer.indexOf(10, rest.length); end >= 0; end = buffer.indexOf(10, start)) {
      number++
      const line = makeLine(buffer.subarray(start, end), restAt + start, number)
      if (line.length > 0) yield line
      start = end + 1
    }
    rest = buffer.slice(start)
    restAt += start
    if (rest.length > LINE_MAX) {
      throw new SpatialTunnelError({
        code: 'line-too-long',
        where: `${name}: line ${number + 1}`,
        found: `a line of more than ${LINE_MAX} bytes`,
        expected: 'a text file of lines',
      })
    }
  }
  const last = makeLine(rest, restAt, number + 1)
  if (last.length > 0) yield last
}

function makeLine(bytes: Uint8Array, position: number, number: number): Line {
  const trimmed = bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes
  return { number, position, length: trimmed.length, bytes: trimmed }
}
