import { expect, test } from 'vitest'
import { cellNumber, cellText } from './cell.ts'

const nested: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)

test.each([
  ['a', 'a'],
  [3.5, '3.5'],
  [7n, '7'],
  [false, 'false'],
  [null, ''],
  [undefined, ''],
  [['a', 'b'], 'a,b'],
  [nested, ''],
])('%# as text: %$', (value, text) => {
  expect(cellText(value)).toBe(text)
})

test.each([
  ['3.5', 3.5],
  [7n, 7],
  [null, Number.NaN],
  [[1], Number.NaN],
  [nested, Number.NaN],
])('%# as a number: %$', (value, number) => {
  expect(cellNumber(value)).toBe(number)
})
