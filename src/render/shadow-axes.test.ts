import { expect, test } from 'vitest'
import type { Vec3 } from '../core/frames.ts'
import { SHAPES } from '../core/palette.ts'
import { stream } from '../core/rng.ts'
import { parseScene } from '../core/scene.ts'
import { type Solid, solidOf } from '../core/solid.ts'
import { add, dot, norm, subtract } from '../core/vector.ts'
import { shadowAxes } from './shadow-axes.ts'

const randomNumbers = stream(3, 'shadow-axes', 'all')
const between = (lo: number, hi: number): number => lo + randomNumbers() * (hi - lo)

function randomSolid(shape: string): Solid {
  const object = { shape, color: 'red', sizeM: between(0.1, 0.4), depthM: 4, thetaDeg: 30, yawDeg: between(-180, 180) }
  return solidOf(parseScene({ version: 1, objects: [object] }).objects[0]!)
}

function randomSun(): Vec3 {
  const [a, e] = [between(0, 6.28), between(0.05, 1.5)]
  return [Math.cos(e) * Math.cos(a), Math.sin(e), -Math.cos(e) * Math.sin(a)]
}

/** Does the line through a point, along a direction, pass through the cube? Slabs in the cube's own frame. */
function lineMeetsCube(solid: Solid, point: Vec3, direction: Vec3): boolean {
  const own = (v: Vec3): Vec3 => [dot(solid.inverse[0], v), dot(solid.inverse[1], v), dot(solid.inverse[2], v)]
  const [o, d] = [own(subtract(point, solid.centerM)), own(direction)]
  let [near, far] = [-Infinity, Infinity]
  for (const axis of [0, 1, 2] as const) {
    const [a, b] = [(-solid.sizeM - o[axis]) / d[axis], (solid.sizeM - o[axis]) / d[axis]]
    near = Math.max(near, Math.min(a, b))
    far = Math.min(far, Math.max(a, b))
  }
  return near <= far
}

test('a point lies in the shadow of a cube exactly where no axis separates its line to the sun from the cube', () => {
  let inShadow = 0
  for (let k = 0; k < 400; k++) {
    const solid = randomSolid('cube')
    const sun = randomSun()
    const point = add(solid.centerM, [between(-0.6, 0.6), between(-0.6, 0.6), between(-0.6, 0.6)])
    const q = subtract(point, solid.centerM)
    const separated = shadowAxes(solid, sun).some(([x, y, z, extent]) => Math.abs(dot(q, [x, y, z])) > extent)
    expect(!separated, `case ${k}`).toBe(lineMeetsCube(solid, point, sun))
    if (!separated) inShadow++
  }
  expect(inShadow).toBeGreaterThan(100)
})

test('the axes of round shapes are unit vectors across the sun, the second one upwards', () => {
  for (const shape of SHAPES.filter(name => name !== 'sphere' && name !== 'cube')) {
    for (const sun of [randomSun(), [0, 1, 0] as Vec3]) {
      const [u, v] = shadowAxes(randomSolid(shape), sun).map(([x, y, z]): Vec3 => [x, y, z]) as [Vec3, Vec3]
      for (const axis of [u, v]) {
        expect(norm(axis)).toBeCloseTo(1, 12)
        expect(dot(axis, sun)).toBeCloseTo(0, 12)
      }
      expect(dot(u, v)).toBeCloseTo(0, 12)
      expect(u[1]).toBeCloseTo(0, 12)
      expect(v[1]).toBeGreaterThanOrEqual(-1e-12)
    }
  }
})

test('a cube lit along one of its edges loses that axis and keeps the others', () => {
  const solid = { ...randomSolid('cube'), rotation: solidOf(parseScene(straight).objects[0]!).rotation }
  const axes = shadowAxes(solid, [0, 1, 0])
  expect(axes[1][3]).toBeGreaterThan(100)
  for (const k of [0, 2] as const) expect(norm([axes[k][0], axes[k][1], axes[k][2]])).toBeCloseTo(1, 12)
})

const straight = { version: 1, objects: [{ shape: 'cube', color: 'red', sizeM: 0.2, depthM: 4, thetaDeg: 0 }] }
