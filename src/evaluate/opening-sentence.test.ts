import { expect, test } from 'vitest'
import grid from '../../scenes/grid.json' with { type: 'json' }
import { answerBaseline, baselineRow } from './baselines.ts'
import { chanceKind, openingSentence } from './opening-sentence.ts'
import type { ResponseRow } from './responses.ts'
import { type ModelScore, scoreResponses } from './score.ts'
import { suiteData } from './suite-data.fixture.ts'

const data = suiteData(grid)
const scored = (rows: readonly ResponseRow[]): ModelScore => scoreResponses(data, rows, { draws: 300 }).models[0]!
const row = (questionId: string): ResponseRow => ({
  version: 1,
  questionId,
  model: 'm',
  protocol: 'logits',
  status: 'ok',
})
const named = (name: 'height' | 'random' | 'oracle'): ModelScore => scored(answerBaseline(name, data, 1))

test('random: v and Δ both hold what chance gives, so Δ says nothing', () => {
  const model = named('random')
  expect(chanceKind(model)).toBe('at-chance')
  expect(openingSentence(model)).toMatch(/^random: .*; Δ not interpretable: at chance \(v \[0\.\d+, 0\.\d+\], Δ = /)
})

test('height: v = .5 because it is right on one side and wrong on the other, which is no chance', () => {
  const model = named('height')
  expect(chanceKind(model)).toBe('split-driven')
  const sentence = openingSentence(model)
  expect(sentence).not.toContain('at chance')
  expect(sentence).toContain('Δ = +1.000 [1.000, 1.000] with v = ½ by construction: a pure height guesser')
  expect(sentence).toContain('closest baseline: ')
})

test('lower is farther: the same, upside down', () => {
  const height = new Map(answerBaseline('height', data, 1).map(row => [row.questionId, row.pYes!]))
  const rows = [...height].map(([questionId, pYes]) => ({ ...row(questionId), pYes: 1 - pYes }))
  const sentence = openingSentence(scored(rows))
  expect(sentence).toContain('Δ = −1.000 [−1.000, −1.000] with v = ½ by construction: it follows the split upside down')
})

test('half a height guesser: v near one half, Δ clearly not 0', () => {
  const half = new Set(data.scenes.filter((_, i) => i % 2 === 0).map(scene => scene.id))
  const random = new Map(answerBaseline('random', data, 3).map(row => [row.questionId, row]))
  const rows = answerBaseline('height', data, 1).map((row, i) =>
    half.has(data.questions[i]!.sceneId) ? row : { ...random.get(row.questionId)!, model: 'height' },
  )
  const model = scored(rows)
  expect(chanceKind(model)).toBe('split-driven')
  expect(openingSentence(model)).toContain('v holds ½ because right answers follow the split, not by chance')
})

test('oracle: neither', () => {
  expect(chanceKind(named('oracle'))).toBeNull()
  expect(openingSentence(named('oracle'))).toContain('nearest printed model')
})

test('at one half on the consistent scenes alone: without a Δ, chance is all that can be said', () => {
  const consistent = data.questions.filter(question => question.split === 'consistent')
  const model = scored(consistent.map((question, i) => baselineRow('m', question, i % 2, 1)))
  expect(model.scalars.estimate.delta).toBeNull()
  expect(chanceKind(model)).toBe('at-chance')
})
