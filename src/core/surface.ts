import { type Camera, pixelRay } from './camera.ts'
import type { PointPx, Vec3 } from './frames.ts'
import { type Solid, TORUS_MAJOR_SHARE, TORUS_MINOR_SHARE } from './solid.ts'
import { add, apply, dot, scale, subtract } from './vector.ts'

/**
 * Analytic ray casting in float64: the reference that the renderer's depth pass is held against.
 *
 * @param camera the scene's camera
 * @param px a point of the image, usually a pixel centre
 * @returns depth of the solid's first surface along the optical axis, m; null where the ray misses it
 */
export function surfaceDepthM(camera: Camera, solid: Solid, px: PointPx): number | null {
  const direction = apply(solid.inverse, apply(camera.rotation, pixelRay(camera, px)))
  const origin = apply(solid.inverse, subtract(camera.positionM, solid.centerM))
  return firstHit(solid, origin, direction)
}

/** Smallest t > 0 with origin + t · direction on the solid's surface, both in the solid's own frame. */
function firstHit(solid: Solid, origin: Vec3, direction: Vec3): number | null {
  const s = solid.sizeM
  switch (solid.shape) {
    case 'sphere':
      return smallest(quadratic(dot(direction, direction), dot(origin, direction), dot(origin, origin) - s * s))
    case 'cube':
      return slabs(origin, direction, s)
    case 'cylinder':
      return smallest([...roundWall(origin, direction, s, 0), ...caps(origin, direction, s, [-s, s])])
    case 'cone':
      return smallest([...roundWall(origin, direction, s, 0.5), ...caps(origin, direction, s, [-s])])
    case 'torus':
      return marchTorus(origin, direction, s)
  }
}

const smallest = (roots: readonly number[]): number | null => {
  const ahead = roots.filter(t => t > 0)
  return ahead.length > 0 ? Math.min(...ahead) : null
}

/** Real roots of a t² + 2 b t + c = 0. */
function quadratic(a: number, b: number, c: number): number[] {
  if (a === 0) return b === 0 ? [] : [-c / (2 * b)]
  const discriminant = b * b - a * c
  if (discriminant < 0) return []
  const q = -(b + Math.sign(b || 1) * Math.sqrt(discriminant))
  return q === 0 ? [0] : [q / a, c / q]
}

function slabs(origin: Vec3, direction: Vec3, s: number): number | null {
  let near = -Infinity
  let far = Infinity
  for (const axis of [0, 1, 2] as const) {
    if (direction[axis] === 0) {
      if (Math.abs(origin[axis]) > s) return null
      continue
    }
    const a = (-s - origin[axis]) / direction[axis]
    const b = (s - origin[axis]) / direction[axis]
    near = Math.max(near, Math.min(a, b))
    far = Math.min(far, Math.max(a, b))
  }
  return near <= far && near > 0 ? near : null
}

/** Roots on x² + z² = (s/2·(1 + …))²: radius s for the cylinder (taper 0), (s − y)/2 for the cone (taper ½). */
function roundWall(origin: Vec3, direction: Vec3, s: number, taper: number): number[] {
  const [ox, oy, oz] = origin
  const [dx, dy, dz] = direction
  const radius = taper === 0 ? s : taper * (s - oy)
  const slope = -taper * dy
  const roots = quadratic(
    dx * dx + dz * dz - slope * slope,
    ox * dx + oz * dz - radius * slope,
    ox * ox + oz * oz - radius * radius,
  )
  return roots.filter(t => Math.abs(oy + t * dy) <= s)
}

function caps(origin: Vec3, direction: Vec3, s: number, heights: readonly number[]): number[] {
  if (direction[1] === 0) return []
  return heights
    .map(height => (height - origin[1]) / direction[1])
    .filter(t => Math.hypot(origin[0] + t * direction[0], origin[2] + t * direction[2]) <= s)
}

/** Sphere tracing on the torus's exact distance: it never steps over the surface, and ends within 1e-9 m of it. */
function marchTorus(origin: Vec3, direction: Vec3, s: number): number | null {
  const speed = Math.sqrt(dot(direction, direction))
  const bound = quadratic(dot(direction, direction), dot(origin, direction), dot(origin, origin) - 1.01 * s * s)
  if (bound.length === 0) return null
  const end = Math.max(...bound)
  let t = Math.max(0, Math.min(...bound))
  for (let step = 0; step < 4000 && t < end; step++) {
    const [x, y, z] = add(origin, scale(direction, t))
    const distance = Math.hypot(Math.hypot(x, z) - TORUS_MAJOR_SHARE * s, y) - TORUS_MINOR_SHARE * s
    if (distance < 1e-9) return t
    t += distance / speed
  }
  return null
}
