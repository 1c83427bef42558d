import { expect, test } from 'vitest'
import { bytesSource } from './byte-source.ts'
import { delimitedLine, parseTable } from './delimited.ts'
import { readDelimited } from './delimited-stream.ts'

const source = (text: string) => bytesSource(new TextEncoder().encode(text), 'table')
const all = async (rows: AsyncIterable<Record<string, string>>) => {
  const list = []
  for await (const row of rows) list.push(row)
  return list
}

test.each([
  'a,b\n1,2\n3,4\n',
  'a,b\r\n1,2\r\n"x,""y""\nz",4\r\n',
  '\ufeffa,b\n1,2\n\n3,4',
  'a,b\n1,\n,2\n"",""\n',
  'a,b\n"ends in a quote"',
  'a,b\n1,2,3\n4\n',
  '',
])('%j reads as the reader of whole texts does', async text => {
  expect(await all(readDelimited(source(text), ','))).toEqual(parseTable(text, ','))
})

test('rows that run across pieces of the file, pictures and line breaks within', async () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({
    id: String(i),
    image: 'AbC+/'.repeat(150_000 + i),
    question: i % 3 ? `line ${i}\nand "another"\t` : 'plain é 深',
  }))
  const header = delimitedLine(['id', 'image', 'question'], '\t')
  const text = header + rows.map(row => delimitedLine([row.id, row.image, row.question], '\t')).join('')
  expect(await all(readDelimited(source(text), '\t'))).toEqual(rows)
})

test('columns that are not wanted are not decoded, others only to their limit', async () => {
  const bytesOf = (column: string) => ({ a: 0, b: 2 })[column] ?? Number.POSITIVE_INFINITY
  expect(await all(readDelimited(source('a,b,c\n123,456,789\n'), ',', { bytesOf }))).toEqual([{ b: '45', c: '789' }])
})

test('a quote that is never closed is an error, not a row', async () => {
  await expect(all(readDelimited(source('a,b\n1,"open\n2,3\n'), ','))).rejects.toMatchObject({ code: 'row-too-long' })
})
