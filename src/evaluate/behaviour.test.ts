import { expect, test } from 'vitest'
import grid from '../../scenes/grid.json' with { type: 'json' }
import type { QuestionRow } from '../core/questions.ts'
import { answerBaseline } from './baselines.ts'
import { describeBehaviour } from './behaviour.ts'
import { calibrate } from './calibration.ts'
import { joinItems } from './items.ts'
import type { ResponseRow } from './responses.ts'
import { suiteData } from './suite-data.fixture.ts'

const data = suiteData(grid, 40)
const answered = (fields: (question: QuestionRow, i: number) => Partial<ResponseRow>) =>
  joinItems(
    data,
    data.questions.map((question, i): ResponseRow => {
      return {
        version: 1,
        questionId: question.id,
        model: 'm',
        protocol: 'logits',
        status: 'ok',
        ...fields(question, i),
      }
    }),
  ).items

test('a model that always says Yes: no bias is hidden by its accuracy', () => {
  const yes = describeBehaviour(answered(() => ({ pYes: 0.9 })))
  expect(yes).toMatchObject({ yesRate: 1, trueYesRate: 0.5, swapConsistency: 0, swapPairs: 80, censoredShare: 0 })
  expect(yes.meanPYes).toBeCloseTo(0.9, 12)
  expect(yes.swapGap).toBeCloseTo(0.8, 12)
  expect(yes.meanMass).toBeNull()
})

test('a shortcut is consistent under swaps, though it may be wrong', () => {
  const { items } = joinItems(data, answerBaseline('height', data, 1))
  const decided = items.filter(item => item.correct !== 0.5)
  expect(describeBehaviour(decided)).toMatchObject({ yesRate: 0.5, swapConsistency: 1, swapGap: 0 })
})

test('masses and censored answers', () => {
  const items = answered((_, i) => ({
    pYes: 0.5,
    yesMass: i % 2 ? 0.5 : 0.125,
    noMass: i % 2 ? 0.25 : 0.125,
    ...(i % 4 === 0 ? { censored: 'no' as const } : {}),
  }))
  expect(describeBehaviour(items)).toMatchObject({
    meanMass: 0.5,
    lowMassShare: 0.5,
    censoredShare: 0.25,
    yesRate: 0.5,
  })
})

test('calibration: confident and right, confident and half right, and a text model', () => {
  const right = calibrate(answered(question => ({ pYes: question.answer === 'Yes' ? 1 : 0 })))!
  expect(right).toMatchObject({ ece: 0, brier: 0 })
  expect(right.bins.map(bin => bin.n)).toEqual([80, 0, 0, 0, 0, 0, 0, 0, 0, 80])
  const bold = calibrate(answered(() => ({ pYes: 0.9 })))!
  expect(bold.ece).toBeCloseTo(0.4, 12)
  expect(bold.brier).toBeCloseTo((0.01 + 0.81) / 2, 12)
  expect(calibrate(answered(() => ({ protocol: 'text', text: 'Yes' })))).toBeNull()
})
