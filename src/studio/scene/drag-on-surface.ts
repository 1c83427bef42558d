import { cameraOf, pixelRay, project } from '../../core/camera.ts'
import { type PointPx, TUNNEL_HALF_WIDTH_M } from '../../core/frames.ts'
import type { Scene } from '../../core/scene.ts'
import { NEAREST_SURFACE_M } from '../../core/scene-check.ts'
import { extentXyM, extentZM, objectCenterM, thetaOfPointDeg } from '../../core/tunnel.ts'
import { apply } from '../../core/vector.ts'

export interface SurfacePlace {
  readonly thetaDeg: number
  readonly depthM: number
}

/**
 * Where an object's centre has to be on the tunnel's inner surface for it to be seen at a pixel: the inverse of
 * projecting `objectCenterM`. The surface is the square tube on which the centre of this object can lie.
 *
 * @param index 0-based
 * @returns the place, its depth held inside what the object's size and the tunnel's length allow; null where the ray
 * never meets the tube in front of the camera
 */
export function placeAtPixel(scene: Scene, index: number, px: PointPx): SurfacePlace | null {
  const object = scene.objects[index]!
  const camera = cameraOf(scene)
  const halfWidth = TUNNEL_HALF_WIDTH_M - extentXyM(object) - object.insetM
  const [ox, oy, oz] = camera.positionM
  const [dx, dy, dz] = apply(camera.rotation, pixelRay(camera, px))
  const t = Math.min(...[wallAhead(ox, dx, halfWidth), wallAhead(oy, dy, halfWidth)].filter(ahead => ahead > 0))
  if (!Number.isFinite(t)) return null
  const [lo, hi] = depthRangeM(scene, index)
  const depthM = Math.min(hi, Math.max(lo, -(oz + t * dz)))
  return { thetaDeg: thetaOfPointDeg(ox + t * dx, oy + t * dy), depthM }
}

/** Ray parameter at which a coordinate leaves [−half, half]; Infinity along the wall. */
const wallAhead = (origin: number, direction: number, half: number): number =>
  direction === 0 ? Infinity : ((direction > 0 ? half : -half) - origin) / direction

/** Depths that an object of this size can have in this tunnel, before this camera (exact for an untilted one). */
export function depthRangeM(scene: Scene, index: number): [lo: number, hi: number] {
  const extent = extentZM(scene.objects[index]!)
  const lo = NEAREST_SURFACE_M + extent - scene.camera.zM
  return [Math.max(0.05, lo), scene.tunnel.lengthM - extent]
}

/** The pixel at which an object's centre is seen. */
export const centerPxOf = (scene: Scene, index: number): PointPx =>
  project(cameraOf(scene), objectCenterM(scene.objects[index]!)).px
