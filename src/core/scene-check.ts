import { cameraOf } from './camera.ts'
import { SpatialTunnelError } from './errors.ts'
import { TUNNEL_HALF_WIDTH_M, type Vec3 } from './frames.ts'
import type { Scene } from './scene.ts'
import { type Solid, solidOf, supportM } from './solid.ts'
import { nearestDepthM } from './truth.ts'
import { extentXyM, extentZM } from './tunnel.ts'
import { dot, norm, scale, subtract } from './vector.ts'

/** Nearest surface to the camera's plane that a scene may have, m. */
export const NEAREST_SURFACE_M = 0.1

/** Overlap of two solids that is still called touching, m. */
export const OVERLAP_TOLERANCE_M = 0.001

export interface SceneProblem {
  readonly code: 'object-too-large' | 'object-behind-camera' | 'object-beyond-tunnel' | 'objects-overlap'
  /** Field path. */
  readonly where: string
  readonly found: string
  readonly expected: string
}

/**
 * What the schema cannot see: objects that do not fit the tunnel, lie behind the camera or inside one another.
 * Suites and the batch refuse all of them; the studio refuses all but `objects-overlap`, which it shows as a warning.
 */
export function sceneProblems(scene: Scene): SceneProblem[] {
  return [...objectProblems(scene), ...overlapProblems(scene)]
}

/** The problems of each object by itself; truth has a meaning only without any. */
export function objectProblems(scene: Scene): SceneProblem[] {
  const camera = cameraOf(scene)
  return scene.objects.flatMap((object, i): SceneProblem[] => {
    const problems: SceneProblem[] = []
    const room = TUNNEL_HALF_WIDTH_M - object.insetM
    if (extentXyM(object) >= room)
      problems.push({
        code: 'object-too-large',
        where: `objects[${i}].sizeM`,
        found: `${object.sizeM} (half extent ${metres(extentXyM(object))} m across)`,
        expected: `less than ${metres(room)} m, so that it fits the tunnel`,
      })
    const nearest = nearestDepthM(camera, solidOf(object))
    if (nearest < NEAREST_SURFACE_M)
      problems.push({
        code: 'object-behind-camera',
        where: `objects[${i}].depthM`,
        found: `${object.depthM} (nearest surface ${metres(nearest)} m in front of the camera)`,
        expected: `every surface at least ${NEAREST_SURFACE_M} m in front of the camera`,
      })
    if (object.depthM + extentZM(object) > scene.tunnel.lengthM)
      problems.push({
        code: 'object-beyond-tunnel',
        where: `objects[${i}].depthM`,
        found: String(object.depthM),
        expected: `at most ${metres(scene.tunnel.lengthM - extentZM(object))} m: the tunnel is ${scene.tunnel.lengthM} m long`,
      })
    return problems
  })
}

function overlapProblems(scene: Scene): SceneProblem[] {
  const solids = scene.objects.map(solidOf)
  return solids.flatMap((a, i) =>
    solids.slice(i + 1).flatMap((b, k): SceneProblem[] => {
      const depth = overlapM(a, b)
      if (depth <= OVERLAP_TOLERANCE_M) return []
      return [
        {
          code: 'objects-overlap',
          where: `objects[${i + k + 1}]`,
          found: `${metres(depth)} m inside objects[${i}]`,
          expected: `at most ${OVERLAP_TOLERANCE_M} m`,
        },
      ]
    }),
  )
}

/** @throws SpatialTunnelError with the first problem's code */
export function checkScene(scene: Scene): void {
  refuse(sceneProblems(scene)[0])
}

export function refuse(problem: SceneProblem | undefined): void {
  if (problem) throw new SpatialTunnelError({ ...problem, remedy: 'move the object or make it smaller' })
}

/**
 * The same for scenes made by hand, in which objects may overlap: the studio shows that as a warning.
 *
 * @returns the scene
 * @throws SpatialTunnelError with the first other problem's code
 */
export function checkStudioScene(scene: Scene): Scene {
  const problem = sceneProblems(scene).find(({ code }) => code !== 'objects-overlap')
  if (problem) throw new SpatialTunnelError({ ...problem, remedy: 'move the object or make it smaller' })
  return scene
}

const metres = (value: number): string => String(Number(value.toFixed(4)))

/**
 * How far two solids reach into each other, m (≤ 0: apart): the smallest overlap of their shadows over all directions,
 * from support functions. The torus counts as its convex hull.
 */
export function overlapM(a: Solid, b: Solid): number {
  const between = subtract(b.centerM, a.centerM)
  const apart = norm(between)
  const overlapAlong = (d: Vec3): number => supportM(a, d) + supportM(b, scale(d, -1)) - dot(d, between)
  if (apart > 0) {
    const straight = overlapAlong(scale(between, 1 / apart))
    if (straight <= 0 || (a.shape === 'sphere' && b.shape === 'sphere')) return straight
  }
  let best: Vec3 = [0, 1, 0]
  let least = Infinity
  for (const d of CANDIDATES) {
    const value = overlapAlong(d)
    if (value < least) [least, best] = [value, d]
  }
  // Pattern search around the best candidate; the overlap is a convex function near its minimum.
  for (let step = 0.1; step > 1e-5; ) {
    const around = NUDGES.map(
      (nudge): Vec3 => unit([best[0] + step * nudge[0], best[1] + step * nudge[1], best[2] + step * nudge[2]]),
    )
    const better = around.find(d => overlapAlong(d) < least - 1e-9)
    if (better) [best, least] = [better, overlapAlong(better)]
    else step /= 2
  }
  return least
}

const unit = (v: Vec3): Vec3 => scale(v, 1 / norm(v))

const NUDGES: readonly Vec3[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
]

/** The axes and 400 directions spread evenly over the sphere (golden angle). */
const CANDIDATES: readonly Vec3[] = [
  ...NUDGES,
  ...Array.from({ length: 400 }, (_, i): Vec3 => {
    const y = 1 - (2 * i + 1) / 400
    const r = Math.sqrt(1 - y * y)
    const angle = i * Math.PI * (3 - Math.sqrt(5))
    return [r * Math.cos(angle), y, r * Math.sin(angle)]
  }),
]
