import { expect, test } from 'vitest'
import grid from '../../../scenes/grid.json' with { type: 'json' }
import { answerBaseline } from '../baselines.ts'
import { SCORE_DEFAULTS, scoreResponses } from '../score.ts'
import { suiteData } from '../suite-data.fixture.ts'
import { RunningDelta } from './running-delta.ts'

const data = suiteData(grid)
const byId = new Map(data.questions.map(question => [question.id, question]))

test('after the last row it is the score’s own Δ', () => {
  const rows = answerBaseline('size', data, 1)
  const running = new RunningDelta()
  for (const row of rows) running.add(byId.get(row.questionId)!, row)
  const { estimate } = scoreResponses(data, rows, { ...SCORE_DEFAULTS, draws: 20 }).models[0]!.scalars
  const view = running.view()!
  expect(view.answered).toBe(1024)
  expect(view.delta).toBeCloseTo(estimate.delta!, 12)
  expect(view.vCons).toBeCloseTo(estimate.vCons!, 12)
})

test('its interval is that of the difference of two means over scenes', () => {
  const running = new RunningDelta()
  const [a, b] = (['consistent', 'counter'] as const).map(split => [
    ...new Set(data.questions.filter(question => question.split === split).map(question => question.sceneId)),
  ])
  const put = (sceneId: string, v: number) => {
    for (const question of data.questions.filter(item => item.sceneId === sceneId)) {
      const pYes = question.answer === 'Yes' ? v : 1 - v
      running.add(question, { questionId: question.id, model: 'm', protocol: 'logits', status: 'ok', pYes })
    }
  }
  put(a![0]!, 1)
  put(b![0]!, 0.2)
  put(b![1]!, 0.4)
  expect(running.view()).toBeNull()
  put(a![1]!, 0.8)
  const view = running.view()!
  expect(view.delta).toBeCloseTo(0.9 - 0.3, 12)
  expect(view.halfWidth).toBeCloseTo(1.96 * Math.sqrt(0.02 / 2 + 0.02 / 2), 12)
})

test('a row without an answer changes nothing', () => {
  const running = new RunningDelta()
  const [question] = data.questions
  running.add(question!, { questionId: question!.id, model: 'm', protocol: 'logits', status: 'error' })
  expect(running.view()).toBeNull()
})
