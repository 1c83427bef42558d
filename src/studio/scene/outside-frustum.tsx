import { useMemo } from 'react'
import { cameraOf, unproject } from '../../core/camera.ts'
import { TUNNEL_HALF_WIDTH_M, type Vec3 } from '../../core/frames.ts'
import type { Scene } from '../../core/scene.ts'
import { type OutsideColor, segments } from './outside-tunnel.tsx'

/** The camera's frustum: from its centre through the corners of the image. */
export function OutsideFrustum({ scene, color }: { readonly scene: Scene; readonly color: OutsideColor }) {
  const geometry = useMemo(() => frustumLines(scene), [scene])
  const { positionM } = cameraOf(scene)
  return (
    <group>
      <lineSegments geometry={geometry}>
        <lineBasicMaterial color={color.accent} />
      </lineSegments>
      <mesh position={[...positionM]}>
        <sphereGeometry args={[0.05, 16, 12]} />
        <meshBasicMaterial color={color.accent} />
      </mesh>
    </group>
  )
}

function frustumLines(scene: Scene) {
  const camera = cameraOf(scene)
  const { widthPx, heightPx } = camera
  // Deep enough that the rays of an untilted camera end where they meet the walls.
  const depthM = (TUNNEL_HALF_WIDTH_M * camera.focalPx) / (Math.max(widthPx, heightPx) / 2)
  const corner = (x: number, y: number): Vec3 => unproject(camera, [x, y], depthM)
  const corners = [corner(0, 0), corner(widthPx, 0), corner(widthPx, heightPx), corner(0, heightPx)]
  return segments(
    corners.flatMap((at, i) => [[...camera.positionM, ...at] as const, [...at, ...corners[(i + 1) % 4]!] as const]),
  )
}
