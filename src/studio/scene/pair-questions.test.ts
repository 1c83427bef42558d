import { expect, test } from 'vitest'
import { parseScene } from '../../core/scene.ts'
import { sceneTruth } from '../../core/truth.ts'
import { pairQuestions } from './pair-questions.ts'

const asked = (theta: readonly [number, number], depth: readonly [number, number]) => {
  const truth = sceneTruth(
    parseScene({
      objects: [
        { shape: 'sphere', color: 'red', sizeM: 0.2, depthM: depth[0], thetaDeg: theta[0] },
        { shape: 'cube', color: 'cyan', sizeM: 0.1, depthM: depth[1], thetaDeg: theta[1] },
      ],
    }),
  )
  return pairQuestions(truth, truth.pairs[0]!).map(({ id, answer, swappedAnswer }) => [id, answer, swappedAnswer])
}

test('four depth questions, and the axes that are outside their margin with both answers', () => {
  expect(asked([270, 90], [6, 3])).toEqual([
    ['scene-d1', 'No', undefined],
    ['scene-d2', 'Yes', undefined],
    ['scene-d3', 'No', undefined],
    ['scene-d4', 'Yes', undefined],
    ['vertical', 'below', 'above'],
    ['distance', 'far', 'close'],
  ])
})

test('nothing about depth is asked when the depths are equal', () => {
  expect(asked([180, 0], [3, 3])).toEqual([['horizontal', 'left', 'right']])
})
