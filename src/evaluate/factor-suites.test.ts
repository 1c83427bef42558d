import { expect, test } from 'vitest'
import depthGap from '../../scenes/depth-gap.json' with { type: 'json' }
import fieldOfView from '../../scenes/field-of-view.json' with { type: 'json' }
import light from '../../scenes/light.json' with { type: 'json' }
import pitch from '../../scenes/pitch.json' with { type: 'json' }
import { stream } from '../core/rng.ts'
import { answerBaseline } from './baselines.ts'
import { breakDown } from './breakdown.ts'
import { COMMON_FACTORS, fieldFactor } from './factors.ts'
import { joinItems } from './items.ts'
import { scoreResponses } from './score.ts'
import { suiteData } from './suite-data.fixture.ts'

test.each([depthGap, fieldOfView, light, pitch])('$name expands, and is scored by its own factor', suite => {
  const data = suiteData({ ...suite, repeats: 2 })
  const [factor] = suite.factors
  expect(data.factorFields).toEqual([factor!.field])
  const { breakdowns } = scoreResponses(data, answerBaseline('height', data, 1), { draws: 10 }).models[0]!
  const own = breakdowns.find(breakdown => breakdown.factor === factor!.field)!
  expect(own.groups.map(group => group.x)).toEqual(factor!.values)
  expect(own.groups.every(group => group.scenes === 2)).toBe(true)
})

test('a model that needs 2 m of depth gap: the fitted curve finds it', () => {
  const data = suiteData({ ...depthGap, repeats: 24 })
  const rows = answerBaseline('oracle', data, 1).map((row, i) => {
    const { sceneId, answer } = data.questions[i]!
    const { deltaDepthM } = data.scenes.find(scene => scene.id === sceneId)!.truth.pairs[0]!
    const skill = 1 / (1 + Math.exp(-(Math.abs(deltaDepthM) - 2) / 0.4))
    const sees = stream(1, sceneId, 'sees')() < skill
    const v = sees ? 1 : 0.5
    return { ...row, pYes: answer === 'Yes' ? v : 1 - v }
  })
  const { items } = joinItems(data, rows)
  const gap = COMMON_FACTORS.find(factor => factor.name === 'depthGapM')!
  const fit = breakDown(items, gap, { draws: 50 })!.fits!.v!
  expect(Math.abs(fit.threshold - 2)).toBeLessThan(0.25)
  expect(fit.floor).toBeCloseTo(0.5, 1)
  expect(fit.ceiling).toBeCloseTo(1, 1)
  expect(fieldFactor('objects[0].depthM').unit).toBe('m')
})
