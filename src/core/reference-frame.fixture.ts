import { cameraOf, pixelRay, toCamera } from './camera.ts'
import { TUNNEL_HALF_WIDTH_M, TUNNEL_START_Z_M, type Vec3 } from './frames.ts'
import type { Scene } from './scene.ts'
import { solidOf } from './solid.ts'
import { surfaceDepthM } from './surface.ts'
import { sceneTruth } from './truth.ts'
import { add, apply, scale } from './vector.ts'

/** A scene drawn on the CPU in float64, one ray a pixel: what a renderer's ids and depth are held against. */
export interface ReferenceFrame {
  readonly widthPx: number
  readonly heightPx: number
  readonly ids: Uint8Array
  readonly depthMm: Uint16Array
  readonly aloneAreaPx: number[]
}

export function referenceFrame(scene: Scene): ReferenceFrame {
  const camera = cameraOf(scene)
  const { widthPx, heightPx } = camera
  const ids = new Uint8Array(widthPx * heightPx)
  const depthM = Float64Array.from({ length: ids.length }, (_, i) =>
    wallDepthM(scene, [(i % widthPx) + 0.5, Math.floor(i / widthPx) + 0.5]),
  )
  const aloneAreaPx = sceneTruth(scene).objects.map(object => {
    if (object.bboxInImagePx === null) return 0
    const solid = solidOf(scene.objects[object.index - 1]!)
    const [left, top, width, height] = object.bboxInImagePx
    let area = 0
    for (let y = Math.floor(top); y < Math.min(heightPx, top + height + 1); y++) {
      for (let x = Math.floor(left); x < Math.min(widthPx, left + width + 1); x++) {
        const hit = surfaceDepthM(camera, solid, [x + 0.5, y + 0.5])
        if (hit === null) continue
        area++
        if (hit >= depthM[y * widthPx + x]!) continue
        depthM[y * widthPx + x] = hit
        ids[y * widthPx + x] = object.index
      }
    }
    return area
  })
  const depthMm = Uint16Array.from(depthM, m => (m === Infinity ? 65535 : Math.min(65534, Math.round(1000 * m))))
  return { widthPx, heightPx, ids, depthMm, aloneAreaPx }
}

/** Depth of the tunnel's wall behind a point of the image, m; infinite where one looks out of one of its ends. */
function wallDepthM(scene: Scene, px: readonly [number, number]): number {
  const camera = cameraOf(scene)
  const direction = apply(camera.rotation, pixelRay(camera, px))
  const reach = [0, 1].map(axis => {
    const along = direction[axis]!
    return along === 0 ? Infinity : (Math.sign(along) * TUNNEL_HALF_WIDTH_M - camera.positionM[axis]!) / along
  })
  const t = Math.min(...reach)
  const hit: Vec3 = add(camera.positionM, scale(direction, t))
  const beyond = -hit[2] > scene.tunnel.lengthM || hit[2] > TUNNEL_START_Z_M
  return t === Infinity || beyond ? Infinity : -toCamera(camera, hit)[2]
}
