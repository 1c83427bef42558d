import { expect, test } from 'vitest'
import { imageSize } from './image-size.ts'
import { encodePng } from './png.ts'

const bytes = (...values: (number | string)[]): Uint8Array =>
  Uint8Array.from(values.flatMap(value => (typeof value === 'string' ? [...value].map(c => c.charCodeAt(0)) : [value])))

test('PNG, from its first 24 bytes', () => {
  const png = encodePng({ kind: 'rgb8', widthPx: 7, heightPx: 5, data: new Uint8Array(105) })
  expect(imageSize(png.subarray(0, 24))).toEqual({ widthPx: 7, heightPx: 5 })
  expect(imageSize(png.subarray(0, 23))).toBeNull()
})

test('JPEG: the frame header behind the metadata, not the tables that look like it', () => {
  const jpeg = bytes(
    0xff,
    0xd8,
    0xff,
    0xe1,
    0,
    6,
    1,
    2,
    3,
    4,
    0xff,
    0xc4,
    0,
    4,
    9,
    9,
    0xff,
    0xff,
    0xc2,
    0,
    17,
    8,
    1,
    0xe0,
    2,
    0x80,
    3,
    0,
    0,
  )
  expect(imageSize(jpeg)).toEqual({ widthPx: 640, heightPx: 480 })
  expect(imageSize(jpeg.subarray(0, 20))).toBeNull()
})

test('GIF and the three kinds of WebP', () => {
  expect(imageSize(bytes('GIF89a', 0x40, 1, 0xf0, 0))).toEqual({ widthPx: 320, heightPx: 240 })
  const riff = (kind: string, ...rest: number[]) => bytes('RIFF', 0, 0, 0, 0, 'WEBP', kind, 0, 0, 0, 0, ...rest)
  expect(imageSize(riff('VP8 ', 0, 0, 0, 0x9d, 1, 0x2a, 0x40, 1, 0xf0, 0))).toEqual({ widthPx: 320, heightPx: 240 })
  expect(imageSize(riff('VP8X', 0, 0, 0, 0, 0x3f, 1, 0, 0xef, 0, 0))).toEqual({ widthPx: 320, heightPx: 240 })
  const bits = 319 | (239 << 14)
  const lossless = riff('VP8L', 0x2f, bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, bits >>> 24)
  expect(imageSize(lossless)).toEqual({ widthPx: 320, heightPx: 240 })
})

test('anything else is null', () => {
  expect(imageSize(bytes('hello'))).toBeNull()
  expect(imageSize(new Uint8Array(0))).toBeNull()
})
