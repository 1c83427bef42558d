import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type JsonlRow, readJsonl } from './read-jsonl.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
})
afterEach(() => rm(dir, { recursive: true }))

async function rowsOf(text: string): Promise<JsonlRow[]> {
  const path = join(dir, 'rows.jsonl')
  await writeFile(path, text)
  const rows: JsonlRow[] = []
  for await (const row of readJsonl(path)) rows.push(row)
  return rows
}

test('a row a line, and where it lies: either ending, empty lines counted but passed over, the last without an ending', async () => {
  expect(await rowsOf('{"a":1}\n\n  \n[2]\r\n"ä"')).toEqual([
    { value: { a: 1 }, line: 1, position: 0 },
    { value: [2], line: 4, position: 12 },
    { value: 'ä', line: 5, position: 17 },
  ])
  expect(await rowsOf('')).toEqual([])
})

test('a separator of Unicode inside a text ends no row', async () => {
  const text = 'one\u2028two\u2029three\u0085four'
  expect(await rowsOf(`${JSON.stringify({ text })}\n1\n`)).toEqual([
    { value: { text }, line: 1, position: 0 },
    { value: 1, line: 2, position: 35 },
  ])
})

test('rows longer than what is read at once', async () => {
  const long = 'ö'.repeat(400_000)
  expect(await rowsOf(`1\n"${long}"\n2\n`)).toEqual([
    { value: 1, line: 1, position: 0 },
    { value: long, line: 2, position: 2 },
    { value: 2, line: 3, position: 800_005 },
  ])
})

test('a damaged row is named by its line', async () => {
  await expect(rowsOf('1\n\n{"a":\n')).rejects.toMatchObject({ code: 'jsonl-row', where: join(dir, 'rows.jsonl:3') })
})
