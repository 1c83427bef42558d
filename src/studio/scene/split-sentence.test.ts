import { expect, test } from 'vitest'
import { parseScene } from '../../core/scene.ts'
import { MARGINS_DEFAULTS, sceneTruth } from '../../core/truth.ts'
import { higherOf, splitSentence } from './split-sentence.ts'

const sentence = (theta1: number, theta2: number, depth1 = 6, share = MARGINS_DEFAULTS.positionShare) => {
  const scene = parseScene({
    objects: [
      { shape: 'sphere', color: 'red', sizeM: 0.2, depthM: depth1, thetaDeg: theta1 },
      { shape: 'cube', color: 'cyan', sizeM: 0.1, depthM: 3, thetaDeg: theta2 },
    ],
  })
  const truth = sceneTruth(scene, { ...MARGINS_DEFAULTS, positionShare: share })
  return { text: splitSentence(truth, truth.pairs[0]!, share * 512), higher: higherOf(truth.pairs[0]!) }
}

test('consistent, counter, ambiguous, and no order', () => {
  // Centres: 0.8 m at 6 m is 73.2 px, 0.9 m at 3 m is 164.7 px from the middle of 512 px with a focal length of 549 px.
  expect(sentence(90, 270)).toEqual({
    text: 'The farther red sphere is 238 px higher: consistent with “far is up”.',
    higher: 1,
  })
  expect(sentence(270, 90)).toEqual({
    text: 'The farther red sphere is 238 px lower: counter to “far is up”.',
    higher: 2,
  })
  expect(sentence(0, 180)).toEqual({
    text: 'The farther red sphere is at the same height, inside the margin of 25.6 px: ambiguous, “far is up” says nothing.',
    higher: null,
  })
  expect(sentence(90, 0, 3).text).toBe(
    'The red sphere and the cyan cube are about equally far: ambiguous, “far is up” says nothing.',
  )
})

test('who is farther comes from the truth, not from the order of the list', () => {
  expect(sentence(90, 270, 2).text).toBe('The farther cyan cube is 384 px lower: counter to “far is up”.')
})

test('a wider margin turns the same scene ambiguous', () => {
  expect(sentence(90, 0).text).toContain('73 px higher: consistent')
  expect(sentence(90, 0, 6, 0.2).text).toContain('73 px higher, inside the margin of 102.4 px: ambiguous')
})
