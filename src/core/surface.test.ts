import { expect, test } from 'vitest'
import { cameraOf, project, unproject } from './camera.ts'
import { randomScene } from './scene.fixture.ts'
import { distanceToSurfaceM, solidOf, supportM } from './solid.ts'
import { surfaceDepthM } from './surface.ts'
import { nearestDepthM } from './truth.ts'

test('the point that a ray hits lies on the surface, and nothing of the solid lies before it', () => {
  for (let seed = 0; seed < 400; seed++) {
    const scene = randomScene(`surface-${seed}`, { objects: 1 })
    const [camera, solid] = [cameraOf(scene), solidOf(scene.objects[0]!)]
    const { px } = project(camera, solid.centerM)
    const reachPx = (camera.focalPx * solid.sizeM) / (2 * scene.objects[0]!.depthM)
    const target = [px[0] + reachPx * Math.cos(seed), px[1] + reachPx * Math.sin(seed)] as const
    const depth = surfaceDepthM(camera, solid, target)
    if (depth === null) {
      // A torus is flat, a cone narrow above.
      expect(['torus', 'cone'], `seed ${seed}`).toContain(solid.shape)
      continue
    }
    const label = `seed ${seed}, ${solid.shape}`
    expect(Math.abs(distanceToSurfaceM(solid, unproject(camera, target, depth))), label).toBeLessThan(1e-7)
    expect(distanceToSurfaceM(solid, unproject(camera, target, depth * 0.999)), label).toBeGreaterThan(0)
    expect(depth, label).toBeGreaterThanOrEqual(nearestDepthM(camera, solid) - 1e-9)
  }
})

test('the support function is the farthest that any surface point reaches', () => {
  for (let seed = 0; seed < 100; seed++) {
    const scene = randomScene(`support-${seed}`, { objects: 1 })
    const solid = solidOf(scene.objects[0]!)
    const d = [Math.cos(seed), Math.sin(seed) * 0.8, Math.sin(seed) * 0.6] as const
    const reach = supportM(solid, d)
    // A point beyond the plane is outside by at least its distance to the plane.
    const beyond = [0, 1, 2].map(i => solid.centerM[i]! + d[i]! * (reach + 0.25)) as unknown as readonly [
      number,
      number,
      number,
    ]
    expect(distanceToSurfaceM(solid, beyond), `seed ${seed}`).toBeGreaterThan(0.25 - 1e-9)
  }
})
