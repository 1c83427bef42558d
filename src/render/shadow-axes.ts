import type { Vec3 } from '../core/frames.ts'
import { type Solid, TORUS_MINOR_SHARE } from '../core/solid.ts'
import { apply, dot, norm, scale } from '../core/vector.ts'

type Vec4 = readonly [number, number, number, number]
export type ShadowAxes = readonly [Vec4, Vec4, Vec4]

/** Below this a level circle seen along the sun's direction counts as this flat. */
const FLATTEST = 0.08

const UNUSED: Vec4 = [0, 0, 0, 1e3]

/**
 * What the shader needs to find a solid's outline as the sun sees it (see glsl/shadow.glsl): for a cube the three
 * separating axes of a line against a box, for round shapes the two axes across the sun's direction.
 */
export function shadowAxes(solid: Solid, sunDirection: Vec3): ShadowAxes {
  switch (solid.shape) {
    case 'sphere':
      return [UNUSED, UNUSED, UNUSED]
    case 'cube':
      return cubeAxes(solid, sunDirection)
    case 'cylinder':
    case 'cone':
      return roundAxes(sunDirection, solid.sizeM)
    case 'torus':
      return roundAxes(sunDirection, TORUS_MINOR_SHARE * solid.sizeM)
  }
}

function cubeAxes(solid: Solid, sun: Vec3): ShadowAxes {
  const edges = ([0, 1, 2] as const).map((axis): Vec3 => apply(solid.rotation, unit(axis)))
  return edges.map((edge): Vec4 => {
    const axis = normalized(cross(sun, edge))
    if (!axis) return UNUSED
    const extent = edges.reduce((sum, other) => sum + solid.sizeM * Math.abs(dot(axis, other)), 0)
    return [...axis, extent]
  }) as unknown as ShadowAxes
}

/** U level and across the sun, V across both; the half height as seen along V, in units where circles are round. */
function roundAxes(sun: Vec3, halfHeightM: number): ShadowAxes {
  const u = normalized(cross([0, 1, 0], sun)) ?? [1, 0, 0]
  const v = cross(sun, u)
  const flattening = Math.max(FLATTEST, Math.abs(sun[1]))
  return [[...u, (halfHeightM * Math.abs(v[1])) / flattening], [...v, flattening], UNUSED]
}

const unit = (axis: 0 | 1 | 2): Vec3 => [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0]

const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

const normalized = (v: Vec3): Vec3 | null => {
  const length = norm(v)
  return length < 1e-6 ? null : scale(v, 1 / length)
}
