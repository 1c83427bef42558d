import { expect, test } from 'vitest'
import { depthQuestions } from '../../core/questions.ts'
import { parseScene } from '../../core/scene.ts'
import { type Split, sceneTruth } from '../../core/truth.ts'
import type { BrowsedScene } from '../dataset/loaded-dataset.ts'
import { exampleDataset } from '../dataset/suite-dataset.ts'
import { flipScene, mirrorScene, swapDepths } from '../store/edits.ts'
import { counterfactuals, twinFinder } from './counterfactuals.ts'

const scene = parseScene({
  light: { sunRotationRad: 4.5 },
  objects: [
    { shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 6, thetaDeg: 67.5 },
    { shape: 'cube', color: 'cyan', sizeM: 0.1, depthM: 3, thetaDeg: 202.5 },
  ],
})
const browsed = (of: typeof scene, id = 'x-000000', index = 0): BrowsedScene => ({
  id,
  index,
  scene: of,
  truth: sceneTruth(of),
  row: null,
})
const [question] = depthQuestions({ sceneId: 'x-000000', index: 0, image: '', truth: sceneTruth(scene) })

test('mirror keeps the split and the answer, flip turns the split, swap the answer', () => {
  const found = counterfactuals(browsed(scene), question!, () => null)
  expect(
    found.map(({ kind, question, truth, cell }) => [
      kind,
      question?.answer,
      truth.pairs[0]!.split satisfies Split,
      cell,
    ]),
  ).toEqual([
    ['mirror', 'No', 'consistent', '112.5,337.5'],
    ['flip', 'No', 'counter', '292.5,157.5'],
    ['swap', 'Yes', 'counter', '202.5,67.5'],
  ])
  for (const item of found) expect(item.question!.text).toBe(question!.text)
})

test('a twin is the very scene, whatever the order of its objects; another colour is none', () => {
  const edits = [mirrorScene, flipScene, swapDepths(0, 1)]
  const twins = edits.map((edit, i) => browsed(edit(scene), `x-00000${i + 1}`, i + 1))
  const reordered = twins.map(twin =>
    browsed({ ...twin.scene, objects: twin.scene.objects.toReversed() }, twin.id, twin.index),
  )
  const dataset = { name: 'x', files: null, manifest: null, factorFields: [], questions: new Map(), scenes: reordered }
  const found = counterfactuals(browsed(scene), question!, twinFinder(dataset))
  expect(found.map(item => item.twin?.id)).toEqual(['x-000001', 'x-000002', 'x-000003'])
  const painted = reordered.map(twin => ({
    ...twin,
    scene: { ...twin.scene, objects: twin.scene.objects.map(object => ({ ...object, color: 'green' as const })) },
  }))
  const none = counterfactuals(browsed(scene), question!, twinFinder({ ...dataset, scenes: painted }))
  expect(none.map(item => item.twin)).toEqual([null, null, null])
})

test('every scene of the grid has three, in the suite’s own cells', async () => {
  const { scenes, questions } = await exampleDataset()
  for (const row of scenes.slice(0, 64)) {
    const found = counterfactuals(row, questions.get(row.id)![0]!, () => null)
    expect(found.map(item => item.kind)).toEqual(['mirror', 'flip', 'swap'])
    for (const { cell } of found) for (const angle of cell!.split(',')) expect(Number(angle) % 22.5).toBe(0)
  }
})
