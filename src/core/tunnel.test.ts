import { expect, test } from 'vitest'
import { TUNNEL_ANGLES_DEG } from './frames.ts'
import { randomScene } from './scene.fixture.ts'
import { solidOf, supportM } from './solid.ts'
import { objectCenterM, thetaOfPointDeg } from './tunnel.ts'

test('an object touches the wall it lies on and enters none', () => {
  for (let seed = 0; seed < 300; seed++) {
    const object = { ...randomScene(seed, { objects: 1 }).objects[0]!, insetM: 0 }
    const solid = solidOf(object)
    const reach = [
      solid.centerM[0] + supportM(solid, [1, 0, 0]),
      -solid.centerM[0] + supportM(solid, [-1, 0, 0]),
      solid.centerM[1] + supportM(solid, [0, 1, 0]),
      -solid.centerM[1] + supportM(solid, [0, -1, 0]),
    ]
    expect(Math.max(...reach), `seed ${seed}`).toBeLessThan(1 + 1e-12)
    // A yawed cube and a torus keep, on floor and ceiling, the distance of their largest extent (that along x).
    if (object.shape !== 'cube' && object.shape !== 'torus')
      expect(Math.max(...reach), `seed ${seed}`).toBeCloseTo(1, 10)
  }
})

test('the centre lies on the ray θ, at the depth, exactly on the axes at multiples of 90°', () => {
  for (const thetaDeg of TUNNEL_ANGLES_DEG) {
    const [x, y, z] = objectCenterM({ shape: 'sphere', sizeM: 0.2, depthM: 6, thetaDeg })
    expect(thetaOfPointDeg(x, y)).toBeCloseTo(thetaDeg, 10)
    expect(Math.max(Math.abs(x), Math.abs(y))).toBeCloseTo(0.8, 12)
    expect(z).toBe(-6)
  }
  expect(objectCenterM({ shape: 'cube', sizeM: 0.1, depthM: 3, thetaDeg: 90 })).toEqual([0, 0.9, -3])
  expect(objectCenterM({ shape: 'cube', sizeM: 0.1, depthM: 3, thetaDeg: 180 })[1]).toBe(0)
})

test('an inset moves the object away from the wall', () => {
  expect(objectCenterM({ shape: 'sphere', sizeM: 0.2, depthM: 6, thetaDeg: 0, insetM: 0.3 })).toEqual([0.5, 0, -6])
})
