import { useMemo } from 'react'
import { BufferAttribute, BufferGeometry, DoubleSide } from 'three'
import { TUNNEL_HALF_WIDTH_M, TUNNEL_START_Z_M } from '../../core/frames.ts'

export interface OutsideColor {
  readonly edge: string
  readonly line: string
  readonly wall: string
  readonly accent: string
}

/**
 * The tunnel, cut open: floor and left wall stand, ceiling and right wall are left away but for their edges, so that
 * one looks inside. Lines every metre, as the walls have in the image.
 */
export function OutsideTunnel({ lengthM, color }: { readonly lengthM: number; readonly color: OutsideColor }) {
  const lines = useMemo(() => wallLines(lengthM), [lengthM])
  const edges = useMemo(() => boxEdges(lengthM), [lengthM])
  const depth = lengthM + TUNNEL_START_Z_M
  const middle = (TUNNEL_START_Z_M - lengthM) / 2
  const h = TUNNEL_HALF_WIDTH_M
  return (
    <group>
      <mesh position={[0, -h - 0.004, middle]} rotation-x={-Math.PI / 2}>
        <planeGeometry args={[2 * h, depth]} />
        <meshBasicMaterial color={color.wall} toneMapped={false} side={DoubleSide} />
      </mesh>
      <mesh position={[-h - 0.004, 0, middle]} rotation-y={Math.PI / 2}>
        <planeGeometry args={[depth, 2 * h]} />
        <meshBasicMaterial color={color.wall} toneMapped={false} side={DoubleSide} />
      </mesh>
      <lineSegments geometry={lines}>
        <lineBasicMaterial color={color.line} />
      </lineSegments>
      <lineSegments geometry={edges}>
        <lineBasicMaterial color={color.edge} />
      </lineSegments>
    </group>
  )
}

type Segment = readonly [number, number, number, number, number, number]

function wallLines(lengthM: number): BufferGeometry {
  const h = TUNNEL_HALF_WIDTH_M
  const from = TUNNEL_START_Z_M
  const rings = Array.from({ length: Math.floor(lengthM) + 1 }, (_, i) => -i).flatMap((z): Segment[] => [
    [-h, -h, z, h, -h, z],
    [-h, -h, z, -h, h, z],
  ])
  const along = [-0.5, 0, 0.5].flatMap((t): Segment[] => [
    [t * h, -h, from, t * h, -h, -lengthM],
    [-h, t * h, from, -h, t * h, -lengthM],
  ])
  return segments([...rings, ...along])
}

function boxEdges(lengthM: number): BufferGeometry {
  const h = TUNNEL_HALF_WIDTH_M
  const corners = [
    [-h, -h],
    [h, -h],
    [h, h],
    [-h, h],
  ] as const
  return segments(
    corners.flatMap(([x, y], i): Segment[] => {
      const [nextX, nextY] = corners[(i + 1) % 4]!
      return [
        [x, y, TUNNEL_START_Z_M, x, y, -lengthM],
        [x, y, TUNNEL_START_Z_M, nextX, nextY, TUNNEL_START_Z_M],
        [x, y, -lengthM, nextX, nextY, -lengthM],
      ]
    }),
  )
}

export function segments(list: readonly Segment[]): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(list.flat()), 3))
  return geometry
}
