import { expect, test } from 'vitest'
import { stream } from '../core/rng.ts'
import { parseResponse } from './responses.ts'
import { parseIntactRow, withRowChecksum } from './row-checksum.ts'

const row = parseResponse({
  questionId: 'grid-000000-d1',
  model: 'm',
  protocol: 'logits',
  status: 'ok',
  pYes: 0.25,
  text: 'Yes – says it',
  requestSha256: 'ab'.repeat(32),
  setup: { extraBody: {}, topLogprobs: 20 },
})
const text = JSON.stringify(withRowChecksum(row))

test('what was written is read; so is a row of another writer', () => {
  expect(parseIntactRow(JSON.parse(text))).toEqual(withRowChecksum(row))
  expect(parseIntactRow(row)).toEqual(row)
})

test('one bit flipped, any of them: refused, or all but the checksum is as it was', () => {
  const bytes = new TextEncoder().encode(text)
  const places = stream(1, 'row', 'bits')
  for (let trial = 0; trial < 2000; trial++) {
    const flipped = bytes.slice()
    const [at, bit] = [Math.floor(places() * bytes.length), Math.floor(places() * 8)]
    flipped[at]! ^= 1 << bit
    let read: object
    try {
      read = parseIntactRow(JSON.parse(new TextDecoder().decode(flipped)))
    } catch {
      continue
    }
    // The checksum's own name was hit.
    expect(read, `bit ${bit} of byte ${at}`).toMatchObject(row)
  }
})

test('a row nested past all measure is no row of ours', () => {
  const setup = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
  const nested = { ...row, setup: { ...row.setup!, extraBody: { setup } }, rowSha256: 'ab'.repeat(32) }
  expect(() => parseIntactRow(nested)).toThrow(expect.objectContaining({ code: 'row-altered' }))
})

test('a changed answer is told', () => {
  expect(() => parseIntactRow({ ...withRowChecksum(row), pYes: 0.75 })).toThrow(
    expect.objectContaining({ code: 'row-altered', kind: 'data', where: 'grid-000000-d1' }),
  )
})
