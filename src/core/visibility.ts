import { cameraOf } from './camera.ts'
import { convexCloserThan } from './polygon.ts'
import type { Scene } from './scene.ts'
import { silhouetteOf } from './silhouette.ts'
import { solidOf } from './solid.ts'

/** Silhouettes that come closer than this may share a pixel, px. */
export const VISIBILITY_GAP_PX = 1

/**
 * Is every object certainly visible in full: its silhouette inside the image, and no two silhouettes within a pixel of
 * each other? Decided from the scene alone (no rendering); it errs towards "no".
 */
export function isFullyVisible(scene: Scene): boolean {
  const camera = cameraOf(scene)
  const silhouettes = scene.objects.map(object => silhouetteOf(camera, solidOf(object)))
  const inside = silhouettes.every(
    ({ bboxPx: [x, y, width, height] }) =>
      x >= 0 && y >= 0 && x + width <= camera.widthPx && y + height <= camera.heightPx,
  )
  return (
    inside &&
    silhouettes.every((a, i) =>
      silhouettes.slice(i + 1).every(b => !convexCloserThan(a.outline, b.outline, VISIBILITY_GAP_PX)),
    )
  )
}
