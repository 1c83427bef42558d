import { certify } from '../../core/certificate.ts'
import { MASK_PALETTE } from '../../core/palette.ts'
import type { Scene } from '../../core/scene.ts'
import { type SceneTruth, sceneTruth } from '../../core/truth.ts'
import { encodePng } from '../../formats/png.ts'
import type { Capturer } from '../../render/capture.ts'

/** The scene's passes as PNG files: the batch's pixels, the batch's encoder, the same bytes on the same GL. */
export function drawScenePng(capturer: Capturer, scene: Scene): Uint8Array<ArrayBuffer> {
  const { rgb, widthPx, heightPx } = capturer.capture(scene, ['rgb'])
  return encodePng({ kind: 'rgb8', widthPx, heightPx, data: rgb })
}

export function drawMaskPng(capturer: Capturer, scene: Scene): Uint8Array<ArrayBuffer> {
  const { ids, widthPx, heightPx } = capturer.capture(scene, ['mask'])
  return encodePng({ kind: 'indexed8', widthPx, heightPx, data: ids, palette: MASK_PALETTE })
}

export function drawDepthPng(capturer: Capturer, scene: Scene): Uint8Array<ArrayBuffer> {
  const { depthMm, widthPx, heightPx } = capturer.capture(scene, ['depth'])
  return encodePng({ kind: 'gray16', widthPx, heightPx, data: depthMm })
}

/** The truth as `scenes.jsonl` has it: analytic, with what was measured on the id mask where something can be drawn. */
export function measuredTruth(capturer: Capturer | null, scene: Scene): SceneTruth {
  const truth = sceneTruth(scene)
  if (!capturer) return truth
  const { objects } = certify(scene, truth, capturer.capture(scene, ['mask']))
  return { ...truth, objects: truth.objects.map((object, i) => ({ ...object, pixels: objects[i]! })) }
}
