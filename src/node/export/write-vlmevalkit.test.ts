import { expect, test } from 'vitest'
import { partSizes } from './write-vlmevalkit.ts'

test('neighbours share a part as long as they fit; what is too long stands alone', async () => {
  expect(await partSizes([3, 3, 3, 9, 1, 12, 2], 10)).toEqual([3, 2, 1, 1])
  expect(await partSizes([], 10)).toEqual([])
})
