import { expect, test } from 'vitest'
import { MASK_PALETTE } from '../core/palette.ts'
import { encodePng, type PngImage } from '../formats/png.ts'
import { compareImages } from './compare-images.ts'

const [WIDTH, HEIGHT] = [20, 10]

/** A square of object 1, 6 × 4 pixels at (`left`, 3). */
const square = (left: number): Uint8Array =>
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, k) => {
    const [x, y] = [k % WIDTH, Math.floor(k / WIDTH)]
    return x >= left && x < left + 6 && y >= 3 && y < 7 ? 1 : 0
  })

const mask = (data: Uint8Array): PngImage => ({
  kind: 'indexed8',
  widthPx: WIDTH,
  heightPx: HEIGHT,
  data,
  palette: MASK_PALETTE,
})
const color = (of: (k: number) => number): PngImage => ({
  kind: 'rgb8',
  widthPx: WIDTH,
  heightPx: HEIGHT,
  data: Uint8Array.from({ length: 3 * WIDTH * HEIGHT }, (_, k) => of(k)),
})
const depth = (of: (k: number) => number): PngImage => ({
  kind: 'gray16',
  widthPx: WIDTH,
  heightPx: HEIGHT,
  data: Uint16Array.from({ length: WIDTH * HEIGHT }, (_, k) => of(k)),
})
const shown = { ids: square(4), names: ['walls', 'red sphere'] }
const compare = (a: PngImage, b: PngImage, within = 0, beyondShare = 0) =>
  compareImages(encodePng(a), encodePng(b), { within, beyondShare }, shown)

test('the same file is no difference, the same pixels in another file are one', () => {
  const image = mask(square(4))
  expect(compare(image, image)).toBeNull()
  const other = encodePng(image, [{ type: 'tEXt', data: new Uint8Array([65, 0, 66]) }])
  expect(compareImages(encodePng(image), other)).toMatchObject({
    code: 'bytes-differ',
    pixels: 0,
    withinTolerance: false,
  })
})

test('a difference says how many pixels, how far, where, and on which object', () => {
  const altered = square(4)
  altered[4 * WIDTH + 6] = 0
  altered[4 * WIDTH + 15] = 2
  expect(compare(mask(square(4)), mask(altered))).toEqual({
    code: 'pixels-differ',
    pixels: 2,
    share: 0.01,
    largest: 2,
    beyond: 2,
    unexplained: 2,
    boxPx: [6, 4, 10, 1],
    byObject: [
      { name: 'red sphere', pixels: 1 },
      { name: 'walls', pixels: 1 },
    ],
    withinTolerance: false,
    message: '2 pixels differ (1.0 %), by 2 in number at most; x 6 to 15, y 4 to 4; 1 on red sphere, 1 on walls',
  })
})

test('an outline may lie a pixel off, no further, and only where the tolerance has room for it', () => {
  const share = 8 / (WIDTH * HEIGHT)
  expect(compare(mask(square(4)), mask(square(5)), 0, share)).toMatchObject({ unexplained: 0, withinTolerance: true })
  expect(compare(mask(square(4)), mask(square(5)), 0, share - 1e-3)).toMatchObject({ withinTolerance: false })
  expect(compare(mask(square(4)), mask(square(6)), 0, 1)).toMatchObject({ unexplained: 12, withinTolerance: false })
  const hole = square(4)
  hole[5 * WIDTH + 7] = 2
  expect(compare(mask(square(4)), mask(hole), 0, 1)).toMatchObject({ unexplained: 1, withinTolerance: false })
})

test('depth is held to the millimetre, and at outlines to what stands beside', () => {
  const near = (left: number, more = 0) => depth(k => (square(left)[k] === 1 ? 3000 + more : 9000))
  expect(compare(near(4), near(4, 1), 1)).toMatchObject({ pixels: 24, largest: 1, beyond: 0, withinTolerance: true })
  expect(compare(near(4), near(4, 2), 1, 1)).toMatchObject({ beyond: 24, unexplained: 24, withinTolerance: false })
  expect(compare(near(4), near(5, 1), 1, 0.05)).toMatchObject({ beyond: 8, unexplained: 0, withinTolerance: true })
})

test('colours are held to code values, and a share may be further off', () => {
  const gray = color(() => 100)
  expect(
    compare(
      gray,
      color(k => (k % 3 === 1 ? 102 : 100)),
      2,
    ),
  ).toMatchObject({ largest: 2, withinTolerance: true })
  const one = color(k => (k === 31 ? 180 : 100))
  expect(compare(gray, one, 2)).toMatchObject({ pixels: 1, largest: 80, boxPx: [10, 0, 1, 1], withinTolerance: false })
  expect(compare(gray, one, 2, 1 / (WIDTH * HEIGHT))).toMatchObject({ beyond: 1, withinTolerance: true })
})

test('what is no picture of this size is never within a tolerance', () => {
  const image = color(() => 1)
  const broken = compareImages(encodePng(image), new Uint8Array([1, 2, 3]), { within: 255, beyondShare: 1 })
  expect(broken).toMatchObject({ code: 'file-invalid', withinTolerance: false })
  const smaller = { ...image, heightPx: 5, data: (image.data as Uint8Array).subarray(0, 300) } as PngImage
  expect(compare(image, smaller, 255, 1)).toMatchObject({ code: 'size-differs', withinTolerance: false })
})
