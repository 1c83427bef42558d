import { SpatialTunnelError } from '../core/errors.ts'
import { decodePng, encodePng } from './png.ts'

/** An sRGB picture, three bytes a pixel, rows from the top. */
export interface RgbPicture {
  readonly widthPx: number
  readonly heightPx: number
  readonly data: Uint8Array
}

/**
 * A PNG at another size, for models that want larger or smaller pictures: area average when shrinking, linear when
 * growing, in sRGB values (as the usual image libraries do). Scale 1 gives the file's own bytes.
 *
 * @param scale of width and height, rounded to whole pixels
 * @throws SpatialTunnelError `picture-not-rgb`
 */
export function resamplePng(png: Uint8Array, scale: number): Uint8Array {
  if (scale === 1) return png
  const picture = decodePng(png)
  if (picture.kind !== 'rgb8') {
    const expected = 'an 8-bit RGB picture'
    throw new SpatialTunnelError({ code: 'picture-not-rgb', where: 'image', found: picture.kind, expected })
  }
  const widthPx = Math.max(1, Math.round(picture.widthPx * scale))
  const heightPx = Math.max(1, Math.round(picture.heightPx * scale))
  return encodePng({ kind: 'rgb8', widthPx, heightPx, data: resample(picture, widthPx, heightPx) })
}

/** The picture's values at another size: first along the rows, then along the columns. */
export function resample({ widthPx, heightPx, data }: RgbPicture, toWidthPx: number, toHeightPx: number): Uint8Array {
  const columns = weights(widthPx, toWidthPx)
  const rows = weights(heightPx, toHeightPx)
  const wide = new Float64Array(toWidthPx * heightPx * 3)
  for (let y = 0; y < heightPx; y++) {
    for (const [x, taps] of columns.entries()) {
      for (const [from, weight] of taps) {
        for (let c = 0; c < 3; c++) wide[3 * (y * toWidthPx + x) + c]! += weight * data[3 * (y * widthPx + from) + c]!
      }
    }
  }
  const result = new Uint8Array(toWidthPx * toHeightPx * 3)
  const rowBytes = 3 * toWidthPx
  for (const [y, taps] of rows.entries()) {
    for (let k = 0; k < rowBytes; k++) {
      result[y * rowBytes + k] = Math.round(
        taps.reduce((sum, [from, weight]) => sum + weight * wide[from * rowBytes + k]!, 0),
      )
    }
  }
  return result
}

type Taps = readonly (readonly [from: number, weight: number])[]

/** What each new sample is made of: weights that add up to 1 over old samples. */
function weights(from: number, to: number): Taps[] {
  const step = from / to
  return Array.from({ length: to }, (_, k) => {
    // A box as wide as a new sample when shrinking, a triangle as wide as an old one when growing.
    const center = (k + 0.5) * step
    const reach = Math.max(step / 2, 1)
    const taps: [number, number][] = []
    for (let at = Math.floor(center - reach - 0.5); at <= Math.ceil(center + reach); at++) {
      const weight = step > 1 ? overlap(at, center - step / 2, center + step / 2) : 1 - Math.abs(at + 0.5 - center)
      if (weight > 1e-9) taps.push([Math.min(from - 1, Math.max(0, at)), weight])
    }
    const total = taps.reduce((sum, [, weight]) => sum + weight, 0)
    return taps.map(([at, weight]) => [at, weight / total] as const)
  })
}

/** Share of the sample [at, at + 1] that lies in [low, high]. */
const overlap = (at: number, low: number, high: number): number =>
  Math.max(0, Math.min(at + 1, high) - Math.max(at, low))
