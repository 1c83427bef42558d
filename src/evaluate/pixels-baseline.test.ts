import { expect, test } from 'vitest'
import contrastive from '../../scenes/contrastive.json' with { type: 'json' }
import grid from '../../scenes/grid.json' with { type: 'json' }
import { answerBaseline } from './baselines.ts'
import { findObjects } from './find-objects.ts'
import { paintScene } from './painted-scene.fixture.ts'
import { answerFromPixels } from './pixels-baseline.ts'
import { suiteData } from './suite-data.fixture.ts'

const data = suiteData(grid)
const questionsOf = (sceneId: string) => data.questions.filter(question => question.sceneId === sceneId)

test('it agrees with height on consistent and counter scenes', () => {
  const height = new Map(answerBaseline('height', data, 1).map(row => [row.questionId, row.pYes]))
  // Every third: painting takes longer than looking.
  const decided = data.scenes.filter(({ index, truth }) => index % 3 === 0 && truth.pairs[0]!.split !== 'ambiguous')
  const disagreeing = decided.flatMap(scene =>
    answerFromPixels(paintScene(scene), questionsOf(scene.id)).filter(row => row.pYes !== height.get(row.questionId)),
  )
  expect(disagreeing).toEqual([])
})

test('two objects of one colour are told apart by shape', () => {
  const alike = data.scenes.filter(({ scene: { objects } }) => objects[0]!.color === objects[1]!.color)
  expect(alike.length).toBeGreaterThan(5)
  for (const scene of alike) {
    const found = findObjects(paintScene(scene), scene.scene.objects)
    for (const { name, centerPx } of scene.truth.objects) {
      const place = found.find(object => object.name === name)!.centerPx
      expect(Math.hypot(place[0] - centerPx[0], place[1] - centerPx[1])).toBeLessThan(12)
    }
  }
})

test('with two pictures exchanged the answers follow the pictures', () => {
  const scene = data.scenes.find(({ truth }) => truth.pairs[0]!.split === 'consistent')!
  const upsideDown = {
    ...scene,
    truth: {
      ...scene.truth,
      objects: scene.truth.objects.map(object => {
        const [left, top, width, height] = object.bboxPx
        return { ...object, bboxPx: [left, 512 - top - height, width, height] as const }
      }),
    },
  }
  const questions = questionsOf(scene.id)
  const [own, other] = [scene, upsideDown].map(({ truth }) =>
    answerFromPixels(paintScene({ ...scene, truth }), questions).map(row => row.pYes!),
  )
  expect(own!.every(pYes => pYes === 0 || pYes === 1)).toBe(true)
  expect(other).toEqual(own!.map(pYes => 1 - pYes))
})

test('what is not in the picture is not guessed', () => {
  const [a, b] = [data.scenes[0]!, data.scenes[5]!]
  const rows = answerFromPixels(paintScene({ ...a, truth: { ...a.truth, objects: [] } }), questionsOf(b.id))
  expect(rows.map(row => row.pYes)).toEqual([0.5, 0.5, 0.5, 0.5])
})

test('contrastive questions are answered by place', () => {
  const words = suiteData(contrastive, 24)
  for (const scene of words.scenes) {
    const questions = words.questions.filter(question => question.sceneId === scene.id)
    const rows = answerFromPixels(paintScene(scene), questions)
    for (const [i, { axis, answer }] of questions.entries()) {
      if (axis !== 'distance') expect([rows[i]!.text, scene.id]).toEqual([answer, scene.id])
    }
  }
})
