import type { ExpandedScene } from '../core/expand.ts'
import { COLOR_LINEAR } from '../core/palette.ts'
import type { RgbImage } from './find-objects.ts'

/** A scene's objects as flat ellipses (spheres) and boxes on a grey wall, from their analytic boxes, far ones first. */
export function paintScene({ scene, truth }: Pick<ExpandedScene, 'scene' | 'truth'>): RgbImage {
  const { widthPx, heightPx } = scene.camera
  const data = new Uint8Array(3 * widthPx * heightPx).fill(180)
  for (const { color, shape, bboxPx } of truth.objects.toSorted((a, b) => b.depthM - a.depthM)) {
    const [left, top, width, height] = bboxPx
    const rgb = COLOR_LINEAR[color].map(srgb)
    for (let y = Math.max(0, Math.ceil(top)); y < Math.min(heightPx, top + height); y++) {
      for (let x = Math.max(0, Math.ceil(left)); x < Math.min(widthPx, left + width); x++) {
        const [u, v] = [(2 * (x - left)) / width - 1, (2 * (y - top)) / height - 1]
        if (shape !== 'sphere' || u * u + v * v <= 1) data.set(rgb, 3 * (y * widthPx + x))
      }
    }
  }
  return { widthPx, heightPx, data }
}

const srgb = (linear: number): number =>
  Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055))
