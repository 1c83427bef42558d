import { expect, test } from 'vitest'
import contrastive from '../../scenes/contrastive.json' with { type: 'json' }
import grid from '../../scenes/grid.json' with { type: 'json' }
import phase from '../../scenes/phase.json' with { type: 'json' }
import size from '../../scenes/size.json' with { type: 'json' }
import { answerBaseline, type TruthBaseline } from './baselines.ts'
import type { EvaluationData } from './evaluation-data.ts'
import { joinItems } from './items.ts'
import { computeScalars } from './scalars.ts'
import { sizeEnds } from './size-series.ts'
import { suiteData } from './suite-data.fixture.ts'

const phaseData = suiteData(phase)
const gridData = suiteData(grid)
const sizeData = suiteData({ ...size, repeats: 25 })
const scalars = (data: EvaluationData, name: TruthBaseline) =>
  computeScalars(itemsOf(data, name), data.scenes.length, sizeEnds(data.scenes), { draws: 500 })
const itemsOf = (data: EvaluationData, name: TruthBaseline) => joinItems(data, answerBaseline(name, data, 1)).items

test('height on phase: always right on consistent scenes, always wrong on counter', () => {
  const { estimate, ci } = scalars(phaseData, 'height')
  expect(estimate).toMatchObject({ vCons: 1, vCtr: 0, delta: 1, accCon: 1, accCtr: 0, accDelta: 1 })
  expect(ci.delta).toEqual([1, 1])
})

test('size on phase: about .59 by shape, and no Δ', () => {
  const { estimate, ci } = scalars(phaseData, 'size')
  expect(Math.abs(estimate.v! - 0.59)).toBeLessThan(0.01)
  expect(ci.delta![0]).toBeLessThan(0)
  expect(ci.delta![1]).toBeGreaterThan(0)
})

test('size on the size series: right where the farther object is smaller, wrong where it is larger', () => {
  const { estimate, ci } = scalars(sizeData, 'size')
  expect(estimate).toMatchObject({ vS1Small: 1, vS1Large: 0, deltaS: 1 })
  expect(ci.deltaS).toEqual([1, 1])
})

test('height has no size effect: Δs covers 0', () => {
  const { ci } = scalars(sizeData, 'height')
  expect(ci.deltaS![0]).toBeLessThanOrEqual(0)
  expect(ci.deltaS![1]).toBeGreaterThanOrEqual(0)
})

test.each(['oracle', 'radial'] as const)('%s is right in every scene of the paper’s geometry', name => {
  for (const data of [phaseData, sizeData]) {
    expect(scalars(data, name).estimate).toMatchObject({ v: 1, accAll: 1, delta: 0 })
  }
})

test('the coin of a question does not depend on the others, nor on the order', () => {
  const all = answerBaseline('random', gridData, 7)
  const backwards = answerBaseline('random', { ...gridData, questions: gridData.questions.toReversed() }, 7)
  expect(backwards.toReversed()).toEqual(all)
  expect(all.map(row => row.pYes)).not.toEqual(answerBaseline('random', gridData, 8).map(row => row.pYes))
})

test('random: the interval of v covers one half in 89 to 99 of 100 seeds', () => {
  const covered = Array.from({ length: 100 }, (_, seed) => {
    const { items } = joinItems(gridData, answerBaseline('random', gridData, seed))
    const [lo, hi] = computeScalars(items, gridData.scenes.length, null, { draws: 400, seed }).ci.v!
    return lo <= 0.5 && hi >= 0.5
  }).filter(Boolean).length
  expect(covered).toBeGreaterThanOrEqual(89)
  expect(covered).toBeLessThanOrEqual(99)
})

test('shortcuts say one half where their cue is equal', () => {
  const level = gridData.scenes.find(({ truth }) => Math.abs(truth.pairs[0]!.deltaYPx) < 1)!
  const rows = answerBaseline('height', gridData, 1).filter(row => row.questionId.startsWith(level.id))
  expect(rows.map(row => row.pYes)).toEqual([0.5, 0.5, 0.5, 0.5])
})

test('contrastive questions: shortcuts read left and above well, and fail only on depth', () => {
  const data = suiteData(contrastive, 240)
  const correctBy = (name: 'oracle' | 'height', axis: string) => {
    const answers = itemsOf(data, name).filter(item => item.question.axis === axis)
    return answers.reduce((sum, item) => sum + item.correct!, 0) / answers.length
  }
  expect(['horizontal', 'vertical', 'distance'].map(axis => correctBy('oracle', axis))).toEqual([1, 1, 1])
  expect(['horizontal', 'vertical'].map(axis => correctBy('height', axis))).toEqual([1, 1])
  expect(correctBy('height', 'distance')).toBe(0.5)
})
