import { degToRad, type Vec3 } from './frames.ts'
import type { Shape } from './palette.ts'
import type { SceneObject } from './scene.ts'
import { objectCenterM } from './tunnel.ts'
import { add, apply, type Mat3, rotationY, transpose } from './vector.ts'

/** Radii of the torus, as shares of `sizeM`: around the axis, and of the tube. They add up to 1. */
export const TORUS_MAJOR_SHARE = 0.62
export const TORUS_MINOR_SHARE = 0.38

/**
 * An object as a solid: where it is and how it is turned. In its own frame every shape is centred, has axis +Y and
 * fits the cube of half edge `sizeM`; the cone's apex is up.
 */
export interface Solid {
  readonly shape: Shape
  readonly sizeM: number
  readonly centerM: Vec3
  /** world = rotation · own + centre. */
  readonly rotation: Mat3
  readonly inverse: Mat3
}

export function solidOf(object: SceneObject): Solid {
  const rotation = rotationY(degToRad(object.yawDeg))
  return {
    shape: object.shape,
    sizeM: object.sizeM,
    centerM: objectCenterM(object),
    rotation,
    inverse: transpose(rotation),
  }
}

/** A point of the solid's own frame in the world's. */
export const solidToWorld = (solid: Solid, own: Vec3): Vec3 => add(apply(solid.rotation, own), solid.centerM)

/**
 * Support function: how far the solid reaches from its centre in the unit direction `d` of the world, m.
 * Closed form for every shape; the torus counts as its convex hull.
 */
export function supportM(solid: Solid, d: Vec3): number {
  const [x, y, z] = apply(solid.inverse, d)
  const s = solid.sizeM
  const flat = Math.hypot(x, z)
  switch (solid.shape) {
    case 'sphere':
      return s
    case 'cube':
      return s * (Math.abs(x) + Math.abs(y) + Math.abs(z))
    case 'cylinder':
      return s * (flat + Math.abs(y))
    case 'cone':
      return s * Math.max(y, flat - y)
    case 'torus':
      return s * (TORUS_MAJOR_SHARE * flat + TORUS_MINOR_SHARE)
  }
}

/** Distance from a world point outside the solid to its nearest surface point, m. */
export function distanceToSurfaceM(solid: Solid, worldM: Vec3): number {
  const [x, y, z] = apply(solid.inverse, [
    worldM[0] - solid.centerM[0],
    worldM[1] - solid.centerM[1],
    worldM[2] - solid.centerM[2],
  ])
  const s = solid.sizeM
  const flat = Math.hypot(x, z)
  switch (solid.shape) {
    case 'sphere':
      return Math.hypot(flat, y) - s
    case 'cube':
      return Math.hypot(Math.max(Math.abs(x) - s, 0), Math.max(Math.abs(y) - s, 0), Math.max(Math.abs(z) - s, 0))
    case 'cylinder':
      return Math.hypot(Math.max(flat - s, 0), Math.max(Math.abs(y) - s, 0))
    case 'cone':
      return distanceToTriangle(flat, y, s)
    case 'torus':
      return Math.hypot(flat - TORUS_MAJOR_SHARE * s, y) - TORUS_MINOR_SHARE * s
  }
}

/** From (r, y) outside to the half profile of the cone: base y = −s from r = 0 to s, slope from (s, −s) to (0, s). */
function distanceToTriangle(r: number, y: number, s: number): number {
  const toSegment = (ax: number, ay: number, bx: number, by: number): number => {
    const [dx, dy] = [bx - ax, by - ay]
    const t = Math.min(1, Math.max(0, ((r - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    return Math.hypot(r - ax - t * dx, y - ay - t * dy)
  }
  const inside = y > -s && 2 * r + y < s
  return inside ? 0 : Math.min(toSegment(0, -s, s, -s), toSegment(s, -s, 0, s))
}
