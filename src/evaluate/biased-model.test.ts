import { expect, test } from 'vitest'
import grid from '../../scenes/grid.json' with { type: 'json' }
import { answerBaseline } from './baselines.ts'
import { answerBiased } from './biased-model.ts'
import { joinItems } from './items.ts'
import type { ResponseRow } from './responses.ts'
import { computeScalars } from './scalars.ts'
import { suiteData } from './suite-data.fixture.ts'

const data = suiteData(grid)
const estimate = (rows: readonly ResponseRow[]) =>
  computeScalars(joinItems(data, rows).items, data.scenes.length, null, { draws: 10 }).estimate

test('without doubt, bias 1 is the height baseline and bias 0 the oracle', () => {
  const renamed = (name: 'height' | 'oracle') =>
    answerBaseline(name, data, 1).map(row => ({ ...row, model: 'made-up' }))
  expect(answerBiased(data, { bias: 1 })).toEqual(renamed('height'))
  expect(answerBiased(data, { bias: 0 })).toEqual(renamed('oracle'))
})

test('Δ is the bias; doubt makes it smaller by twice the mean confidence less one', () => {
  const sure = estimate(answerBiased(data, { bias: 0.6 }))
  expect(sure.vCons).toBe(1)
  expect(Math.abs(sure.delta! - 0.6)).toBeLessThan(3 * Math.sqrt(0.24 / 116))
  const doubting = estimate(answerBiased(data, { bias: 0.6, confidence: [0.6, 0.9] }))
  expect(doubting.vCons).toBeCloseTo(0.75, 1)
  expect(doubting.delta! / sure.delta!).toBeCloseTo(0.5, 1)
})

test('an answer does not depend on the other questions', () => {
  const few = { ...data, questions: data.questions.slice(40, 44) }
  expect(answerBiased(few, { confidence: [0.6, 1] })).toEqual(
    answerBiased(data, { confidence: [0.6, 1] }).slice(40, 44),
  )
})
