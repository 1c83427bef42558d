import { expect, test } from 'vitest'
import { cameraOf, project, unproject } from './camera.ts'
import { stream } from './rng.ts'
import { randomScene } from './scene.fixture.ts'
import { parseScene } from './scene.ts'

const withCamera = (camera: object) =>
  cameraOf(parseScene({ objects: [{ shape: 'cube', color: 'red', sizeM: 0.1, depthM: 3, thetaDeg: 0 }], camera }))

test('unproject undoes project, for any camera', () => {
  for (let seed = 0; seed < 200; seed++) {
    const camera = cameraOf(randomScene(seed))
    const next = stream(seed, 'camera', 'point')
    const point = [next() * 2 - 1, next() * 2 - 1, -1 - next() * 15] as const
    const { px, depthM } = project(camera, point)
    const back = unproject(camera, px, depthM)
    for (const axis of [0, 1, 2] as const) expect(back[axis], `seed ${seed}`).toBeCloseTo(point[axis], 10)
  }
})

test('the default camera: axis in the middle, 512 px, 50° from top to bottom', () => {
  const camera = withCamera({})
  expect(project(camera, [0, 0, -5])).toEqual({ px: [256, 256], depthM: 5 })
  const edge = Math.tan((25 * Math.PI) / 180) * 5
  expect(project(camera, [0, edge, -5]).px[1]).toBeCloseTo(0, 9)
  expect(project(camera, [edge, 0, -5]).px[0]).toBeCloseTo(512, 9)
})

test('signs: yaw > 0 looks left, pitch > 0 looks up, roll > 0 turns the camera counter-clockwise', () => {
  const ahead = [0, 0, -5] as const
  expect(project(withCamera({ yawDeg: 10 }), ahead).px[0]).toBeGreaterThan(256)
  expect(project(withCamera({ pitchDeg: 10 }), ahead).px[1]).toBeGreaterThan(256)
  // What is to the right of a camera turned counter-clockwise appears lower.
  expect(project(withCamera({ rollDeg: 10 }), [1, 0, -5]).px[1]).toBeGreaterThan(256)
  expect(project(withCamera({ xM: 0.5, yM: 0.5 }), ahead).px).toEqual([
    expect.closeTo(201.1, 0),
    expect.closeTo(310.9, 0),
  ])
  expect(project(withCamera({ zM: -2 }), ahead).depthM).toBe(3)
})
