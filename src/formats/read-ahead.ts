import { type ByteSource, checkRange } from './byte-source.ts'

/**
 * A source that is read one after the other, a large piece at a time: many small reads cost one. What it gives is good
 * to read only, since neighbours share memory.
 */
export function readAhead(source: ByteSource, bytes: number): ByteSource {
  let [at, piece] = [0, new Uint8Array(0)]
  return {
    name: source.name,
    size: source.size,
    async read(position, length) {
      checkRange(source, position, length)
      if (position < at || position + length > at + piece.length) {
        const next = await source.read(position, Math.min(source.size - position, Math.max(length, bytes)))
        at = position
        piece = next
        return next.subarray(0, length)
      }
      return piece.subarray(position - at, position - at + length)
    },
  }
}
