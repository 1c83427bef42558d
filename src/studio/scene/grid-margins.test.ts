import { expect, test } from 'vitest'
import { countSplits, gridHeightShares } from './grid-margins.ts'

test('at the paper’s margin the grid splits 116 / 116 / 24; a margin of the whole image leaves nothing', () => {
  const shares = [...gridHeightShares()]
  expect(shares).toHaveLength(256)
  expect(countSplits(shares, 0.05)).toEqual({ consistent: 116, counter: 116, ambiguous: 24 })
  expect(countSplits(shares, 1)).toEqual({ consistent: 0, counter: 0, ambiguous: 256 })
})
