import type { PngImage } from '../formats/png.ts'
import { decodePngFile } from '../node/decode-png-file.ts'

/** How far a picture may be from another and still count as the same scene. */
export interface PassTolerance {
  /** A sample's difference: of 255, of an object's number, or in millimetres. */
  readonly within: number
  /** Pixels that may differ by more, as a share of the picture. */
  readonly beyondShare: number
}

/** How two pictures differ. */
export interface ImageDifference {
  /** `bytes-differ`: the same pixels in another encoding. */
  readonly code: 'pixels-differ' | 'size-differs' | 'file-invalid' | 'bytes-differ'
  /** How many pixels differ, and as a share of the picture. */
  readonly pixels: number
  readonly share: number
  /** The largest difference of a sample: of 255, of an object's number, or in millimetres. */
  readonly largest: number
  /** Pixels that differ by more than the tolerance's `within`. */
  readonly beyond: number
  /**
   * Those of them in masks and depth that no outline explains: neither picture has the other's value within a pixel
   * around. Always 0 for colours, which are mixed at outlines.
   */
  readonly unexplained: number
  /** Where they lie: left, top, width, height; null when no pixel differs. */
  readonly boxPx: readonly [number, number, number, number] | null
  /** What the pixels that differ show, most first; empty without a mask to tell them by. */
  readonly byObject: ReadonlyArray<{ readonly name: string; readonly pixels: number }>
  readonly withinTolerance: boolean
  readonly message: string
}

export const NO_TOLERANCE: PassTolerance = { within: 0, beyondShare: 0 }

/** What every pixel of the drawn picture shows: `names[ids[pixel]]`. */
export interface ShownObjects {
  readonly ids: Uint8Array
  readonly names: readonly string[]
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, k) => byte === b[k])

/** @returns null when the files are the same, byte by byte */
export function compareImages(
  drawn: Uint8Array,
  stored: Uint8Array,
  tolerance: PassTolerance = NO_TOLERANCE,
  shown: ShownObjects | null = null,
): ImageDifference | null {
  if (sameBytes(drawn, stored)) return null
  const expected = decodePngFile(drawn)
  let found: PngImage
  try {
    found = decodePngFile(stored)
  } catch (error) {
    return { ...NOT_COMPARED, code: 'file-invalid', message: (error as Error).message }
  }
  if (found.kind !== expected.kind || found.widthPx !== expected.widthPx || found.heightPx !== expected.heightPx) {
    const message = `${found.kind} of ${found.widthPx} × ${found.heightPx}`
    return { ...NOT_COMPARED, code: 'size-differs', message }
  }
  const pixels = comparePixels(expected, found, tolerance.within, shown)
  if (pixels.pixels === 0) {
    const message = 'the same pixels in another file'
    return {
      ...pixels,
      code: 'bytes-differ',
      withinTolerance: tolerance.within > 0 || tolerance.beyondShare > 0,
      message,
    }
  }
  const total = expected.widthPx * expected.heightPx
  const withinTolerance = pixels.unexplained === 0 && pixels.beyond <= tolerance.beyondShare * total
  return { ...pixels, code: 'pixels-differ', withinTolerance, message: inWords(expected.kind, pixels, tolerance) }
}

type PixelDifference = Omit<ImageDifference, 'code' | 'withinTolerance' | 'message'>

/** The figures of a difference that no pixel tells. */
export const NOT_COMPARED = {
  pixels: 0,
  share: 0,
  largest: 0,
  beyond: 0,
  unexplained: 0,
  boxPx: null,
  byObject: [],
  withinTolerance: false,
} as const satisfies Partial<ImageDifference>

function comparePixels(a: PngImage, b: PngImage, within: number, shown: ShownObjects | null): PixelDifference {
  const samples = a.kind === 'rgb8' ? 3 : 1
  const { widthPx, heightPx } = a
  const counts = new Map<number, number>()
  let [pixels, largest, beyond, unexplained] = [0, 0, 0, 0]
  let [left, top, right, bottom] = [widthPx, heightPx, -1, -1]
  for (let at = 0; at < widthPx * heightPx; at++) {
    let most = 0
    for (let k = at * samples; k < (at + 1) * samples; k++) most = Math.max(most, Math.abs(a.data[k]! - b.data[k]!))
    if (most === 0) continue
    pixels++
    largest = Math.max(largest, most)
    if (most > within) {
      beyond++
      if (samples === 1 && !explained(a, b, at, within)) unexplained++
    }
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = y
    const id = shown?.ids[at]
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return {
    pixels,
    share: pixels / (widthPx * heightPx),
    largest,
    beyond,
    unexplained,
    boxPx: pixels === 0 ? null : [left, top, right - left + 1, bottom - top + 1],
    byObject: [...counts]
      .map(([id, count]) => ({ name: shown?.names[id] ?? `object ${id}`, pixels: count }))
      .sort((p, q) => q.pixels - p.pixels),
  }
}

/** An outline that lies a pixel off: each picture has the other's value here or next to here. */
function explained(a: PngImage, b: PngImage, at: number, within: number): boolean {
  const { widthPx, heightPx } = a
  const [x, y] = [at % widthPx, Math.floor(at / widthPx)]
  const near = (image: PngImage, value: number): boolean => {
    for (let j = Math.max(0, y - 1); j <= Math.min(heightPx - 1, y + 1); j++) {
      for (let i = Math.max(0, x - 1); i <= Math.min(widthPx - 1, x + 1); i++) {
        if (Math.abs(image.data[j * widthPx + i]! - value) <= within) return true
      }
    }
    return false
  }
  return near(a, b.data[at]!) && near(b, a.data[at]!)
}

const UNITS: Readonly<Record<PngImage['kind'], string>> = { rgb8: ' of 255', indexed8: ' in number', gray16: ' mm' }

function inWords(kind: PngImage['kind'], difference: PixelDifference, { within, beyondShare }: PassTolerance): string {
  const { pixels, share, largest, beyond, unexplained, boxPx, byObject } = difference
  const [left, top, width, height] = boxPx!
  const parts = [
    `${pixels} pixels differ (${percent(share)}), by ${largest}${UNITS[kind]} at most`,
    `x ${left} to ${left + width - 1}, y ${top} to ${top + height - 1}`,
  ]
  if (byObject.length > 0) parts.push(byObject.map(({ name, pixels: n }) => `${n} on ${name}`).join(', '))
  if (within > 0 || beyondShare > 0) parts.push(`${beyond} by more than ${within}`)
  if (unexplained > 0 && unexplained < pixels) parts.push(`${unexplained} away from every outline`)
  return parts.join('; ')
}

const percent = (share: number): string => `${(100 * share).toPrecision(2)} %`
