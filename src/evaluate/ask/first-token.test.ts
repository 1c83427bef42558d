import { expect, test } from 'vitest'
import { readFirstToken, type TokenLogprob } from './first-token.ts'

const list = (probabilities: Record<string, number>): TokenLogprob[] =>
  Object.entries(probabilities).map(([token, p]) => ({ token, logprob: Math.log(p) }))

function read(entries: TokenLogprob[]) {
  const reading = readFirstToken(entries)
  if (reading.kind !== 'read') throw new Error(`not read: ${reading.kind}`)
  return reading
}

test('the masses of a word are the sums over its spellings', () => {
  const reading = read(list({ Yes: 0.5, No: 0.2, ' yes': 0.1, YES: 0.02, nope: 0.05, Nothing: 0.04, ' no': 0.01 }))
  expect(reading.yesMass).toBeCloseTo(0.62, 12)
  expect(reading.noMass).toBeCloseTo(0.21, 12)
  expect(reading.pYes).toBeCloseTo(0.62 / 0.83, 12)
  expect(reading.logit).toBeCloseTo(Math.log(0.62 / 0.21), 12)
  expect([reading.yesRank, reading.noRank, reading.censored]).toEqual([1, 2, null])
})

test('swapping the words flips the sign of the logit', () => {
  const a = read(list({ Yes: 0.5, No: 0.2, ' no': 0.1 }))
  const b = read(list({ No: 0.5, Yes: 0.2, ' yes': 0.1 }))
  expect(b.logit).toBeCloseTo(-a.logit, 12)
  expect(b.pYes).toBeCloseTo(1 - a.pYes, 12)
})

test('only " yes" tokens: No is bounded by the least likely token of the list', () => {
  const reading = read(list({ ' yes': 0.9, ' Yes': 0.05, Maybe: 0.001 }))
  expect(reading.censored).toBe('no')
  expect(reading.noRank).toBeNull()
  expect(reading.noMass).toBeCloseTo(0.001, 12)
  expect(reading.pYes).toBeCloseTo(0.95 / 0.951, 12)
  expect(reading.pYes).toBeLessThan(1)
})

test('a lone Yes token still leaves No its bound: pYes one half, never 1', () => {
  expect(read(list({ yes: 0.9 }))).toMatchObject({ pYes: 0.5, censored: 'no' })
})

test('the sentinel −9999 of some servers is no probability', () => {
  const reading = read([...list({ Yes: 0.9, Sure: 0.01 }), { token: 'No', logprob: -9999 }])
  expect(reading).toMatchObject({ censored: 'no', noRank: null })
  expect(reading.noMass).toBeCloseTo(0.01, 12)
  expect(readFirstToken([{ token: 'Yes', logprob: -9999 }]).kind).toBe('outside')
})

test('a token listed twice counts once', () => {
  const once = read(list({ Yes: 0.5, No: 0.2 }))
  expect(read([...list({ Yes: 0.5, No: 0.2 }), ...list({ Yes: 0.5 })])).toEqual(once)
})

test('raw byte-level and sentence-piece tokens carry their leading space', () => {
  expect(read(list({ ĠYes: 0.5, '▁No': 0.2 }))).toMatchObject({ yesRank: 1, noRank: 2 })
})

test('neither word in the list, or a thinking model: nothing is said', () => {
  expect(readFirstToken(list({ The: 0.9, A: 0.05 }))).toEqual({ kind: 'outside', top: 'The' })
  expect(readFirstToken([])).toEqual({ kind: 'outside', top: '' })
  expect(readFirstToken(list({ '<think>': 0.98, Yes: 0.01, No: 0.01 }))).toEqual({ kind: 'thinking', top: '<think>' })
})

test('very small masses keep their logit', () => {
  const reading = read([
    { token: 'x', logprob: -1e-9 },
    { token: 'Yes', logprob: -300 },
    { token: 'No', logprob: -302 },
  ])
  expect(reading.logit).toBeCloseTo(2, 9)
})
