import { SpatialTunnelError, shown } from '../core/errors.ts'
import { crc32 } from './crc32.ts'

/** A chunk of a PNG file: four letters and bytes. */
export interface PngChunk {
  readonly type: string
  readonly data: Uint8Array
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** The file of these chunks, each with its length and CRC. */
export function writePngChunks(chunks: readonly PngChunk[]): Uint8Array<ArrayBuffer> {
  const size = chunks.reduce((sum, chunk) => sum + chunk.data.length + 12, SIGNATURE.length)
  const file = new Uint8Array(size)
  const view = new DataView(file.buffer)
  file.set(SIGNATURE)
  let at = SIGNATURE.length
  for (const { type, data } of chunks) {
    view.setUint32(at, data.length)
    for (let i = 0; i < 4; i++) file[at + 4 + i] = type.charCodeAt(i)
    file.set(data, at + 8)
    view.setUint32(at + 8 + data.length, crc32(file.subarray(at + 4, at + 8 + data.length)))
    at += data.length + 12
  }
  return file
}

/**
 * The chunks of a file up to and with IEND, each checked against its CRC; views into `bytes`, no copies.
 *
 * @throws SpatialTunnelError `png-invalid` for another signature, a chunk that runs past the end, a wrong CRC
 */
export function readPngChunks(bytes: Uint8Array): PngChunk[] {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte)) {
    throw invalid('signature', shown([...bytes.subarray(0, 8)]), 'a PNG file')
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: PngChunk[] = []
  for (let at = SIGNATURE.length; ; ) {
    if (at + 12 > bytes.length) throw invalid(`byte ${at}`, 'the end of the file', 'a chunk, IEND at last')
    const length = view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (length > bytes.length - at - 12)
      throw invalid(`byte ${at}`, `a chunk of ${length} bytes`, 'one inside the file')
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length)) {
      throw invalid(`chunk ${shown(type)} at byte ${at}`, 'a wrong CRC', 'the CRC of its bytes')
    }
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) })
    if (type === 'IEND') return chunks
    at += length + 12
  }
}

/** A text chunk (iTXt, UTF-8, not compressed) under a keyword of 1-79 Latin letters. */
export function textChunk(keyword: string, text: string): PngChunk {
  return { type: 'iTXt', data: new TextEncoder().encode(`${keyword}\0\0\0\0\0${text}`) }
}

/** The same PNG with a text under `keyword`, in place of an earlier one of that name. */
export function withPngText(bytes: Uint8Array, keyword: string, text: string): Uint8Array<ArrayBuffer> {
  const chunks = readPngChunks(bytes).filter(chunk => textOf(chunk)?.keyword !== keyword)
  return writePngChunks([...chunks.slice(0, -1), textChunk(keyword, text), ...chunks.slice(-1)])
}

/** The text under `keyword` (iTXt or tEXt, not compressed), or null. */
export function readPngText(bytes: Uint8Array, keyword: string): string | null {
  for (const chunk of readPngChunks(bytes)) {
    const found = textOf(chunk)
    if (found?.keyword === keyword) return found.text
  }
  return null
}

function textOf({ type, data }: PngChunk): { keyword: string; text: string } | null {
  if (type !== 'iTXt' && type !== 'tEXt') return null
  const end = data.indexOf(0)
  if (end < 1) return null
  const keyword = String.fromCharCode(...data.subarray(0, Math.min(end, 79)))
  if (type === 'tEXt') {
    return { keyword, text: Array.from(data.subarray(end + 1), byte => String.fromCharCode(byte)).join('') }
  }
  const languageEnd = data.indexOf(0, end + 3)
  const translatedEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1)
  if (data[end + 1] !== 0 || translatedEnd < 0) return null
  return { keyword, text: new TextDecoder().decode(data.subarray(translatedEnd + 1)) }
}

const invalid = (where: string, found: string, expected: string): SpatialTunnelError =>
  new SpatialTunnelError({ code: 'png-invalid', kind: 'data', where, found, expected })
