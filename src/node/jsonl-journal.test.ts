import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SpatialTunnelError } from '../core/errors.ts'
import { JsonlJournal, readJournal } from './jsonl-journal.ts'
import { writeRows } from './write-rows.ts'

let dir: string
let path: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'journal-'))
  path = join(dir, 'rows.jsonl')
})
afterEach(() => rm(dir, { recursive: true }))

const asIs = (value: unknown) => value
const rows = Array.from({ length: 30 }, (_, k) => ({ k, text: `${'…'.repeat(9000)}\u2028${k}` }))

async function opened(options: Parameters<typeof JsonlJournal.open>[2] = {}): Promise<unknown[]> {
  const found: unknown[] = []
  await (await JsonlJournal.open(path, asIs, { onRow: row => void found.push(row), ...options })).close()
  return found
}

test('what was appended is there on the next opening, over many pieces of the file', async () => {
  expect(await opened()).toEqual([])
  const journal = await JsonlJournal.open(path, asIs)
  await Promise.all(rows.map(row => journal.append(row)))
  await journal.close()
  expect(await opened()).toEqual(rows)
})

test('half a line is cut off, though it be longer than what is read at once', async () => {
  await writeRows(path, rows.slice(0, 3))
  const whole = await readFile(path, 'utf8')
  await appendFile(path, `{"text": "${'x'.repeat(600_000)}`)
  expect(await opened()).toEqual(rows.slice(0, 3))
  expect(await readFile(path, 'utf8')).toBe(whole)
  await rm(path)
  await appendFile(path, '{"no end of a line')
  expect(await opened()).toEqual([])
  expect(await readFile(path, 'utf8')).toBe('')
})

test('a damaged line ends the opening with its number, or is left out', async () => {
  await writeRows(path, rows.slice(0, 2))
  await appendFile(path, '\n{"k": \n')
  await appendFile(path, `${JSON.stringify(rows[2])}\n`)
  await expect(opened()).rejects.toMatchObject({ code: 'journal-damaged', where: `${path}:4` })
  const damaged: SpatialTunnelError[] = []
  expect(await opened({ onDamaged: error => void damaged.push(error) })).toEqual(rows.slice(0, 3))
  expect(damaged).toMatchObject([{ where: `${path}:4` }])
})

test('rows are written as a stream, whole or not at all', async () => {
  const found: unknown[] = []
  expect(await writeRows(path, rows)).toBe(30)
  for await (const row of readJournal(path, asIs)) found.push(row)
  expect(found).toEqual(rows)
  const broken = async function* () {
    yield { k: 1 }
    throw new Error('no more')
  }
  await expect(writeRows(path, broken())).rejects.toThrow('no more')
  expect(await opened()).toEqual(rows)
})
