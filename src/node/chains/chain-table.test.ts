import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRecord, recordRow } from '../../chains/record.ts'
import { CHAIN_FORMATS, readChainTable, writeChainTable } from './chain-table.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chains-'))
})
afterAll(() => rm(folder, { recursive: true }))

const records = ['007', '8'].map(imageId =>
  readRecord({
    imageId,
    question: 'Is the "cup", red, left?\nSure?',
    answer: 'no',
    fullAnswer: 'No.',
    thinking: 'First, look.\nThen say.',
    scene_graph: {
      width: 3,
      height: 2,
      objects: { '01': { name: "man's hat", x: 1, y: 2, w: 3, h: 4 } },
      closedWorld: true,
    },
    relation: 'left_of',
    relations: ['to the left of', 'near'],
    hops: 2,
    spatial: true,
  }),
)

test.each(CHAIN_FORMATS)('records survive %s, ids with their zeros', async format => {
  const path = join(folder, `records.${format}`)
  await writeChainTable(
    path,
    records.map(record => recordRow(record, format !== 'jsonl')),
  )
  expect((await readChainTable(path)).map(readRecord)).toEqual(records)
})

test.each([
  ['broken.json', '[{', 'json-invalid'],
  ['number.json', '1', 'json-invalid'],
  ['list.csv', 'imageId,relations\n1,[\n', 'json-invalid'],
  ['broken.parquet', 'PAR1\u0000\u0001PAR1', 'parquet-unreadable'],
])('%s is refused', async (name, text, code) => {
  await writeFile(join(folder, name), text)
  await expect(readChainTable(join(folder, name))).rejects.toMatchObject({ code })
})

test('another ending is refused', async () => {
  await expect(readChainTable('records.xlsx')).rejects.toMatchObject({ code: 'chain-format' })
})
