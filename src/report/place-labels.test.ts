import { expect, test } from 'vitest'
import chains from '../../scenes/chains.json' with { type: 'json' }
import grid from '../../scenes/grid.json' with { type: 'json' }
import { type ExpandedScene, expander } from '../core/expand.ts'
import { parseSuite } from '../core/suite.ts'
import { overlap, placeLabels } from './place-labels.ts'

/** The labels of a scene as the report writes them. */
function labelsOf({ scene, truth }: ExpandedScene) {
  const labels = truth.objects.map(({ name, depthM, bboxPx }) => ({
    text: `${name} · ${depthM.toFixed(2)} m`,
    box: bboxPx,
  }))
  return { labels, picture: [scene.camera.widthPx, scene.camera.heightPx] as const }
}

test('on every scene of the grid the labels are in the picture and off each other and the other box', () => {
  const { scene } = expander(parseSuite(grid))
  for (let index = 0; index < 256; index++) {
    const { labels, picture } = labelsOf(scene(index))
    const [first, second] = placeLabels(labels, picture)
    expect(overlap(first!, second!), `scene ${index}`).toBe(0)
    expect([overlap(first!, labels[1]!.box), overlap(second!, labels[0]!.box)], `scene ${index}`).toEqual([0, 0])
    for (const place of [first!, second!]) {
      expect(overlap(place, [0, 0, ...picture]), `scene ${index}`).toBeCloseTo(place[2] * place[3], 6)
    }
  }
})

test('in crowded scenes no label covers another', () => {
  const { scene } = expander(parseSuite(chains))
  for (let index = 0; index < 200; index++) {
    const { labels, picture } = labelsOf(scene(index))
    const places = placeLabels(labels, picture)
    const covered = places.flatMap((a, i) => places.slice(i + 1).map(b => overlap(a, b)))
    expect(Math.max(0, ...covered), `scene ${index}`).toBe(0)
  }
})

test('a label stands above its box where there is room, below it at the upper edge', () => {
  expect(placeLabels([{ text: 'red', box: [100, 100, 40, 40] }], [512, 512])[0]![1]).toBeLessThan(100)
  expect(placeLabels([{ text: 'red', box: [100, 5, 40, 40] }], [512, 512])[0]![1]).toBeGreaterThan(45)
})
