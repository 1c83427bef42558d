import type { PngImage } from '../formats/png.ts'
import { decodePngFile } from '../node/decode-png-file.ts'

/** How two pictures differ. */
export interface ImageDifference {
  /** `bytes-differ`: the same pixels in another encoding. */
  readonly code: 'pixels-differ' | 'size-differs' | 'file-invalid' | 'bytes-differ'
  /** How many pixels differ. */
  readonly pixels: number
  /** The largest difference of a sample: of 255, of an object's number, or in millimetres. */
  readonly largest: number
  readonly message: string
}

/** @returns null when the files are the same, byte by byte */
export function compareImages(drawn: Uint8Array, stored: Uint8Array): ImageDifference | null {
  if (drawn.length === stored.length && drawn.every((byte, i) => byte === stored[i])) return null
  const expected = decodePngFile(drawn)
  let found: PngImage
  try {
    found = decodePngFile(stored)
  } catch (error) {
    return { code: 'file-invalid', pixels: 0, largest: 0, message: (error as Error).message }
  }
  if (found.kind !== expected.kind || found.widthPx !== expected.widthPx || found.heightPx !== expected.heightPx) {
    const message = `${found.kind} of ${found.widthPx} × ${found.heightPx}`
    return { code: 'size-differs', pixels: 0, largest: 0, message }
  }
  const { pixels, largest } = comparePixels(expected, found)
  if (pixels === 0) return { code: 'bytes-differ', pixels, largest, message: 'the same pixels in another file' }
  return { code: 'pixels-differ', pixels, largest, message: `${pixels} pixels differ, by ${largest} at most` }
}

function comparePixels(a: PngImage, b: PngImage): { pixels: number; largest: number } {
  const samples = a.kind === 'rgb8' ? 3 : 1
  let pixels = 0
  let largest = 0
  for (let i = 0; i < a.data.length; i += samples) {
    let most = 0
    for (let k = 0; k < samples; k++) most = Math.max(most, Math.abs(a.data[i + k]! - b.data[i + k]!))
    if (most > 0) pixels++
    largest = Math.max(largest, most)
  }
  return { pixels, largest }
}
