import { cellNumber } from '../../core/cell.ts'
import { type ForeignRecord, parsedField } from './partition-row.ts'

/** Reads a picture's height from its first bytes; `formats/image-size.ts`, passed in to keep this folder independent. */
export type HeightOfBytes = (head: Uint8Array) => number | null

const HEIGHT_FIELDS = ['imageHeight', 'image_height', 'img_height', 'height'] as const

/**
 * The image height of a row: a field that says it, or the picture itself (bytes, `{bytes}`, base64 with or without
 * `data:` prefix).
 */
export function imageHeightPx(record: ForeignRecord, heightOfBytes: HeightOfBytes): number | null {
  for (const field of HEIGHT_FIELDS) {
    const value = cellNumber(record[field])
    if (Number.isFinite(value) && value > 0) return value
  }
  const picture = pictureOf(record.image)
  if (typeof picture !== 'string') return picture && heightOfBytes(picture)
  return heightOfBytes(decodeBase64Head(picture, SHORT_HEAD)) ?? heightOfBytes(decodeBase64Head(picture, LONG_HEAD))
}

/** All formats but JPEG say their size in the first bytes; a JPEG after its metadata. */
const SHORT_HEAD = 96
const LONG_HEAD = 1 << 16

/** Bytes, or base64. */
function pictureOf(value: unknown): Uint8Array | string | null {
  const picture = parsedField(value)
  if (picture instanceof Uint8Array) return picture
  if (typeof picture === 'string') return picture.replace(/^data:[^,]{0,100},/, '')
  return typeof picture === 'object' && picture !== null && 'bytes' in picture ? pictureOf(picture.bytes) : null
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = Int8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)))

/** The first bytes of a base64 text, up to the first letter that is none. */
export function decodeBase64Head(text: string, limit: number): Uint8Array {
  const bytes = new Uint8Array(Math.min(limit, Math.floor((text.length * 3) / 4)))
  let [bits, bitCount, length] = [0, 0, 0]
  for (let i = 0; i < text.length && length < bytes.length; i++) {
    const value = VALUES[text.charCodeAt(i)] ?? -1
    if (value < 0) break
    bits = ((bits << 6) | value) & 0xffff
    bitCount += 6
    if (bitCount < 8) continue
    bitCount -= 8
    bytes[length++] = (bits >> bitCount) & 0xff
  }
  return bytes.subarray(0, length)
}
