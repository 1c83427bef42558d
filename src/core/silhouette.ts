import { type Camera, projectCameraPoint, toCamera } from './camera.ts'
import type { BoxPx, PointPx, Vec3 } from './frames.ts'
import { areaAndCentroid, boundingBox, convexHull } from './polygon.ts'
import { type Solid, solidToWorld, TORUS_MAJOR_SHARE, TORUS_MINOR_SHARE } from './solid.ts'
import { add, apply, dot, norm, scale, subtract } from './vector.ts'

/**
 * The outline of a solid in the image, in closed form: not clipped to the image, nothing in front of it.
 * All of the solid must lie in front of the camera's plane.
 */
export interface Silhouette {
  /** Convex outline, counter-clockwise in (x, y): a cube's exact hull, a sampled curve for round shapes. */
  readonly outline: readonly PointPx[]
  readonly bboxPx: BoxPx
  readonly areaPx: number
  readonly centroidPx: PointPx
}

/** Points on each circle of a cylinder, cone or torus: its box errs by less than 1e-5 of its radius. */
const CIRCLE_POINTS = 1024

export function silhouetteOf(camera: Camera, solid: Solid): Silhouette {
  if (solid.shape === 'sphere') return sphereSilhouette(camera, solid)
  const outline = convexHull(outlinePoints(camera, solid).map(own => imageOf(camera, solid, own)))
  const bboxPx = boundingBox(outline)
  const { area, centroid } = areaAndCentroid(outline)
  const hole = solid.shape === 'torus' ? torusHole(camera, solid) : null
  if (!hole) return { outline, bboxPx, areaPx: area, centroidPx: centroid }
  const rest = area - hole.area
  const centre = (axis: 0 | 1): number => (area * centroid[axis] - hole.area * hole.centroid[axis]) / rest
  return { outline, bboxPx, areaPx: rest, centroidPx: [centre(0), centre(1)] }
}

const imageOf = (camera: Camera, solid: Solid, own: Vec3): PointPx =>
  projectCameraPoint(camera, toCamera(camera, solidToWorld(solid, own)))

/**
 * A sphere at (x, y, −d) of the camera's frame projects to an ellipse. With k = |c|² − r² and m = d² − r² (image plane
 * at unit distance): centre d (x, y) / m, semi-axes r √k / m along (x, y) and r / √m across, half box widths
 * r √(x² + m) / m and r √(y² + m) / m.
 */
function sphereSilhouette(camera: Camera, solid: Solid): Silhouette {
  const [x, y, z] = toCamera(camera, solid.centerM)
  const r = solid.sizeM
  const m = z * z - r * r
  const rho = Math.hypot(x, y)
  const radial = (r * Math.sqrt(rho * rho + m)) / m
  const tangential = r / Math.sqrt(m)
  const [ux, uy] = rho === 0 ? [1, 0] : [x / rho, y / rho]
  const f = camera.focalPx
  const toPx = (u: number, v: number): PointPx => [camera.widthPx / 2 + f * u, camera.heightPx / 2 - f * v]
  const [cu, cv] = [(-z * x) / m, (-z * y) / m]
  const outline = Array.from({ length: 64 }, (_, i) => {
    const [a, b] = [radial * Math.cos((i * Math.PI) / 32), tangential * Math.sin((i * Math.PI) / 32)]
    return toPx(cu + a * ux - b * uy, cv + a * uy + b * ux)
  }).reverse()
  const [halfU, halfV] = [(r * Math.sqrt(x * x + m)) / m, (r * Math.sqrt(y * y + m)) / m]
  const [left, top] = toPx(cu - halfU, cv + halfV)
  return {
    outline,
    bboxPx: [left, top, 2 * f * halfU, 2 * f * halfV],
    areaPx: Math.PI * f * f * radial * tangential,
    centroidPx: toPx(cu, cv),
  }
}

/** Points in the solid's own frame whose projections' convex hull is the silhouette's outline. */
function outlinePoints(camera: Camera, solid: Solid): Vec3[] {
  const s = solid.sizeM
  switch (solid.shape) {
    case 'sphere':
      return []
    case 'cube':
      return [-s, s].flatMap(x => [-s, s].flatMap(y => [-s, s].map((z): Vec3 => [x, y, z])))
    case 'cylinder':
      return [...circle(s, -s), ...circle(s, s)]
    case 'cone':
      return [...circle(s, -s), [0, s, 0]]
    case 'torus':
      return torusContour(camera, solid)
  }
}

