import type { Scene } from '../../core/scene.ts'
import { encodePng } from '../../formats/png.ts'
import type { Capturer } from '../../render/capture.ts'

/** The scene's image as a PNG file: the batch's pixels, the batch's encoder, the same bytes on the same GL. */
export function drawScenePng(capturer: Capturer, scene: Scene): Uint8Array<ArrayBuffer> {
  const { rgb, widthPx, heightPx } = capturer.capture(scene, ['rgb'])
  return encodePng({ kind: 'rgb8', widthPx, heightPx, data: rgb })
}
