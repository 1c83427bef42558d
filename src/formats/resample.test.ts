import { expect, test } from 'vitest'
import { decodePng, encodePng } from './png.ts'
import { resample, resamplePng } from './resample.ts'

const gray = (...values: number[]) => Uint8Array.from(values.flatMap(value => [value, value, value]))
const firstChannel = (data: Uint8Array) => [...data.filter((_, k) => k % 3 === 0)]

test('halving averages blocks of four, also across an odd edge', () => {
  const half = resample({ widthPx: 4, heightPx: 2, data: gray(0, 100, 200, 40, 20, 40, 80, 0) }, 2, 1)
  expect(firstChannel(half)).toEqual([40, 80])
  const third = resample({ widthPx: 3, heightPx: 1, data: gray(0, 90, 240) }, 2, 1)
  expect(firstChannel(third)).toEqual([30, 190])
})

test('doubling interpolates between the old samples', () => {
  const double = resample({ widthPx: 2, heightPx: 1, data: gray(0, 100) }, 4, 1)
  expect(firstChannel(double)).toEqual([0, 25, 75, 100])
})

test('a uniform picture stays uniform at any size; channels stay apart', () => {
  const data = Uint8Array.from({ length: 7 * 5 * 3 }, (_, k) => [10, 130, 250][k % 3]!)
  for (const [width, height] of [
    [3, 2],
    [14, 10],
    [5, 11],
    [1, 1],
  ] as const) {
    const result = resample({ widthPx: 7, heightPx: 5, data }, width, height)
    expect([...result].every((value, k) => value === [10, 130, 250][k % 3])).toBe(true)
  }
})

test('a PNG at scale 1 is the same bytes, at another scale another size', () => {
  const png = encodePng({ kind: 'rgb8', widthPx: 4, heightPx: 4, data: new Uint8Array(48).fill(7) })
  expect(resamplePng(png, 1)).toBe(png)
  expect(decodePng(resamplePng(png, 1.5))).toMatchObject({ kind: 'rgb8', widthPx: 6, heightPx: 6 })
  const mask = encodePng({ kind: 'gray16', widthPx: 1, heightPx: 1, data: new Uint16Array(1) })
  expect(() => resamplePng(mask, 2)).toThrow(expect.objectContaining({ code: 'picture-not-rgb' }))
})
