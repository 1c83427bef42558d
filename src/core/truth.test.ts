import { expect, test } from 'vitest'
import { TUNNEL_ANGLES_DEG } from './frames.ts'
import { mirrored, randomScene, twoObjects } from './scene.fixture.ts'
import { parseScene } from './scene.ts'
import { MARGINS_DEFAULTS, sceneTruth, splitAt } from './truth.ts'

const SWAPPED = { left: 'right', right: 'left', above: 'below', below: 'above', far: 'close', close: 'far' } as const
const swapped = (relation: keyof typeof SWAPPED | 'undetermined') =>
  relation === 'undetermined' ? relation : SWAPPED[relation]

test('naming the objects in the other order turns every relation round and leaves the splits', () => {
  for (let seed = 0; seed < 150; seed++) {
    const scene = randomScene(seed)
    const pair = sceneTruth(scene).pairs[0]!
    const other = sceneTruth({ ...scene, objects: [...scene.objects].reverse() }).pairs[0]!
    expect(other, `seed ${seed}`).toEqual({
      ...pair,
      horizontal: swapped(pair.horizontal),
      vertical: swapped(pair.vertical),
      distance: swapped(pair.distance),
      farther: pair.farther === null ? null : 3 - pair.farther,
      deltaXPx: -pair.deltaXPx,
      deltaYPx: -pair.deltaYPx,
      deltaDepthM: -pair.deltaDepthM,
      deltaDistanceM: -pair.deltaDistanceM,
    })
  }
})

test('a mirrored scene has the mirrored truth: left and right change places, nothing else', () => {
  for (let seed = 0; seed < 150; seed++) {
    const scene = randomScene(seed, { objects: 3 })
    const [truth, image] = [sceneTruth(scene), sceneTruth(mirrored(scene))]
    truth.pairs.forEach((pair, i) => {
      const other = image.pairs[i]!
      const label = `seed ${seed}, pair ${i}`
      expect(other.horizontal, label).toBe(swapped(pair.horizontal))
      for (const key of ['vertical', 'distance', 'split', 'sizeSplit', 'farther'] as const)
        expect(other[key], `${label}, ${key}`).toBe(pair[key])
      expect(other.deltaXPx, label).toBeCloseTo(-pair.deltaXPx, 8)
      expect(other.deltaYPx, label).toBeCloseTo(pair.deltaYPx, 8)
    })
    truth.objects.forEach((object, i) => {
      const other = image.objects[i]!
      expect(other.centerPx[0]).toBeCloseTo(scene.camera.widthPx - object.centerPx[0], 8)
      expect(other.silhouetteCentroidPx[0]).toBeCloseTo(scene.camera.widthPx - object.silhouetteCentroidPx[0], 5)
      expect(other.silhouetteAreaPx).toBeCloseTo(object.silhouetteAreaPx, 3)
    })
  }
})

test('the split follows the two centres and nothing else', () => {
  const of = (theta1: number, theta2: number) => sceneTruth(twoObjects(theta1, theta2)).pairs[0]!
  expect(of(90, 270)).toMatchObject({ split: 'consistent', farther: 1, vertical: 'above', distance: 'far' })
  expect(of(270, 90)).toMatchObject({ split: 'counter', farther: 1, vertical: 'below' })
  expect(of(0, 180)).toMatchObject({
    split: 'ambiguous',
    horizontal: 'right',
    vertical: 'undetermined',
    fartherHigherByPx: 0,
  })
})

test('over the 256 angles consistent and counter are equal in number, whatever the margin', () => {
  for (const marginShare of [0, 0.02, 0.05, 0.1, 0.3]) {
    const counts = { consistent: 0, counter: 0, ambiguous: 0 }
    for (const theta1 of TUNNEL_ANGLES_DEG)
      for (const theta2 of TUNNEL_ANGLES_DEG) {
        const { fartherHigherByPx } = sceneTruth(twoObjects(theta1, theta2)).pairs[0]!
        counts[splitAt(fartherHigherByPx!, 512, marginShare)]++
      }
    if (marginShare === 0.05) expect(counts).toEqual({ consistent: 116, counter: 116, ambiguous: 24 })
    if (marginShare > 0) expect(counts.consistent, `margin ${marginShare}`).toBe(counts.counter)
    expect(counts.consistent + counts.counter + counts.ambiguous).toBe(256)
  }
})

test('apparent size: a farther object that looks larger is a counter example', () => {
  const of = (size1: number, size2: number) => {
    const scene = parseScene({
      objects: [
        { shape: 'sphere', color: 'red', sizeM: size1, depthM: 6, thetaDeg: 0 },
        { shape: 'sphere', color: 'blue', sizeM: size2, depthM: 3, thetaDeg: 180 },
      ],
    })
    return sceneTruth(scene).pairs[0]!.sizeSplit
  }
  expect([of(0.1, 0.3), of(0.3, 0.1), of(0.2, 0.1)]).toEqual(['consistent', 'counter', 'ambiguous'])
})

test('where depth and distance disagree the order is ambiguous and no split is claimed', () => {
  // 3.1 m deep near the axis against 3.0 m deep in a corner: the corner is farther as the crow flies.
  const scene = parseScene({
    objects: [
      { shape: 'sphere', color: 'red', sizeM: 0.1, depthM: 3.1, thetaDeg: 90, insetM: 0.85 },
      { shape: 'sphere', color: 'blue', sizeM: 0.1, depthM: 3, thetaDeg: 225 },
    ],
  })
  expect(sceneTruth(scene).pairs[0]).toMatchObject({
    depthOrderAmbiguous: true,
    distance: 'undetermined',
    farther: null,
    fartherHigherByPx: null,
    split: 'ambiguous',
    sizeSplit: 'ambiguous',
  })
})

test('margins are those of the argument', () => {
  const scene = twoObjects(67.5, 45)
  const [strict, loose] = [0.2, 0.001].map(positionShare => sceneTruth(scene, { ...MARGINS_DEFAULTS, positionShare }))
  expect(strict!.pairs[0]!.vertical).toBe('undetermined')
  expect(loose!.pairs[0]!.vertical).not.toBe('undetermined')
})

test('horizon and vanishing point: in the middle for the level camera, lower in the image for one that looks up', () => {
  expect(sceneTruth(twoObjects(0, 180))).toMatchObject({ horizonYPx: 256, vanishingPointPx: [256, 256] })
  const up = sceneTruth(twoObjects(0, 180, { camera: { pitchDeg: 5 } }))
  expect(up.horizonYPx).toBeCloseTo(256 + (256 / Math.tan((25 * Math.PI) / 180)) * Math.tan((5 * Math.PI) / 180), 8)
  expect(up.vanishingPointPx![1]).toBeCloseTo(up.horizonYPx!, 8)
})
