import { expect, test } from 'vitest'
import { parseResponse } from '../../evaluate/responses.ts'
import { withRowChecksum } from '../../evaluate/row-checksum.ts'
import { readResponses } from './read-responses.ts'

const row = parseResponse({ questionId: 'grid-000000-d1', model: 'm', protocol: 'logits', status: 'ok', pYes: 0.25 })
const whole = JSON.stringify(withRowChecksum(row))
const fileOf = (...lines: string[]): File => new File([lines.join('\n')], 'answers.jsonl')

test('rows of several files, with and without a checksum', async () => {
  expect(await readResponses([fileOf(whole), fileOf(JSON.stringify(row))])).toEqual([withRowChecksum(row), row])
})

test.each([
  ['a changed answer', whole.replace('0.25', '0.75'), 'row-altered', 'answers.jsonl:2: grid-000000-d1'],
  ['half a line', whole.slice(0, 30), 'jsonl-row', 'answers.jsonl:2'],
  ['a row of another kind', '{"a":1}', 'response-invalid', 'answers.jsonl:2'],
])('%s is refused by file and line', async (_, line, code, where) => {
  await expect(readResponses([fileOf(whole, line)])).rejects.toMatchObject({
    code,
    where: expect.stringContaining(where),
  })
})
