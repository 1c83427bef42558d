import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseResponse } from '../evaluate/responses.ts'
import { withRowChecksum } from '../evaluate/row-checksum.ts'
import { readResponses } from './read-responses.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'read-responses-'))
})
afterAll(() => rm(dir, { recursive: true }))

const rows = [0, 1, 2].map(i =>
  parseResponse({ questionId: `grid-00000${i}-d1`, model: 'm', protocol: 'logits', status: 'ok', pYes: 0.25 }),
)

async function readText(text: string): Promise<unknown> {
  const file = join(dir, 'responses.jsonl')
  await writeFile(file, text)
  return readResponses([file])
}

test('rows with and without a checksum are read', async () => {
  const text = rows.map((row, i) => JSON.stringify(i === 1 ? row : withRowChecksum(row))).join('\n')
  expect(await readText(text)).toMatchObject(rows.map(({ questionId, pYes }) => ({ questionId, pYes })))
})

test('an answer that was changed in the file is no answer of the model: refused by file, line and question', async () => {
  const text = rows.map(row => JSON.stringify(withRowChecksum(row))).join('\n')
  const changed = text.replace(/("grid-000001-d1".*?"pYes":)0\.25/, '$10.75')
  expect(changed).not.toBe(text)
  await expect(readText(changed)).rejects.toMatchObject({
    code: 'row-altered',
    kind: 'data',
    where: expect.stringMatching(/responses\.jsonl:2.*grid-000001-d1/),
    remedy: expect.stringContaining('take its rowSha256 out'),
  })
})
