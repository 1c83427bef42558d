import type { Vec3 } from '../core/frames.ts'
import type { Shape } from '../core/palette.ts'
import { TORUS_MAJOR_SHARE, TORUS_MINOR_SHARE } from '../core/solid.ts'

/** Triangles with a normal a vertex; counter-clockwise seen from the side that the normals show. */
export interface Mesh {
  readonly positions: readonly Vec3[]
  readonly normals: readonly Vec3[]
  readonly triangles: readonly (readonly [number, number, number])[]
}

/** Segments around and along a round form: a sphere's outline is then off by at most 0.06 % of its radius. */
const AROUND = 96
const ALONG = 48

type Profile = (t: number) => readonly [r: number, y: number]

/** A shape in its own frame: centred, axis +Y, in the cube of half edge 1. */
export function unitMesh(shape: Shape): Mesh {
  const line =
    ([r0, y0]: readonly [number, number], [r1, y1]: readonly [number, number]): Profile =>
    t => [r0 + t * (r1 - r0), y0 + t * (y1 - y0)]
  switch (shape) {
    case 'sphere':
      return revolved(t => [Math.sin(t * Math.PI), -Math.cos(t * Math.PI)], ALONG)
    case 'torus':
      return revolved(t => {
        const [cos, sin] = [Math.cos(2 * Math.PI * t), Math.sin(2 * Math.PI * t)]
        return [TORUS_MAJOR_SHARE + TORUS_MINOR_SHARE * cos, TORUS_MINOR_SHARE * sin]
      }, ALONG)
    case 'cylinder':
      return joined([line([0, -1], [1, -1]), line([1, -1], [1, 1]), line([1, 1], [0, 1])].map(p => revolved(p, 1)))
    case 'cone':
      return joined([line([0, -1], [1, -1]), line([1, -1], [0, 1])].map(p => revolved(p, 1)))
    case 'cube':
      return joined([0, 1, 2].flatMap(axis => [-1, 1].map(side => axisQuad(axis, side, [-1, -1, -1], [1, 1, 1], side))))
  }
}

/**
 * A rectangle on the side of a box that faces along an axis.
 *
 * @param side which of the two: −1 at the box's low end, 1 at its high end
 * @param facing sign of the normal along the axis
 */
export function axisQuad(axis: number, side: number, low: Vec3, high: Vec3, facing: number): Mesh {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
  const corner = (atU: Vec3, atV: Vec3): Vec3 => {
    const point = [0, 0, 0]
    point[axis] = (side < 0 ? low : high)[axis]!
    point[u] = atU[u]!
    point[v] = atV[v]!
    return point as unknown as Vec3
  }
  const positions = [corner(low, low), corner(high, low), corner(high, high), corner(low, high)]
  const normal = [0, 0, 0]
  normal[axis] = facing
  return {
    positions,
    normals: positions.map(() => normal as unknown as Vec3),
    triangles:
      facing > 0
        ? [
            [0, 1, 2],
            [0, 2, 3],
          ]
        : [
            [0, 2, 1],
            [0, 3, 2],
          ],
  }
}

/** Several meshes as one. */
export function joined(meshes: readonly Mesh[]): Mesh {
  let first = 0
  return meshes.reduce<Mesh>(
    (all, mesh) => {
      const offset = first
      first += mesh.positions.length
      return {
        positions: [...all.positions, ...mesh.positions],
        normals: [...all.normals, ...mesh.normals],
        triangles: [...all.triangles, ...mesh.triangles.map(t => t.map(k => k + offset) as [number, number, number])],
      }
    },
    { positions: [], normals: [], triangles: [] },
  )
}

/** A profile in the half plane r ≥ 0, walked with the outside on the right, turned about +Y. */
function revolved(profile: Profile, steps: number): Mesh {
  const positions: Vec3[] = []
  const normals: Vec3[] = []
  for (let i = 0; i <= steps; i++) {
    const [r, y] = profile(i / steps)
    const [normalR, normalY] = profileNormal(profile, i / steps)
    for (let k = 0; k <= AROUND; k++) {
      const [cos, sin] = [Math.cos((2 * Math.PI * k) / AROUND), Math.sin((2 * Math.PI * k) / AROUND)]
      positions.push([r * cos, y, -r * sin])
      normals.push([normalR * cos, normalY, -normalR * sin])
    }
  }
  const triangles: [number, number, number][] = []
  for (let i = 0; i < steps; i++) {
    const onAxis = [profile(i / steps)[0], profile((i + 1) / steps)[0]].map(r => Math.abs(r) < 1e-9)
    for (let k = 0; k < AROUND; k++) {
      const low = i * (AROUND + 1) + k
      const high = low + AROUND + 1
      // On the axis one of a cell's two triangles has no area.
      if (!onAxis[0]) triangles.push([low, low + 1, high + 1])
      if (!onAxis[1]) triangles.push([low, high + 1, high])
    }
  }
  return { positions, normals, triangles }
}

function profileNormal(profile: Profile, t: number): readonly [r: number, y: number] {
  const h = 1e-4
  const [[r0, y0], [r1, y1]] = [profile(t - h), profile(t + h)]
  const length = Math.hypot(r1 - r0, y1 - y0)
  return [(y1 - y0) / length, (r0 - r1) / length]
}
