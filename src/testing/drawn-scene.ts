import { createHash } from 'node:crypto'
import type { RenderedScene } from '../batch/render-session.ts'
import { certify } from '../core/certificate.ts'
import { MASK_PALETTE } from '../core/palette.ts'
import { referenceFrame } from '../core/reference-frame.fixture.ts'
import { sceneTruth } from '../core/truth.ts'
import { encodePng, type PngImage } from '../formats/png.ts'
import type { RenderJob } from '../protocol/render-job.ts'

/** A scene drawn on the CPU, in place of a browser, and certified: exact ids and depth, a flat colour an object. */
export function drawnScene({ id, index, scene, passes }: RenderJob): RenderedScene {
  const frame = referenceFrame(scene)
  const { widthPx, heightPx } = frame
  const rgb = Uint8Array.from({ length: 3 * frame.ids.length }, (_, i) => 40 * frame.ids[Math.floor(i / 3)]! + (i % 7))
  const images: Record<(typeof passes)[number], PngImage> = {
    rgb: { kind: 'rgb8', widthPx, heightPx, data: rgb },
    mask: { kind: 'indexed8', widthPx, heightPx, data: frame.ids, palette: MASK_PALETTE },
    depth: { kind: 'gray16', widthPx, heightPx, data: frame.depthMm },
  }
  const { objects, problems } = certify(scene, sceneTruth(scene), frame)
  const pixelsSha256 = createHash('sha256').update(rgb).digest('hex')
  return {
    delivered: { id, index, pixelsSha256, objects, problems },
    files: passes.map(pass => ({ pass, bytes: encodePng(images[pass]) })),
  }
}
