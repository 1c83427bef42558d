import { expect, test } from 'vitest'
import grid from '../../scenes/grid.json' with { type: 'json' }
import { answerBaseline } from './baselines.ts'
import { answerBiased } from './biased-model.ts'
import { depthSentence, depthVerdict } from './depth-verdict.ts'
import { scoreResponses } from './score.ts'
import { suiteData } from './suite-data.fixture.ts'

const data = suiteData(grid)
const oracle = answerBaseline('oracle', data, 1)
const height = answerBaseline('height', data, 1)
const opposite = (rows: typeof oracle, model: string): typeof oracle =>
  rows.map(row => ({ ...row, model, ...('pYes' in row && row.pYes !== null ? { pYes: 1 - row.pYes! } : {}) }))
const biased = answerBiased(data, { name: 'biased', bias: 0.3, seed: 1, confidence: [0.9, 0.98] })
const { models } = scoreResponses(
  data,
  [
    ...oracle,
    ...height,
    ...biased,
    ...answerBaseline('random', data, 1),
    ...opposite(height, 'low'),
    ...opposite(oracle, 'liar'),
  ],
  { draws: 200 },
)

test('each verdict has its model', () => {
  expect(models.map(model => [model.name, depthVerdict(model)])).toEqual([
    ['oracle', 'even'],
    ['height', 'height'],
    ['biased', 'leans'],
    ['random', 'chance'],
    ['low', 'upside-down'],
    ['liar', 'wrong'],
  ])
})

test('one sentence for all, and a warning where a rule without depth would answer alike', () => {
  const sentence = depthSentence(models)
  expect(sentence).toContain(
    'No lean on height shows in oracle; biased leans on height; height takes “higher” for “farther”;',
  )
  expect(sentence).toMatch(
    /Even is not yet sight: oracle answers as the rule “nearer the image centre = farther” would/,
  )
  const [height] = models.filter(model => model.name === 'height')
  expect(depthSentence([height!])).toBe(
    'height (v = 1.000 where the farther object is higher, 0.000 where it is lower) takes “higher” for “farther”.',
  )
})
