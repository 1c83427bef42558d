import { certify } from '../../core/certificate.ts'
import type { PassName } from '../../core/dataset.ts'
import { MASK_PALETTE } from '../../core/palette.ts'
import { sceneTruth } from '../../core/truth.ts'
import { encodePng, type PngImage } from '../../formats/png.ts'
import type { MeasuredScene } from '../../protocol/render-batch.ts'
import type { CapturedFrame, RenderJob } from '../../protocol/render-job.ts'

/** A scene with its files' bytes. */
export interface EncodedScene {
  readonly scene: MeasuredScene
  readonly files: ReadonlyArray<{ readonly pass: PassName; readonly bytes: Uint8Array<ArrayBuffer> }>
}

/** Measures a frame and holds it against the truth. */
export const measureFrame = (job: RenderJob, frame: CapturedFrame): Omit<MeasuredScene, 'pixelsSha256'> => ({
  id: job.id,
  index: job.index,
  ...certify(job.scene, sceneTruth(job.scene), frame),
})

/** The passes to encode: none of a frame that does not show what the truth says. */
export const passesOf = (job: RenderJob, { problems }: Pick<MeasuredScene, 'problems'>): readonly PassName[] =>
  problems.length === 0 ? job.passes : []

/** Measures a frame and encodes its passes. */
export async function encodeScene(job: RenderJob, frame: CapturedFrame): Promise<EncodedScene> {
  const scene = { ...measureFrame(job, frame), pixelsSha256: await pixelsSha256(frame) }
  return { scene, files: passesOf(job, scene).map(pass => ({ pass, bytes: encodePng(passImage(pass, frame)) })) }
}

/** SHA-256 of a frame's colours, in hexadecimal. */
export async function pixelsSha256({ rgb }: CapturedFrame): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', rgb as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
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
