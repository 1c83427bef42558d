import { expect, test } from 'vitest'
import { choice, stream, uniform } from '../../core/rng.ts'
import { parseScene } from '../../core/scene.ts'
import { centerPxOf, depthRangeM, placeAtPixel } from './drag-on-surface.ts'

const randomScene = (seed: number) => {
  const next = stream(seed, 'drag', 'scene')
  return parseScene({
    camera: {
      widthPx: choice(next, [256, 512, 640]),
      fovYDeg: uniform(next, 30, 80),
      xM: uniform(next, -0.3, 0.3),
      yM: uniform(next, -0.3, 0.3),
      yawDeg: uniform(next, -10, 10),
      pitchDeg: uniform(next, -10, 10),
      rollDeg: uniform(next, -180, 180),
    },
    objects: [
      {
        shape: choice(next, ['sphere', 'cube', 'torus']),
        color: 'red',
        sizeM: uniform(next, 0.05, 0.3),
        depthM: uniform(next, 2.5, 18),
        thetaDeg: uniform(next, 0, 360),
        yawDeg: uniform(next, -45, 45),
        insetM: uniform(next, 0, 0.1),
      },
    ],
  })
}

test('placing at the pixel where the centre is seen gives the place back (200 scenes)', () => {
  for (let seed = 0; seed < 200; seed++) {
    const scene = randomScene(seed)
    const [object] = scene.objects
    const place = placeAtPixel(scene, 0, centerPxOf(scene, 0))
    expect(place, `seed ${seed}`).not.toBeNull()
    expect.soft(place!.depthM, `seed ${seed}`).toBeCloseTo(object!.depthM, 6)
    expect.soft(place!.thetaDeg, `seed ${seed}`).toBeCloseTo(object!.thetaDeg, 6)
  }
})

test('a placed object is seen at the pixel asked for, as long as its depth is not held', () => {
  for (let seed = 0; seed < 100; seed++) {
    const scene = randomScene(seed)
    const next = stream(seed, 'drag', 'pixel')
    const px = [uniform(next, 0, scene.camera.widthPx), uniform(next, 0, scene.camera.heightPx)] as const
    const place = placeAtPixel(scene, 0, px)
    const [lo, hi] = depthRangeM(scene, 0)
    if (!place || place.depthM === lo || place.depthM === hi) continue
    const moved = { ...scene, objects: [{ ...scene.objects[0]!, ...place }] }
    expect.soft(centerPxOf(moved, 0)[0], `seed ${seed}`).toBeCloseTo(px[0], 4)
    expect.soft(centerPxOf(moved, 0)[1], `seed ${seed}`).toBeCloseTo(px[1], 4)
  }
})

test('the vanishing point is the far end, never infinity', () => {
  const scene = parseScene({ objects: [{ shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 6, thetaDeg: 90 }] })
  expect(placeAtPixel(scene, 0, [256, 256.0001])).toMatchObject({ depthM: 19.8 })
  expect(placeAtPixel(scene, 0, [256, 256])).toBeNull()
})
