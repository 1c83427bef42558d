import { expect, test } from 'vitest'
import { stream } from '../core/rng.ts'
import { dropAlpha, unpackData } from './unpack-frame.ts'

test('alpha is dropped at every length', () => {
  const random = stream(1, 'unpack', 'rgba')
  for (const length of [0, 1, 2, 3, 4, 5, 63, 64]) {
    const rgba = Uint8Array.from({ length: 4 * length }, () => Math.floor(random() * 256))
    const expected = Uint8Array.from({ length: 3 * length }, (_, k) => rgba[Math.floor(k / 3) * 4 + (k % 3)]!)
    expect(dropAlpha(new Uint32Array(rgba.buffer))).toEqual(expected)
  }
})

test('words become ids, depth and areas of objects drawn alone', () => {
  const word = (id: number, depthMm: number, bits: number): number => (id | (depthMm << 8) | (bits << 24)) >>> 0
  const words = Uint32Array.of(
    word(0, 65_535, 0),
    word(1, 3000, 0b11),
    word(2, 1234, 0b10),
    word(0, 500, 0),
    word(8, 65_534, 0b1000_0000),
    word(0, 256, 0),
  )
  const boxes = [
    { id: 2, box: [0, 0, 3, 1] },
    { id: 1, box: [1, 0, 3, 1] },
    { id: 8, box: [1, 1, 2, 2] },
  ] as const
  const found = unpackData(words, 3, boxes)
  expect([...found.ids]).toEqual([0, 1, 2, 0, 8, 0])
  expect([...found.depthMm]).toEqual([65_535, 3000, 1234, 500, 65_534, 256])
  expect(found.aloneAreaPx[0]).toBe(1)
  expect(found.aloneAreaPx[1]).toBe(2)
  expect(found.aloneAreaPx[7]).toBe(1)
})

test('an object outside the image has no pixel', () => {
  expect(unpackData(Uint32Array.of(0, 0), 2, [{ id: 1, box: null }]).aloneAreaPx).toEqual([0])
})
