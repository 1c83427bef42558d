import { expect, test } from 'vitest'
import grid from '../../scenes/grid.json' with { type: 'json' }
import type { QuestionRow } from '../core/questions.ts'
import { stream } from '../core/rng.ts'
import { normalQuantile } from '../core/statistics/distributions.ts'
import { answerBaseline } from './baselines.ts'
import type { EvaluationData } from './evaluation-data.ts'
import { type Item, joinItems } from './items.ts'
import type { ResponseRow } from './responses.ts'
import { computeScalars } from './scalars.ts'
import { scoreResponses } from './score.ts'
import { suiteData } from './suite-data.fixture.ts'

/** Two scenes, eight questions, computed by hand. */
const data: EvaluationData = (() => {
  const first = suiteData(grid)
  const scenes = (['consistent', 'counter'] as const).map(
    split => first.scenes.find(({ truth }) => truth.pairs[0]!.split === split)!,
  )
  return { ...first, scenes, questions: scenes.flatMap(({ id }) => first.questions.filter(q => q.sceneId === id)) }
})()

const answer = (question: Pick<QuestionRow, 'id'>, pYes: number): ResponseRow => ({
  version: 1,
  questionId: question.id,
  model: 'by hand',
  protocol: 'logits',
  status: 'ok',
  pYes,
})

test('the figures of eight questions, by hand', () => {
  // Answers of a scene's four questions are No, Yes, No, Yes.
  const pYes = [0.1, 0.8, 0.5, 0.6, 0.7, 0.25, 0.375, Number.NaN]
  const rows = data.questions.map((question, i): ResponseRow => {
    if (i < 7) return answer(question, pYes[i]!)
    return { version: 1, questionId: question.id, model: 'by hand', protocol: 'logits', status: 'unparsed' }
  })
  const { estimate } = scoreResponses(data, rows, { draws: 100 }).models[0]!.scalars
  // v of the consistent scene: .9, .8, .5, .6; of the counter scene: .3, .25, .625, and one left out.
  expect(estimate.vCons).toBeCloseTo(2.8 / 4, 12)
  expect(estimate.vCtr).toBeCloseTo(1.175 / 3, 12)
  expect(estimate.v).toBeCloseTo((2.8 / 4 + 1.175 / 3) / 2, 12)
  expect(estimate.delta).toBeCloseTo(2.8 / 4 - 1.175 / 3, 12)
  // Right: 1, 1, ½, 1 and 0, 0, 1, unparsed is wrong.
  expect(estimate.accAll).toBeCloseTo(4.5 / 8, 12)
  expect(estimate.accCon).toBeCloseTo(3.5 / 4, 12)
  expect(estimate.accCtr).toBeCloseTo(1 / 4, 12)
  expect(estimate.accDelta).toBeCloseTo(2.5 / 4, 12)
  expect(estimate.deltaS).toBeNull()
})

test('an error or a skipped question is left out of everything', () => {
  const rows = data.questions.map((question, i): ResponseRow => {
    const status = i === 0 ? 'error' : i === 1 ? 'skipped' : 'ok'
    const { pYes: _, ...bare } = answer(question, 0)
    return status === 'ok' ? answer(question, question.answer === 'Yes' ? 1 : 0) : { ...bare, status }
  })
  const model = scoreResponses(data, rows, { draws: 100 }).models[0]!
  expect(model.scalars.estimate).toMatchObject({ v: 1, accAll: 1 })
  expect(model.counts).toMatchObject({ questions: 8, scored: 6, error: 1, skipped: 1, missing: 0 })
})

test('text answers: read from the reply, v is then 0 or 1', () => {
  const texts = ['No.', '**Yes**', 'It is not clear', 'yes, it is', 'No', 'no', 'No', 'No']
  const rows = data.questions.map(({ id: questionId }, i): ResponseRow => {
    return { version: 1, questionId, model: 't', protocol: 'text', status: 'ok', text: texts[i]! }
  })
  const model = scoreResponses(data, rows, { draws: 100 }).models[0]!
  expect(model.protocol).toBe('text')
  expect(model.counts.unparsed).toBe(1)
  expect(model.scalars.estimate).toMatchObject({ accCon: 3 / 4, vCons: 1, accCtr: 1 / 2, vCtr: 1 / 2 })
})

test('a margin is applied without asking again', () => {
  const rows = data.questions.map(question => answer(question, question.answer === 'Yes' ? 1 : 0))
  const wide = scoreResponses(data, rows, { draws: 100, margin: 0.9 }).models[0]!.scalars.estimate
  expect(wide).toMatchObject({ v: 1, vCons: null, vCtr: null, delta: null })
})

test('duplicates and strangers are counted; an answer is not replaced by a later failure', () => {
  const [first] = data.questions
  const { pYes: _, ...bare } = answer(first!, 0)
  const rows: ResponseRow[] = [
    answer(first!, 0),
    { ...bare, status: 'error' },
    { ...answer(first!, 0.5), questionId: 'x' },
  ]
  const { counts, items, unmatchedIds } = joinItems(data, rows)
  expect(counts).toMatchObject({ scored: 1, missing: 7, duplicates: 1, unmatched: 1 })
  expect(unmatchedIds).toEqual(['x'])
  expect(items[0]!.value).toBe(1)
})

const whole = suiteData({ ...grid, repeats: 2 })

/** Answers by height with probability b, by depth otherwise; one coin a scene. */
test.each([0.1, 0.3, 0.6])('a planted bias of %d is covered in 89 to 99 of 100 runs, at the analytic width', bias => {
  const [height, depth] = (['height', 'oracle'] as const).map(
    name => joinItems(whole, answerBaseline(name, whole, 1)).items,
  ) as [Item[], Item[]]
  const counter = whole.scenes.filter(({ truth }) => truth.pairs[0]!.split === 'counter').length
  const widths: number[] = []
  let covered = 0
  for (let seed = 0; seed < 100; seed++) {
    const next = stream(seed, 'planted', 'bias')
    const byHeight = whole.scenes.map(() => next() < bias)
    const items = depth.map((item, i) => (byHeight[item.sceneRow] ? height[i]! : item))
    const [lo, hi] = computeScalars(items, whole.scenes.length, null, { draws: 300, seed }).ci.delta!
    if (lo <= bias && bias <= hi) covered++
    widths.push(hi - lo)
  }
  const expected = 2 * -normalQuantile(0.025) * Math.sqrt((bias * (1 - bias)) / counter)
  const mean = widths.reduce((sum, width) => sum + width, 0) / widths.length
  expect(covered).toBeGreaterThanOrEqual(89)
  expect(covered).toBeLessThanOrEqual(99)
  expect(Math.abs(mean / expected - 1)).toBeLessThan(0.2)
})
