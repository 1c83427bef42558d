import { expect, test } from 'vitest'
import grid from '../../scenes/grid.json' with { type: 'json' }
import size from '../../scenes/size.json' with { type: 'json' }
import { answerBaseline, type TruthBaseline } from './baselines.ts'
import { breakDown } from './breakdown.ts'
import { COMMON_FACTORS, fieldFactor } from './factors.ts'
import { joinItems } from './items.ts'
import { suiteData } from './suite-data.fixture.ts'

const gridData = suiteData(grid)
const items = (name: TruthBaseline, data = gridData) => joinItems(data, answerBaseline(name, data, 1)).items
const factor = (name: string) => COMMON_FACTORS.find(candidate => candidate.name === name)!
const quick = { draws: 100 }

test('every question is in one group of each factor, and factors without levels drop out', () => {
  const all = items('oracle')
  const found = COMMON_FACTORS.flatMap(candidate => breakDown(all, candidate, quick) ?? [])
  expect(found.map(({ factor: name }) => name)).toEqual([
    'template',
    'answer',
    'shapes',
    'fartherColor',
    'nearerColor',
    'fartherPlace',
    'nearerPlace',
    'areaRatio',
  ])
  for (const { groups } of found) expect(groups.reduce((sum, group) => sum + group.questions, 0)).toBe(1024)
})

test('the size shortcut is driven by shape: a cube in front of a sphere looks larger', () => {
  const { groups } = breakDown(items('size'), factor('shapes'), quick)!
  const v = Object.fromEntries(groups.map(group => [group.label, group.estimate.v!]))
  expect(v['sphere behind cube']).toBeGreaterThan(v['cube behind sphere']! + 0.3)
})

test('height is right where the nearer object is on the floor, wrong where it is on the ceiling', () => {
  const { groups } = breakDown(items('height'), factor('nearerPlace'), quick)!
  const v = Object.fromEntries(groups.map(group => [group.label, group.estimate.v!]))
  expect(v.lower).toBe(1)
  expect(v.upper).toBe(0)
})

test('a size series as a field gives the size curve, and a falling psychometric fit', () => {
  const data = suiteData({ ...size, repeats: 20 })
  const { groups, unit, fits } = breakDown(items('size', data), fieldFactor('objects[0].sizeM'), quick)!
  expect(unit).toBe('m')
  expect(groups.map(group => group.x)).toEqual([0.1, 0.12, 0.14, 0.16, 0.18, 0.2, 0.22, 0.24, 0.26, 0.28, 0.3])
  expect(groups[0]!.estimate.v).toBe(1)
  expect(groups.at(-1)!.estimate.v).toBe(0)
  expect(fits!.v!.ceiling).toBeLessThan(fits!.v!.floor)
  // The two look equally large at twice the depth and twice the size: s1 / s2 = 2, so s1 = 0.267 for like shapes.
  expect(fits!.v!.threshold).toBeGreaterThan(0.2)
  expect(fits!.v!.threshold).toBeLessThan(0.28)
})

test('continuous levels are binned evenly', () => {
  const { groups } = breakDown(items('oracle'), factor('areaRatio'), quick)!
  expect(groups).toHaveLength(6)
  for (const group of groups) expect(Math.abs(group.scenes - 256 / 6)).toBeLessThan(3)
})

test('a field that does not exist is refused', () => {
  expect(() => fieldFactor('camera.no such field')).toThrow()
})
