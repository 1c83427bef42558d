import { expect, test } from 'vitest'
import grid from '../../scenes/grid.json' with { type: 'json' }
import { scoreInterventions } from './interventions.ts'
import type { ResponseRow } from './responses.ts'
import { suiteData } from './suite-data.fixture.ts'

const data = suiteData(grid)

/** A model whose belief in the truth is `consistent` or `counter`, by the question's split. */
function answers(model: string, consistent: number, counter: number, intervention?: object): ResponseRow[] {
  return data.questions.map(question => {
    const belief = question.split === 'counter' ? counter : consistent
    return {
      version: 1,
      questionId: question.id,
      model,
      protocol: 'logits',
      status: 'ok',
      pYes: question.answer === 'Yes' ? belief : 1 - belief,
      ...(intervention ? { intervention } : {}),
    }
  })
}
const at = (direction: string, layer: number, strength = 1) => ({
  layer,
  direction,
  mode: 'ablate',
  strength,
  everywhere: false,
  baseModel: 'm',
})

test('each intervention stands beside its controls at the same layer and strength', () => {
  const [study, ...more] = scoreInterventions(
    data,
    [
      ...answers('m', 0.9, 0.3),
      ...answers('m v8', 0.6, 0.6, at('vertical', 8)),
      ...answers('m v4', 0.8, 0.4, at('vertical', 4)),
      ...answers('m r0', 0.88, 0.3, at('random0', 8)),
      ...answers('m r1', 0.9, 0.34, at('random1', 8)),
      ...answers('m r2', 0.1, 0.1, at('random1', 8, 2)),
    ],
    { draws: 20 },
  )
  expect(more).toEqual([])
  expect(study!.base!.delta).toBeCloseTo(0.6, 10)
  expect(study!.scores.map(score => [score.direction, score.layer])).toEqual([
    ['vertical', 4],
    ['vertical', 8],
  ])
  expect(study!.scores[0]!.control.delta).toBeNull()
  expect(study!.scores[1]!.values.delta).toBeCloseTo(0, 10)
  const [lo, hi] = study!.scores[1]!.control.delta!
  expect([lo, hi].map(value => Number(value.toFixed(6)))).toEqual([0.56, 0.58])
})

test('responses without interventions, and damaged ones, are refused', () => {
  expect(() => scoreInterventions(data, answers('m', 1, 1), { draws: 5 })).toThrow(
    expect.objectContaining({ code: 'interventions-missing' }),
  )
  expect(() => scoreInterventions(data, answers('m', 1, 1, { layer: -1 }), { draws: 5 })).toThrow(
    expect.objectContaining({ code: 'intervention-invalid' }),
  )
})
