import { expect, test } from 'vitest'
import { AskTally } from './ask-tally.ts'

const row = (status: 'ok' | 'error' | 'unparsed', promptTokens = 300, completionTokens = 1) => ({
  version: 1 as const,
  questionId: 'q',
  model: 'm',
  protocol: 'logits' as const,
  status,
  usage: { promptTokens, completionTokens },
})

test('rate, time left and cost are those of this run; rows of earlier runs count as done', () => {
  const tally = new AskTally(100, 20, { inputUsd: 2, outputUsd: 10 })
  expect(tally.view(0)).toMatchObject({ done: 20, perSecond: null, secondsLeft: null, costUsd: null })
  for (let k = 0; k < 10; k++) tally.add(row(k === 3 ? 'error' : k === 4 ? 'unparsed' : 'ok'))
  expect(tally.view(5)).toEqual({
    done: 30,
    total: 100,
    perSecond: 2,
    secondsLeft: 35,
    promptTokens: 3000,
    completionTokens: 10,
    costUsd: (3000 * 2 + 10 * 10) / 1e6,
    expectedCostUsd: ((3000 * 2 + 10 * 10) / 1e6) * 8,
    failed: 1,
    unparsed: 1,
  })
})

test('without prices or without usage there is no cost', () => {
  const free = new AskTally(2, 0, null)
  free.add(row('ok'))
  expect(free.view(1).costUsd).toBeNull()
  const silent = new AskTally(2, 0, { inputUsd: 1, outputUsd: 1 })
  silent.add(row('ok', 0, 0))
  expect(silent.view(1)).toMatchObject({ costUsd: null, expectedCostUsd: null })
})
