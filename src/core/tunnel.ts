import { degToRad, TUNNEL_HALF_WIDTH_M, type Vec3 } from './frames.ts'
import type { SceneObject } from './scene.ts'

/** The part of an object that decides where it lies. */
export type Placement = Pick<SceneObject, 'shape' | 'sizeM' | 'depthM' | 'thetaDeg'> &
  Partial<Pick<SceneObject, 'yawDeg' | 'insetM'>>

/**
 * Largest extent of an object from its centre along x or y, m, after its yaw about +Y: what decides how close to a
 * wall its centre can come. Only a cube's changes with yaw.
 */
export function extentXyM(object: Placement): number {
  if (object.shape !== 'cube') return object.sizeM
  const yaw = degToRad(object.yawDeg ?? 0)
  return Math.max(1, Math.abs(Math.cos(yaw)) + Math.abs(Math.sin(yaw))) * object.sizeM
}

/** Extent along z, m. */
export function extentZM(object: Placement): number {
  return extentXyM(object)
}

/** sin and cos that are exact at multiples of 90°, so that an object at 90° is centred to the last bit. */
export function directionOf(thetaDeg: number): readonly [cos: number, sin: number] {
  const quarter = Math.round(thetaDeg / 90)
  if (thetaDeg === quarter * 90)
    return (
      [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ] as const
    )[((quarter % 4) + 4) % 4]!
  return [Math.cos(degToRad(thetaDeg)), Math.sin(degToRad(thetaDeg))]
}

/**
 * Centre of an object in the tunnel's frame, m: on the ray θ, on the square of half-width `1 − e − inset`, so that the
 * object touches the inside of the tunnel when `insetM` is 0 (paper §3.2; e: spec of `extentXyM`).
 */
export function objectCenterM(object: Placement): Vec3 {
  const [cos, sin] = directionOf(object.thetaDeg)
  const halfWidth = TUNNEL_HALF_WIDTH_M - extentXyM(object) - (object.insetM ?? 0)
  const t = halfWidth / Math.max(Math.abs(cos), Math.abs(sin))
  return [t * cos, t * sin, -object.depthM]
}

/**
 * The θ in [0, 360) whose ray passes through (x, y) of the tunnel's cross-section; 0 at the axis itself.
 * The inverse of `objectCenterM` on directions.
 */
export function thetaOfPointDeg(x: number, y: number): number {
  const deg = (Math.atan2(y, x) * 180) / Math.PI
  return deg < 0 ? deg + 360 : deg === 0 ? 0 : deg
}
