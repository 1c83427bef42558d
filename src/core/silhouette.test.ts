import { describe, expect, test } from 'vitest'
import { cameraOf, project } from './camera.ts'
import type { PointPx } from './frames.ts'
import { randomScene } from './scene.fixture.ts'
import { parseScene } from './scene.ts'
import { silhouetteOf } from './silhouette.ts'
import { solidOf } from './solid.ts'
import { surfaceDepthM } from './surface.ts'

/** Area, centroid and box of what rays on a fine grid hit: knows nothing of outlines. */
function castSilhouette(scene: ReturnType<typeof randomScene>, step: number) {
  const camera = cameraOf(scene)
  const solid = solidOf(scene.objects[0]!)
  const [bx, by, bw, bh] = silhouetteOf(camera, solid).bboxPx
  let [count, sx, sy] = [0, 0, 0]
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let y = by - 3; y < by + bh + 3; y += step)
    for (let x = bx - 3; x < bx + bw + 3; x += step) {
      if (surfaceDepthM(camera, solid, [x, y]) === null) continue
      count++
      sx += x
      sy += y
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
    }
  return {
    area: count * step * step,
    centroid: [sx / count, sy / count] as PointPx,
    box: [left, top, right - left, bottom - top],
  }
}

test('area, centroid and box are those of the rays that hit, for every shape and camera', () => {
  for (let seed = 0; seed < 60; seed++) {
    const scene = randomScene(`silhouette-${seed}`, { objects: 1 })
    const { areaPx, centroidPx, bboxPx } = silhouetteOf(cameraOf(scene), solidOf(scene.objects[0]!))
    const step = Math.sqrt(areaPx) / 150
    const cast = castSilhouette(scene, step)
    const label = `seed ${seed}, ${scene.objects[0]!.shape}`
    expect(Math.abs(cast.area / areaPx - 1), label).toBeLessThan(0.01)
    for (const axis of [0, 1] as const)
      expect(Math.abs(cast.centroid[axis] - centroidPx[axis]), label).toBeLessThan(step / 2)
    for (const side of [0, 1, 2, 3] as const)
      expect(Math.abs(cast.box[side]! - bboxPx[side]), label).toBeLessThan(2.5 * step)
  }
})

test('a torus seen from above lets light through its hole, and its area says so', () => {
  const torus = { shape: 'torus', color: 'red', sizeM: 0.4, depthM: 1.2, thetaDeg: 270 }
  const scene = parseScene({ camera: { yM: 0.8, pitchDeg: -50, fovYDeg: 60 }, objects: [torus] })
  const { areaPx, centroidPx, outline } = silhouetteOf(cameraOf(scene), solidOf(scene.objects[0]!))
  const cast = castSilhouette(scene, 1)
  expect(Math.abs(cast.area / areaPx - 1)).toBeLessThan(0.01)
  expect(Math.hypot(cast.centroid[0] - centroidPx[0], cast.centroid[1] - centroidPx[1])).toBeLessThan(0.5)
  expect(outline.length).toBeGreaterThan(100)
})

describe('a sphere', () => {
  const scene = parseScene({ objects: [{ shape: 'sphere', color: 'red', sizeM: 0.3, depthM: 2, thetaDeg: 0 }] })
  const silhouette = silhouetteOf(cameraOf(scene), solidOf(scene.objects[0]!))

  test('has the closed-form box of its tangent planes', () => {
    // Planes through the camera that touch a circle of radius r around (x, d): slopes (x d ± r √(x² + d² − r²)) / (d² − r²).
    const [x, d, r, f] = [0.7, 2, 0.3, 256 / Math.tan((25 * Math.PI) / 180)]
    const root = r * Math.sqrt(x * x + d * d - r * r)
    const slopes = [(x * d - root) / (d * d - r * r), (x * d + root) / (d * d - r * r)] as const
    expect(silhouette.bboxPx[0]).toBeCloseTo(256 + f * slopes[0], 9)
    expect(silhouette.bboxPx[0] + silhouette.bboxPx[2]).toBeCloseTo(256 + f * slopes[1], 9)
  })

  test('off the axis has its silhouette centroid farther out than its projected centre', () => {
    expect(silhouette.centroidPx[0]).toBeGreaterThan(project(cameraOf(scene), [0.7, 0, -2]).px[0] + 1)
  })
})
