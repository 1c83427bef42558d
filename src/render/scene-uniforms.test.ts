import { expect, test } from 'vitest'
import { cameraOf } from '../core/camera.ts'
import { SHAPES } from '../core/palette.ts'
import { stream } from '../core/rng.ts'
import { parseScene, type Scene } from '../core/scene.ts'
import { silhouetteOf } from '../core/silhouette.ts'
import { solidOf } from '../core/solid.ts'
import { packScene } from './scene-uniforms.ts'

function randomScene(seed: number): Scene {
  const random = stream(seed, 'scene-uniforms', 'scene')
  const between = (lo: number, hi: number): number => lo + random() * (hi - lo)
  return parseScene({
    version: 1,
    camera: {
      widthPx: Math.round(between(64, 640)),
      heightPx: Math.round(between(64, 640)),
      fovYDeg: between(30, 80),
      xM: between(-0.4, 0.4),
      yM: between(-0.4, 0.4),
      yawDeg: between(-10, 10),
      pitchDeg: between(-10, 10),
      rollDeg: between(-180, 180),
    },
    objects: Array.from({ length: 1 + Math.floor(random() * 8) }, () => ({
      shape: SHAPES[Math.floor(random() * SHAPES.length)],
      color: 'red',
      sizeM: between(0.05, 0.3),
      depthM: between(2, 12),
      thetaDeg: between(0, 359),
      yawDeg: between(-180, 180),
    })),
  })
}

test('rectangles hold the silhouettes, and are tight for spheres and cubes', () => {
  for (let seed = 0; seed < 120; seed++) {
    const scene = randomScene(seed)
    const camera = cameraOf(scene)
    for (const { id, shape, box } of packScene(scene).objects) {
      const [x, y, width, height] = silhouetteOf(camera, solidOf(scene.objects[id - 1]!)).bboxPx
      if (!box) {
        const outside = x > camera.widthPx || y > camera.heightPx || x + width < 0 || y + height < 0
        expect(outside, `seed ${seed}`).toBe(true)
        continue
      }
      const clip = (value: number, most: number): number => Math.min(most, Math.max(0, value))
      const sides = [
        clip(x, camera.widthPx) - box[0],
        clip(y, camera.heightPx) - box[1],
        box[2] - clip(x + width, camera.widthPx),
        box[3] - clip(y + height, camera.heightPx),
      ]
      for (const side of sides) {
        expect(side, `seed ${seed}`).toBeGreaterThanOrEqual(-1e-6)
        if (shape === 'sphere' || shape === 'cube') expect(side, `seed ${seed}`).toBeLessThanOrEqual(2)
      }
    }
  }
})

test('objects are sorted by shape and keep their place in the scene as id', () => {
  for (let seed = 0; seed < 20; seed++) {
    const scene = randomScene(seed)
    const packed = packScene(scene)
    const order = packed.objects.map(object => SHAPES.indexOf(object.shape))
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(packed.objects.map(object => object.id).sort()).toEqual(scene.objects.map((_, k) => k + 1))
    for (const { id, shape } of packed.objects) expect(scene.objects[id - 1]!.shape).toBe(shape)
  }
})

test('clusters are mutual', () => {
  for (let seed = 0; seed < 50; seed++) {
    const { objects } = packScene(randomScene(seed))
    objects.forEach((object, k) => {
      for (const other of object.cluster) expect(objects[other]!.cluster).toContain(k)
      if (object.box) expect(object.cluster).toContain(k)
    })
  }
})
