import type { PassName } from '../core/dataset.ts'
import type { CapturedFrame } from '../protocol/render-job.ts'
import type { PixelBox } from './silhouette-box.ts'

/** An object's value in the id mask, and the rectangle outside of which it has no pixel. */
export interface ObjectBox {
  readonly id: number
  readonly box: PixelBox | null
}

/** What GL read back: two attachments, one little-endian word a pixel, rows from the top. */
export interface RawFrame {
  readonly widthPx: number
  readonly heightPx: number
  /** sRGB and an alpha of 255. */
  readonly color: Uint32Array<ArrayBuffer>
  /** Id, depth in millimetres (16 bit), and a bit for every object that the ray through the pixel's centre meets. */
  readonly data: Uint32Array<ArrayBuffer>
  readonly objects: readonly ObjectBox[]
}

/** A frame as plain arrays; without `rgb` among the passes it has no colours. */
export function unpackFrame(raw: RawFrame, passes: readonly PassName[]): CapturedFrame {
  const { widthPx, heightPx } = raw
  const rgb = passes.includes('rgb') ? dropAlpha(raw.color) : new Uint8Array(0)
  return { widthPx, heightPx, rgb, ...unpackData(raw.data, widthPx, raw.objects) }
}

/**
 * The data attachment.
 *
 * @returns ids and depth, and by id − 1 how many pixels each object has when it is drawn alone
 */
export function unpackData(
  words: Uint32Array,
  widthPx: number,
  objects: readonly ObjectBox[],
): { ids: Uint8Array; depthMm: Uint16Array; aloneAreaPx: number[] } {
  const ids = new Uint8Array(words.length)
  const depthMm = new Uint16Array(words.length)
  const aloneAreaPx = new Array<number>(objects.length).fill(0)
  for (let i = 0; i < words.length; i++) depthMm[i] = words[i]! >>> 8
  for (const { id, box } of objects) {
    if (!box) continue
    let area = 0
    for (let y = box[1]; y < box[3]; y++) {
      for (let i = y * widthPx + box[0], end = y * widthPx + box[2]; i < end; i++) {
        const word = words[i]!
        ids[i] = word
        area += (word >>> (23 + id)) & 1
      }
    }
    aloneAreaPx[id - 1] = area
  }
  return { ids, depthMm, aloneAreaPx }
}

/** RGBA words → RGB bytes, four pixels in three words. */
export function dropAlpha(words: Uint32Array): Uint8Array {
  const rgb = new Uint8Array(words.length * 3)
  const packed = new Uint32Array(rgb.buffer, 0, Math.floor(words.length / 4) * 3)
  for (let from = 0, to = 0; to < packed.length; from += 4, to += 3) {
    const [a, b, c, d] = [words[from]!, words[from + 1]!, words[from + 2]!, words[from + 3]!]
    packed[to] = (a & 0xffffff) | (b << 24)
    packed[to + 1] = ((b >>> 8) & 0xffff) | (c << 16)
    packed[to + 2] = ((c >>> 16) & 0xff) | (d << 8)
  }
  for (let i = Math.floor(words.length / 4) * 4; i < words.length; i++) {
    rgb.set([words[i]! & 0xff, (words[i]! >>> 8) & 0xff, (words[i]! >>> 16) & 0xff], 3 * i)
  }
  return rgb
}
