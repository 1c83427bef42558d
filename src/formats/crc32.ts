/** Tables of slicing-by-8 for the polynomial 0xEDB88320 (zip, PNG, gzip). */
function makeTables(): Uint32Array[] {
  const tables = Array.from({ length: 8 }, () => new Uint32Array(256))
  for (let n = 0; n < 256; n++) {
    let c = n
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
    tables[0]![n] = c >>> 0
  }
  for (let t = 1; t < 8; t++) {
    for (let n = 0; n < 256; n++) {
      const previous = tables[t - 1]![n]!
      tables[t]![n] = (previous >>> 8) ^ tables[0]![previous & 255]!
    }
  }
  return tables
}

const [T0, T1, T2, T3, T4, T5, T6, T7] = makeTables() as [
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
]

/**
 * CRC-32 as zip and PNG use it; eight bytes a step.
 *
 * @param previous the sum of what came before, to continue it
 * @example crc32(new TextEncoder().encode('123456789')) // 0xCBF43926
 */
export function crc32(bytes: Uint8Array, previous = 0): number {
  let c = ~previous
  const end = bytes.length
  const wide = end - (end % 8)
  let i = 0
  for (; i < wide; i += 8) {
    const lo = c ^ (bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24))
    c =
      T7[lo & 255]! ^
      T6[(lo >>> 8) & 255]! ^
      T5[(lo >>> 16) & 255]! ^
      T4[lo >>> 24]! ^
      T3[bytes[i + 4]!]! ^
      T2[bytes[i + 5]!]! ^
      T1[bytes[i + 6]!]! ^
      T0[bytes[i + 7]!]!
  }
  for (; i < end; i++) c = (c >>> 8) ^ T0[(c ^ bytes[i]!) & 255]!
  return ~c >>> 0
}

/** Adler-32 of bytes, the check at the end of a zlib stream (RFC 1950). */
export function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  for (let i = 0; i < bytes.length; ) {
    const end = Math.min(bytes.length, i + 3800)
    for (; i < end; i++) {
      low += bytes[i]!
      high += low
    }
    low %= 65521
    high %= 65521
  }
  return ((high << 16) | low) >>> 0
}
