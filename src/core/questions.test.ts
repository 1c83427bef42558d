import { expect, test } from 'vitest'
import { depthQuestions, questionsOf } from './questions.ts'
import { randomScene, twoObjects } from './scene.fixture.ts'
import { sceneTruth } from './truth.ts'

test("the paper's four questions (C.2), word for word, and their answers", () => {
  const truth = sceneTruth(twoObjects(270, 90))
  const rows = depthQuestions({ sceneId: 'grid-000001', index: 1, image: 'images/grid-000001.png', truth })
  expect(rows.map(row => [row.id, row.text, row.answer, row.category, row.pairId])).toEqual([
    ['grid-000001-d1', 'Is the red sphere closer to the camera than the blue cube?', 'No', 'far', 'grid-000001-d12'],
    ['grid-000001-d2', 'Is the blue cube closer to the camera than the red sphere?', 'Yes', 'close', 'grid-000001-d12'],
    [
      'grid-000001-d3',
      'Is the blue cube farther from the camera than the red sphere?',
      'No',
      'close',
      'grid-000001-d34',
    ],
    [
      'grid-000001-d4',
      'Is the red sphere farther from the camera than the blue cube?',
      'Yes',
      'far',
      'grid-000001-d34',
    ],
  ])
  expect(new Set(rows.map(row => row.split))).toEqual(new Set(['counter']))
})

test('answers come from truth, not from the order of the objects; the two of a pair always differ', () => {
  for (let seed = 0; seed < 100; seed++) {
    const scene = randomScene(seed, { objects: 4 })
    const truth = sceneTruth(scene)
    const rows = questionsOf({ sceneId: 's', index: 0, image: 'i', truth }, ['depth'])
    expect(rows.length, `seed ${seed}`).toBe(4 * truth.pairs.filter(pair => !pair.depthOrderAmbiguous).length)
    expect(new Set(rows.map(row => row.id)).size, `seed ${seed}`).toBe(rows.length)
    for (const row of rows) {
      const [first, second] = truth.objects
        .filter(object => row.text.includes(object.name))
        .sort((a, b) => row.text.indexOf(a.name) - row.text.indexOf(b.name))
      if (!first || !second || truth.objects.filter(object => object.name === first.name).length > 1) continue
      if (truth.objects.filter(object => object.name === second.name).length > 1) continue
      const closer = first.depthM < second.depthM
      expect(row.answer, `seed ${seed}: ${row.text}`).toBe(closer === row.text.includes('closer') ? 'Yes' : 'No')
      const partner = rows.find(other => other.pairId === row.pairId && other.id !== row.id)!
      expect(partner.answer).not.toBe(row.answer)
    }
  }
})
