import { expect, test } from 'vitest'
import { parseScene } from '../core/scene.ts'
import { LIGHT_DEFAULTS, lightOf } from './light.ts'

const light = (fields: object) => lightOf(parseScene({ version: 1, light: fields, objects: [cube] }).light)
const cube = { shape: 'cube', color: 'red', sizeM: 0.1, depthM: 3, thetaDeg: 0 }

test('the sun stands behind the camera and above it at 1.5π', () => {
  const [x, y, z] = light({ sunRotationRad: 1.5 * Math.PI, sunElevationDeg: 30 }).sunDirection
  expect(x).toBeCloseTo(0, 12)
  expect(y).toBeCloseTo(0.5, 12)
  expect(z).toBeCloseTo(Math.sqrt(0.75), 12)
})

test('mirroring the sun exchanges the right and the left wall and nothing else', () => {
  for (const a of [1.25, 1.4, 1.61, 0.2]) {
    const here = light({ sunRotationRad: a * Math.PI })
    const there = light({ sunRotationRad: ((((1 - a) % 2) + 2) % 2) * Math.PI })
    const close = (one: readonly number[], other: readonly number[]) =>
      one.forEach((x, k) => {
        expect(x).toBeCloseTo(other[k]!, 10)
      })
    close(here.walls[0], there.walls[2])
    close(here.walls[2], there.walls[0])
    close(here.walls[1], there.walls[1])
    close(here.walls[3], there.walls[3])
  }
})

test('interreflection conserves energy: without a sun every wall has sky · albedo / (1 − albedo)', () => {
  const { walls, sky } = light({ sunIntensity: 0 })
  const albedo = LIGHT_DEFAULTS.wallAlbedo[0]
  for (const wall of walls) expect(wall[0]).toBeCloseTo((sky[0] * albedo) / (1 - albedo), 5)
})

test('a scene without any light still gets a finite exposure', () => {
  const { exposure } = light({ sunIntensity: 0, backgroundIntensity: 0 })
  for (const factor of exposure) {
    expect(factor).toBeGreaterThan(0)
    expect(factor).toBeLessThan(100)
  }
})
