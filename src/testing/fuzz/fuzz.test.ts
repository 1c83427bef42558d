import { expect, test } from 'vitest'
import { feed, fuzzInput } from './fuzz-reader.ts'
import { fuzzReaders } from './readers.ts'

const INPUTS = 40
const SEED = 7

// `npm run soak:fuzz` feeds thousands of inputs a reader, with limits of time and memory.
const readers = await fuzzReaders()

test.each(readers)('$name: hostile inputs are read or refused', async reader => {
  const outcomes = { accepted: 0, refused: 0 }
  for (let index = 0; index < INPUTS; index++) {
    const bytes = fuzzInput(reader, SEED, index)
    const told = await feed(reader, bytes).catch(error => {
      throw new Error(`seed ${SEED}, index ${index}`, { cause: error })
    })
    outcomes[told]++
  }
  expect(outcomes.accepted + outcomes.refused).toBe(INPUTS)
})

test.each(readers)('$name: what the inputs are made from is valid', async reader => {
  for (const bytes of reader.seeds) expect(await feed(reader, bytes)).toBe('accepted')
})

test('what is no refusal, or stays behind, is found', async () => {
  const reader = { name: 'r', kind: 'bytes', seeds: [new Uint8Array(9)] } as const
  await expect(feed({ ...reader, read: () => JSON.parse('{') }, reader.seeds[0])).rejects.toThrow(SyntaxError)
  const pollute = () => Object.defineProperty(Object.prototype, 'polluted', { value: 1, configurable: true })
  try {
    await expect(feed({ ...reader, read: pollute }, reader.seeds[0])).rejects.toThrow('polluted')
  } finally {
    Reflect.deleteProperty(Object.prototype, 'polluted')
  }
})

test('an input is made again from seed and index', async () => {
  const [reader] = readers
  expect(fuzzInput(reader!, 1, 5)).toEqual(fuzzInput(reader!, 1, 5))
  expect(fuzzInput(reader!, 1, 5)).not.toEqual(fuzzInput(reader!, 1, 6))
})
