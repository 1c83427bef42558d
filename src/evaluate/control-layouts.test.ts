import { expect, test } from 'vitest'
import radialControl from '../../scenes/radial-control.json' with { type: 'json' }
import { answerBaseline, SHORTCUTS } from './baselines.ts'
import { CONTROL_FIELDS, controlLayouts } from './control-layouts.ts'
import { groupBy } from './group-by.ts'
import { joinItems } from './items.ts'
import { computeScalars, sceneMeans } from './scalars.ts'
import { suiteData } from './suite-data.fixture.ts'

const data = suiteData(radialControl)
const itemsOf = (name: (typeof SHORTCUTS)[number]) => joinItems(data, answerBaseline(name, data, 1)).items

test('the suite’s layouts are those of the design', () => {
  const [factor] = radialControl.factors
  expect(factor!.fields).toEqual(CONTROL_FIELDS)
  expect(factor!.values).toEqual(controlLayouts(radialControl.seed, 16))
})

test.each(SHORTCUTS)('%s scores one half on the control suite', name => {
  const { estimate } = computeScalars(itemsOf(name), data.scenes.length, null, { draws: 10 })
  expect(Math.abs(estimate.v! - 0.5)).toBeLessThanOrEqual(0.01)
  expect(data.scenes).toHaveLength(256)
})

test('all eight combinations of right and wrong occur equally often', () => {
  const means = SHORTCUTS.map(name => sceneMeans(itemsOf(name)))
  const combinations = groupBy(data.scenes.keys(), row => means.map(mean => mean.get(row)).join(''))
  expect([...combinations.keys()].sort()).toEqual(['000', '001', '010', '011', '100', '101', '110', '111'])
  for (const rows of combinations.values()) expect(rows).toHaveLength(32)
})

test('no scene is ambiguous, and half are consistent', () => {
  const splits = groupBy(data.scenes, scene => scene.truth.pairs[0]!.split)
  expect([splits.get('consistent')?.length, splits.get('counter')?.length, splits.size]).toEqual([128, 128, 2])
})
