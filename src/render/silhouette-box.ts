import { type Camera, projectCameraPoint, toCamera } from '../core/camera.ts'
import type { Vec3 } from '../core/frames.ts'
import { type Solid, solidToWorld, TORUS_MINOR_SHARE } from '../core/solid.ts'

/** Whole pixels that a silhouette can touch, clipped to the image: `[left, top, right, bottom)`; null = none. */
export type PixelBox = readonly [left: number, top: number, right: number, bottom: number]

/** Nearer than this to the camera's plane a projection is no longer bounded sensibly. */
const NEAREST_M = 1e-3

/**
 * A rectangle that surely holds an object's silhouette and is tight for spheres and cubes. An object that meets the
 * camera's plane gets the whole image.
 */
export function silhouetteBox(camera: Camera, solid: Solid): PixelBox | null {
  const center = toCamera(camera, solid.centerM)
  const bounds = solid.shape === 'sphere' ? sphereBounds(camera, center, solid.sizeM) : cornerBounds(camera, solid)
  if (bounds === 'behind') return null
  if (bounds === 'unbounded') return [0, 0, camera.widthPx, camera.heightPx]
  const [left, top, right, bottom] = bounds
  const box: PixelBox = [
    Math.max(0, Math.floor(left - 1)),
    Math.max(0, Math.floor(top - 1)),
    Math.min(camera.widthPx, Math.ceil(right + 1)),
    Math.min(camera.heightPx, Math.ceil(bottom + 1)),
  ]
  return box[0] < box[2] && box[1] < box[3] ? box : null
}

type Bounds = readonly [number, number, number, number] | 'behind' | 'unbounded'

function sphereBounds(camera: Camera, [x, y, z]: Vec3, r: number): Bounds {
  if (-z <= -r + NEAREST_M) return 'behind'
  if (-z <= r + NEAREST_M) return 'unbounded'
  const m = z * z - r * r
  const f = camera.focalPx
  const [cx, cy] = [camera.widthPx / 2 + (f * -z * x) / m, camera.heightPx / 2 - (f * -z * y) / m]
  const [hx, hy] = [(f * r * Math.sqrt(x * x + m)) / m, (f * r * Math.sqrt(y * y + m)) / m]
  return [cx - hx, cy - hy, cx + hx, cy + hy]
}

function cornerBounds(camera: Camera, solid: Solid): Bounds {
  const s = solid.sizeM
  const height = solid.shape === 'torus' ? TORUS_MINOR_SHARE * s : s
  const corners = [-s, s].flatMap(x =>
    [-height, height].flatMap(y => [-s, s].map(z => toCamera(camera, solidToWorld(solid, [x, y, z])))),
  )
  const ahead = corners.filter(corner => -corner[2] > NEAREST_M)
  if (ahead.length === 0) return 'behind'
  if (ahead.length < corners.length) return 'unbounded'
  const points = corners.map(corner => projectCameraPoint(camera, corner))
  const xs = points.map(p => p[0])
  const ys = points.map(p => p[1])
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

export const boxesMeet = (a: PixelBox, b: PixelBox): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
