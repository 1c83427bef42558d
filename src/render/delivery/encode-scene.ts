import { certify } from '../../core/certificate.ts'
import type { PassName } from '../../core/dataset.ts'
import { MASK_PALETTE } from '../../core/palette.ts'
import { sceneTruth } from '../../core/truth.ts'
import { encodePng, type PngImage } from '../../formats/png.ts'
import type { DeliveredScene } from '../../protocol/render-batch.ts'
import type { CapturedFrame, RenderJob } from '../../protocol/render-job.ts'

/** A scene with its files' bytes; the offsets are set when it is known what lies in front of them. */
export interface EncodedScene {
  readonly scene: Omit<DeliveredScene, 'files'>
  readonly files: ReadonlyArray<{ readonly pass: PassName; readonly bytes: Uint8Array<ArrayBuffer> }>
}

/** Measures a frame, holds it against the truth and encodes the passes; a frame that fails has no files. */
export async function encodeScene(job: RenderJob, frame: CapturedFrame): Promise<EncodedScene> {
  const { objects, problems } = certify(job.scene, sceneTruth(job.scene), frame)
  const passes = problems.length === 0 ? job.passes : []
  const digest = await crypto.subtle.digest('SHA-256', frame.rgb as Uint8Array<ArrayBuffer>)
  return {
    scene: { id: job.id, index: job.index, pixelsSha256: hexOf(new Uint8Array(digest)), objects, problems },
    files: passes.map(pass => ({ pass, bytes: encodePng(passImage(pass, frame)) })),
  }
}

/** A pass of a frame as the picture that a dataset holds. */
export function passImage(pass: PassName, frame: CapturedFrame): PngImage {
  const { widthPx, heightPx } = frame
  switch (pass) {
    case 'rgb':
      return { kind: 'rgb8', widthPx, heightPx, data: frame.rgb }
    case 'mask':
      return { kind: 'indexed8', widthPx, heightPx, data: frame.ids, palette: MASK_PALETTE }
    case 'depth':
      return { kind: 'gray16', widthPx, heightPx, data: frame.depthMm }
  }
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
