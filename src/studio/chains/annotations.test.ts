import { expect, test } from 'vitest'
import { readAnnotations } from '../../chains/audit/annotations.ts'
import { parseTable } from '../../formats/delimited.ts'
import {
  type Annotations,
  annotationKey,
  annotationsCsv,
  isWhole,
  keepAnnotations,
  randomOrder,
  readKeptAnnotations,
  withScore,
} from './annotations.ts'
import { exampleChains } from './example-chains.ts'

const chains = exampleChains()

test('what the page writes is what the audit reads', () => {
  const key = annotationKey(chains[0]!)
  let all: Annotations = {}
  for (const [column, value] of [
    ['AC', 1],
    ['RF', 0.25],
    ['RC', 0],
  ] as const)
    all = withScore(all, 'ann, "b"', key, column, value)
  all = withScore(all, 'bob', key, 'AC', 0.5)
  expect(isWhole(all['ann, "b"']![key])).toBe(true)
  expect(isWhole(all.bob![key])).toBe(false)
  const read = readAnnotations(parseTable(annotationsCsv(all), ','))
  expect(read).toMatchObject([
    { rater: 'ann, "b"', scores: { correctness: 1, faithfulness: 0.25, completeness: 0 } },
    { rater: 'bob', scores: { correctness: 0.5, faithfulness: null, completeness: null } },
  ])
  expect(read[0]!.key).toBe(read[1]!.key)
})

test('every rater has an order of their own, and always the same', () => {
  const ids = (rater: string) => randomOrder(chains, rater).map(chain => chain.id)
  expect(ids('ann')).toEqual(ids('ann'))
  expect(ids('ann')).not.toEqual(ids('bob'))
  expect([...ids('ann')].sort()).toEqual(chains.map(chain => chain.id).sort())
})

test('kept on the device; what is damaged there counts as nothing', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
  const all = withScore({}, 'ann', annotationKey(chains[0]!), 'RF', 1)
  keepAnnotations(storage, all)
  expect(readKeptAnnotations(storage)).toEqual(all)
  kept.set([...kept.keys()][0]!, '{"a')
  expect(readKeptAnnotations(storage)).toEqual({})
})
