/** Tables of the reflected CRC-32 polynomial 0xEDB88320 (PNG, gzip, zip). */
const TABLE: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/**
 * CRC-32 of bytes, as PNG chunks and zip entries carry it.
 *
 * @param previous the CRC of the bytes before these, to go on from
 * @example crc32(new TextEncoder().encode('123456789')) // 0xCBF43926
 */
export function crc32(bytes: Uint8Array, previous = 0): number {
  let crc = ~previous
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[i]!) & 0xff]!
  return ~crc >>> 0
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
