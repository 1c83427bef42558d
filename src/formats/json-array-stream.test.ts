import { expect, test } from 'vitest'
import type { ByteSource } from './byte-source.ts'
import { bytesSource } from './byte-source.ts'
import { readJsonArray } from './json-array-stream.ts'

const source = (text: string) => bytesSource(new TextEncoder().encode(text), 'list.json')
const all = async (file: ByteSource) => {
  const list = []
  for await (const value of readJsonArray(file)) list.push(value)
  return list
}

test('objects with brackets, quotes and backslashes in their texts', async () => {
  const list = [{ a: '}]"\\', b: [1, [2]], c: { d: '{' } }, { e: '\\\\"' }, {}, { f: 'é深' }]
  expect(await all(source(JSON.stringify(list)))).toEqual(list)
  expect(await all(source(` \n${JSON.stringify(list, null, 2)}\n`))).toEqual(list)
  expect(await all(source('[]'))).toEqual([])
})

test('elements that run across pieces of the file, at every offset of a backslash', async () => {
  const list = Array.from({ length: 9 }, (_, i) => ({
    id: i,
    image: `${'x'.repeat((1 << 20) - i)}\\"${'y'.repeat(9)}`,
  }))
  expect(await all(source(JSON.stringify(list)))).toEqual(list)
})

test.each(['{"a":1}', '[{"a":1}', 'hello', '', '[{"a":}]'])('%j is refused', async text => {
  await expect(all(source(text))).rejects.toMatchObject({ code: 'json-list' })
})
