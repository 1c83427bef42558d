import { expect, test } from 'vitest'
import { partsBelow } from './write-vlmevalkit.ts'

test('neighbours share a part as long as they fit; what is too long stands alone', () => {
  expect(partsBelow([3, 3, 3, 9, 1, 12, 2], 10)).toEqual([[0, 1, 2], [3, 4], [5], [6]])
  expect(partsBelow([], 10)).toEqual([])
})
