import { expect, test } from 'vitest'
import grid from '../../scenes/grid.json' with { type: 'json' }
import type { SceneRow } from '../core/dataset.ts'
import { answerBiased } from './biased-model.ts'
import { evaluationQuestion, evaluationScene, scoredResponse } from './evaluation-rows.ts'
import { Interner } from './interner.ts'
import type { ResponseRow } from './responses.ts'
import { scoreResponses } from './score.ts'
import { scoreJson } from './score-json.ts'
import { suiteData } from './suite-data.fixture.ts'

const data = suiteData(grid, 64)
const shared = new Interner()
const reduced = {
  ...data,
  scenes: data.scenes.map(scene => evaluationScene(structuredClone(scene) as unknown as SceneRow, shared)),
  questions: data.questions.map(question => evaluationQuestion(question, shared)),
}
const rows = answerBiased(data, { confidence: [0.6, 0.9] }).map(
  (row, i): ResponseRow => ({
    ...row,
    setup: { protocol: 'logits', suffix: i % 2 ? '' : 'Say so.' },
    reasoning: 'Long, and read by nobody.',
    yesMass: 0.3,
    noMass: 0.6,
    raw: [row],
  }),
)

test('reduced rows have the scores of whole ones, by every factor', () => {
  const options = { draws: 50, margin: 0.1, by: ['camera.fovYDeg', 'objects[0].roughness'] }
  const whole = scoreResponses(data, rows, options)
  const small = scoreResponses(
    reduced,
    rows.map(row => scoredResponse(row, shared)),
    options,
  )
  expect(scoreJson(small)).toEqual(scoreJson(whole))
  expect(small.models[0]!.cells).toEqual(whole.models[0]!.cells)
})

test('what many rows say is there once; what nobody reads is gone', () => {
  const [first, second] = reduced.scenes
  expect(first!.scene).toEqual(data.scenes[0]!.scene)
  expect(first!.scene.camera).toBe(second!.scene.camera)
  expect(Object.keys(first!.truth.objects[0]!)).not.toContain('bboxPx')
  const [a, b, c] = rows.map(row => scoredResponse(row, shared))
  expect(a!.setup).toBe(c!.setup)
  expect(a!.setup).not.toEqual(b!.setup)
  expect(Object.keys(a!)).not.toContain('reasoning')
})