const circle = (radius: number, y: number): Vec3[] =>
  Array.from({ length: CIRCLE_POINTS }, (_, i) => {
    const angle = (2 * Math.PI * i) / CIRCLE_POINTS
    return [radius * Math.cos(angle), y, radius * Math.sin(angle)]
  })

/**
 * Where the torus's surface turns away from the camera. On the tube's circle at angle u around the axis the normal is
 * n = cos v · e(u) + sin v · Y and the contour is n · (point − camera) = 0, which is A cos v + B sin v = −r with
 * A = R − e(u) · eye and B = −eye's height. Solved for v at even steps of u, and for u at even steps of v: near the
 * ring's left and right ends a small step of u is a large one along the contour.
 */
function torusContour(camera: Camera, solid: Solid): Vec3[] {
  const eye = apply(solid.inverse, subtract(camera.positionM, solid.centerM))
  const major = TORUS_MAJOR_SHARE * solid.sizeM
  const minor = TORUS_MINOR_SHARE * solid.sizeM
  const point = (e: Vec3, v: number): Vec3 => add(scale(e, major + minor * Math.cos(v)), [0, minor * Math.sin(v), 0])
  const overU = circle(1, 0).flatMap(e => {
    const [a, b] = [major - dot(e, eye), -eye[1]]
    const reach = Math.hypot(a, b)
    if (reach < minor) return []
    const middle = Math.atan2(b, a)
    const swing = Math.acos(-minor / reach)
    return [point(e, middle - swing), point(e, middle + swing)]
  })
  const flat = Math.hypot(eye[0], eye[2])
  const toEye = Math.atan2(eye[2], eye[0])
  const overV = circle(1, 0).flatMap(([cos, , sin]) => {
    const share = (major + (minor - eye[1] * sin) / cos) / flat
    if (!(Math.abs(share) <= 1)) return []
    return [-1, 1].map(side => {
      const u = toEye + side * Math.acos(share)
      return point([Math.cos(u), 0, Math.sin(u)], Math.atan2(sin, cos))
    })
  })
  return [...overU, ...overV]
}

/** The part of the image where one sees through the torus's hole; null when it is closed from here (the usual case). */
function torusHole(camera: Camera, solid: Solid): { area: number; centroid: PointPx } | null {
  const eye = apply(solid.inverse, subtract(camera.positionM, solid.centerM))
  const distance = norm(eye)
  const steepest = Math.asin(Math.abs(eye[1]) / distance) + Math.asin(Math.min(1, solid.sizeM / distance))
  // A line through the hole makes an angle of at least asin(r / R) with the ring's plane.
  if (Math.sin(Math.min(steepest, Math.PI / 2)) <= TORUS_MINOR_SHARE / TORUS_MAJOR_SHARE) return null
  const clearance = (x: number, z: number): number => lineClearance(solid.sizeM, eye, [x, 0, z])
  // By symmetry the hole's middle lies in the plane of the axis and the eye.
  const flat = Math.hypot(eye[0], eye[2])
  const [ex, ez] = flat === 0 ? [1, 0] : [eye[0] / flat, eye[2] / flat]
  const inner = (TORUS_MAJOR_SHARE - TORUS_MINOR_SHARE) * solid.sizeM
  let middle = 0
  let best = -Infinity
  for (let i = -32; i <= 32; i++) {
    const value = clearance((inner * i * ex) / 32, (inner * i * ez) / 32)
    if (value > best) [best, middle] = [value, (inner * i) / 32]
  }
  if (best <= 0) return null
  const rim = circle(1, 0)
    .filter((_, i) => i % 8 === 0)
    .map(([dx, , dz]) => {
      let [inside, outside] = [0, solid.sizeM]
      for (let step = 0; step < 40; step++) {
        const half = (inside + outside) / 2
        if (clearance(middle * ex + half * dx, middle * ez + half * dz) > 0) inside = half
        else outside = half
      }
      return imageOf(camera, solid, [middle * ex + inside * dx, 0, middle * ez + inside * dz])
    })
  return areaAndCentroid(rim)
}

/** Smallest distance between the torus and the line from the eye through a point; negative when it cuts in. */
function lineClearance(s: number, eye: Vec3, through: Vec3): number {
  const along = subtract(through, eye)
  const direction = scale(along, 1 / norm(along))
  const at = norm(along)
  const distanceAt = (t: number): number => {
    const [x, y, z] = add(eye, scale(direction, t))
    return Math.hypot(Math.hypot(x, z) - TORUS_MAJOR_SHARE * s, y) - TORUS_MINOR_SHARE * s
  }
  let best = Infinity
  for (let i = -64; i <= 64; i++) best = Math.min(best, distanceAt(at + (2 * s * i) / 64))
  return best
}
