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
  const rowBytes = 3 * toWidthPx
  const wide = new Float64Array(rowBytes * heightPx)
  for (let y = 0; y < heightPx; y++) {
    const line = 3 * y * widthPx
    for (let x = 0; x < toWidthPx; x++) {
      let [red, green, blue] = [0, 0, 0]
      for (let tap = columns.first[x]!; tap < columns.first[x + 1]!; tap++) {
        const at = line + 3 * columns.from[tap]!
        const weight = columns.weight[tap]!
        red += weight * data[at]!
        green += weight * data[at + 1]!
        blue += weight * data[at + 2]!
      }
      const to = y * rowBytes + 3 * x
      wide[to] = red
      wide[to + 1] = green
      wide[to + 2] = blue
    }
  }
  const result = new Uint8Array(rowBytes * toHeightPx)
  for (let y = 0; y < toHeightPx; y++) {
    for (let k = 0; k < rowBytes; k++) {
      let sum = 0
      for (let tap = rows.first[y]!; tap < rows.first[y + 1]!; tap++) {
        sum += rows.weight[tap]! * wide[rows.from[tap]! * rowBytes + k]!
      }
      result[y * rowBytes + k] = Math.round(sum)
    }
  }
  return result
}

/** Of new sample k: taps `first[k]` to `first[k + 1]`, each an old sample and its weight. */
interface Taps {
  readonly first: Int32Array
  readonly from: Int32Array
  readonly weight: Float64Array
}

/** What each new sample is made of: weights that add up to 1 over old samples. */
function weights(from: number, to: number): Taps {
  const step = from / to
  const first = [0]
  const taps: (readonly [from: number, weight: number])[] = []
  for (let k = 0; k < to; k++) {
    // A box as wide as a new sample when shrinking, a triangle as wide as an old one when growing.
    const center = (k + 0.5) * step
    const reach = Math.max(step / 2, 1)
    const own: [number, number][] = []
    for (let at = Math.floor(center - reach - 0.5); at <= Math.ceil(center + reach); at++) {
      const weight = step > 1 ? overlap(at, center - step / 2, center + step / 2) : 1 - Math.abs(at + 0.5 - center)
      if (weight > 1e-9) own.push([Math.min(from - 1, Math.max(0, at)), weight])
    }
    const total = own.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [at, weight] of own) taps.push([at, weight / total])
    first.push(taps.length)
  }
  return {
    first: Int32Array.from(first),
    from: Int32Array.from(taps, ([at]) => at),
    weight: Float64Array.from(taps, ([, weight]) => weight),
  }
}

/** Share of the sample [at, at + 1] that lies in [low, high]. */
const overlap = (at: number, low: number, high: number): number =>
  Math.max(0, Math.min(at + 1, high) - Math.max(at, low))
