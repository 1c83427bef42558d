import { expect, test } from 'vitest'
import { gaussian, stream } from '../../core/rng.ts'
import { categorySums } from '../category-sums.ts'
import { gramMatrix } from '../gram.ts'
import { FRESH_SCRATCH, keptScratch } from '../layer-scratch.ts'
import { plantedLayer } from '../planted-layer.ts'
import { prepareLayer } from '../prepared-layer.ts'
import { noKernel, openKernel } from './vector-kernel.ts'

/** Rows and columns that are and are not multiples of what the kernel takes at once. */
const SIZES = [
  { perCategory: 1, columns: 3 },
  { perCategory: 2, columns: 4 },
  { perCategory: 7, columns: 61 },
  { perCategory: 9, columns: 512 },
  { perCategory: 12, columns: 1030 },
]
const CASES = SIZES.flatMap(size => [true, false].map(double => ({ ...size, double })))

const largestGap = (a: Float64Array, b: Float64Array): number =>
  a.reduce((gap, value, i) => Math.max(gap, Math.abs(value - b[i]!)), 0)

test('the kernel runs here', () => {
  expect(openKernel(1)?.memory.buffer.byteLength).toBe(65_536)
  expect(openKernel(65_537)?.memory.buffer.byteLength).toBe(131_072)
})

test.each(CASES)('sums, lengths and Gram matrix equal the loops in TypeScript: %o', size => {
  const layer = prepareLayer(plantedLayer({ ...size, seed: size.columns }))
  const [fast, plain] = [categorySums(layer), categorySums(layer, { ...FRESH_SCRATCH, open: noKernel })]
  expect(largestGap(fast.norms, plain.norms)).toBeLessThan(1e-12)
  expect(largestGap(fast.raw, plain.raw)).toBeLessThan(1e-12)
  expect(largestGap(fast.unit, plain.unit)).toBeLessThan(1e-12)
  expect(largestGap(gramMatrix(layer), gramMatrix(layer, noKernel))).toBeLessThan(1e-11)
})

test('memory that is used again, whatever was in it, gives the same sums', () => {
  const scratch = keptScratch()
  for (const size of [...CASES, ...CASES.toReversed()]) {
    const layer = prepareLayer(plantedLayer({ ...size, seed: size.columns }))
    expect(categorySums(layer, scratch)).toEqual(categorySums(layer))
  }
})

test('widened float32 are the same numbers', () => {
  const kernel = openKernel(4096)!
  const next = stream(1, 'kernel', 'widen')
  const values = Float32Array.from({ length: 64 }, (_, i) => gaussian(next) * 10 ** (i % 20))
  new Float32Array(kernel.memory.buffer, 0, 64).set(values)
  const square = kernel.widen(0, 1024, 64)
  const widened = new Float64Array(kernel.memory.buffer, 1024, 64)
  expect([...widened]).toEqual([...values])
  expect(kernel.square(1024, 64)).toBe(square)
  expect(square / widened.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 12)
})
