import { expect, test } from 'vitest'
import { parseScene } from '../../core/scene.ts'
import { sceneTruth } from '../../core/truth.ts'
import { higherOf } from '../scene/split-sentence.ts'
import type { ModelAnswer } from './model-connection.ts'
import { meanRight, sweepSteps } from './sweep.ts'

const scene = parseScene({
  objects: [
    { shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 6, thetaDeg: 270 },
    { shape: 'cube', color: 'cyan', sizeM: 0.1, depthM: 3, thetaDeg: 180 },
  ],
})

test('a sweep of θ has the 16 angles and four questions each, and moves one object only', () => {
  const steps = sweepSteps(scene, 0, 'thetaDeg')
  expect(steps.map(step => step.value)).toEqual(Array.from({ length: 16 }, (_, k) => k * 22.5))
  expect(steps.every(step => step.questions.length === 4 && step.scene.objects[1] === scene.objects[1])).toBe(true)
  expect(steps.find(step => step.value === 90)!.split).toBe('consistent')
  expect(steps.find(step => step.value === 270)!.split).toBe('counter')
})

test('a sweep of depth leaves out what is as far as the other object, and what does not fit', () => {
  const values = sweepSteps(scene, 0, 'depthM').map(step => step.value)
  expect(values).not.toContain(3)
  expect(values).toContain(3.75)
  const short = { ...scene, tunnel: { ...scene.tunnel, lengthM: 7 } }
  expect(Math.max(...sweepSteps(short, 0, 'depthM').map(step => step.value))).toBeLessThanOrEqual(6.8)
})

test('who answers by height has v = 1 on consistent scenes and 0 on counter ones', () => {
  for (const { scene: swept, split, questions } of sweepSteps(scene, 0, 'thetaDeg')) {
    if (split === 'ambiguous') continue
    const truth = sceneTruth(swept)
    const higher = truth.objects[higherOf(truth.pairs[0]!)! - 1]!.name
    const answers = questions.map(({ text }): ModelAnswer => {
      const saysYes = text.startsWith(`Is the ${higher}`) === text.includes('farther')
      return { kind: 'answered', pYes: saysYes ? 1 : 0, text: '', right: false }
    })
    expect(meanRight(questions, answers)).toBe(split === 'consistent' ? 1 : 0)
  }
})

test('failures are left out, and without any answer there is no value', () => {
  const { questions } = sweepSteps(scene, 0, 'thetaDeg')[0]!
  const failed: ModelAnswer = { kind: 'failed', why: '' }
  expect(meanRight(questions, [failed, failed, failed, failed])).toBeNull()
  const said: ModelAnswer = { kind: 'answered', pYes: null, text: 'No', right: true }
  expect(meanRight(questions, [failed, said, failed, failed])).toBe(1)
})
