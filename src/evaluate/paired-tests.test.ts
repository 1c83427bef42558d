import { expect, test } from 'vitest'
import grid from '../../scenes/grid.json' with { type: 'json' }
import { stream } from '../core/rng.ts'
import { answerBaseline } from './baselines.ts'
import { type JoinedItems, joinItems } from './items.ts'
import { comparePaired } from './paired-tests.ts'
import { suiteData } from './suite-data.fixture.ts'

const data = suiteData(grid)

/** Right with probability `skill`, a coin a scene. */
function model(name: string, skill: number): { name: string; joined: JoinedItems } {
  const rows = answerBaseline('oracle', data, 1).map((row, i) => {
    const right = stream(name, data.questions[i]!.sceneId, 'skill')() < skill
    return { ...row, model: name, pYes: right ? row.pYes! : 1 - row.pYes! }
  })
  return { name, joined: joinItems(data, rows) }
}

test('a difference is found, none is not invented, and Holm keeps the order', () => {
  const tests = comparePaired([model('a', 0.9), model('b', 0.5), model('c', 0.5)], { swaps: 2000 })
  const v = tests.filter(item => item.metric === 'v')
  expect(v.map(({ a, b }) => a + b)).toEqual(['ab', 'ac', 'bc'])
  expect(v[0]).toMatchObject({ scenes: 256, p: 1 / 2001 })
  expect(v[0]!.difference).toBeGreaterThan(0.3)
  expect(v[0]!.pHolm).toBeCloseTo(3 / 2001, 12)
  expect(v[2]!.p).toBeGreaterThan(0.05)
  expect(v[2]!.pHolm).toBe(v[2]!.p)
})

test('p is uniform when the models are the same: 5 % of pairs fall under .05', () => {
  const models = Array.from({ length: 14 }, (_, i) => model(`m${i}`, 0.6))
  const ps = comparePaired(models, { swaps: 200 })
    .filter(item => item.metric === 'v')
    .map(item => item.p!)
  const share = ps.filter(p => p < 0.05).length / ps.length
  expect(ps).toHaveLength(91)
  expect(share).toBeLessThan(0.12)
  expect(ps.reduce((sum, p) => sum + p, 0) / ps.length).toBeGreaterThan(0.4)
})

test('only questions that both answered count', () => {
  const [a, b] = [model('a', 1), model('b', 0)]
  const half = { ...b, joined: { ...b.joined, items: b.joined.items.slice(0, 100) } }
  const [first] = comparePaired([a, half], { swaps: 100 })
  expect(first!.scenes).toBe(25)
  expect(first!.difference).toBeCloseTo(1, 12)
})
