import { expect, test } from 'vitest'
import { stream } from '../core/rng.ts'
import { type Delimiter, delimitedLine, parseDelimited, parseTable } from './delimited.ts'

test.each<Delimiter>([',', '\t'])('what is written is read, whatever stands in the cells (%j)', delimiter => {
  const letters = ['a', '"', ',', '\t', '\n', '\r\n', 'ü', ' ', '']
  for (let seed = 0; seed < 200; seed++) {
    const next = stream(seed, 'delimited.test', 'cells')
    const pick = () => letters[Math.floor(next() * letters.length)]!
    const rows = Array.from({ length: 4 }, () => Array.from({ length: 3 }, () => `x${pick()}${pick()}${pick()}`))
    const text = rows.map(row => delimitedLine(row, delimiter)).join('')
    expect([seed, parseDelimited(text, delimiter)]).toEqual([seed, rows])
  }
})

test('empty cells, Windows line ends, a missing last line end, a byte-order mark', () => {
  expect(parseDelimited('\ufeffa,b,\r\n,,\r\nc,d,e', ',')).toEqual([
    ['a', 'b', ''],
    ['', '', ''],
    ['c', 'd', 'e'],
  ])
  expect(parseDelimited('a\n\nb,', ',')).toEqual([['a'], ['b', '']])
})

test('rows by the header’s names', () => {
  expect(parseTable('questionId,answer\nq1,Yes\nq2\n', ',')).toEqual([
    { questionId: 'q1', answer: 'Yes' },
    { questionId: 'q2', answer: '' },
  ])
})
