/** Width and height of a picture, px. */
export interface ImageSize {
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * Reads a picture's size from its first bytes: PNG, JPEG, GIF, WebP. Nothing is decoded.
 *
 * @param head the beginning of the file; a JPEG's size stands behind its metadata, 64 kB are nearly always enough
 * @returns null for another format or when the head is too short
 */
export function imageSize(head: Uint8Array): ImageSize | null {
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47])) return at(head, 24, view => [view.getUint32(16), view.getUint32(20)])
  if (startsWith(head, [0xff, 0xd8])) return jpegSize(head)
  if (startsWith(head, [0x47, 0x49, 0x46, 0x38])) {
    return at(head, 10, view => [view.getUint16(6, true), view.getUint16(8, true)])
  }
  return startsWith(head, [0x52, 0x49, 0x46, 0x46]) ? webpSize(head) : null
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean => magic.every((byte, i) => bytes[i] === byte)

function at(bytes: Uint8Array, needed: number, read: (view: DataView) => readonly [number, number]): ImageSize | null {
  if (bytes.length < needed) return null
  const [widthPx, heightPx] = read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null
}

/** Walks the segments to the frame header (SOF0-SOF15 without the three that are none). */
function jpegSize(bytes: Uint8Array): ImageSize | null {
  for (let i = 2; i + 9 < bytes.length; ) {
    if (bytes[i] !== 0xff) return null
    const marker = bytes[i + 1]!
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const start = i
      return at(bytes, i + 9, view => [view.getUint16(start + 7), view.getUint16(start + 5)])
    }
    const bare = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    i += bare ? (marker === 0xff ? 1 : 2) : 2 + ((bytes[i + 2]! << 8) | bytes[i + 3]!)
  }
  return null
}

function webpSize(bytes: Uint8Array): ImageSize | null {
  const kind = String.fromCharCode(...bytes.subarray(12, 16))
  if (kind === 'VP8 ')
    return at(bytes, 30, view => [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff])
  if (kind === 'VP8L') {
    return at(bytes, 25, view => {
      const bits = view.getUint32(21, true)
      return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)]
    })
  }
  const three = (view: DataView, offset: number): number =>
    view.getUint16(offset, true) + (view.getUint8(offset + 2) << 16)
  return kind === 'VP8X' ? at(bytes, 30, view => [1 + three(view, 24), 1 + three(view, 27)]) : null
}
