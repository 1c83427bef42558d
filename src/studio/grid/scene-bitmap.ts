import type { Scene } from '../../core/scene.ts'
import type { Capturer } from '../../render/capture.ts'
import type { Wish } from './bitmap-queue.ts'

/** A small picture of a scene: the batch's renderer at another size, the same view. */
export async function drawSceneBitmap(capturer: Capturer, scene: Scene, widthPx: number): Promise<ImageBitmap> {
  const small = atWidth(scene, widthPx)
  const { rgb, ...size } = capturer.capture(small, ['rgb'])
  const rgba = new Uint8ClampedArray((rgb.length / 3) * 4)
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from]!
    rgba[to + 1] = rgb[from + 1]!
    rgba[to + 2] = rgb[from + 2]!
    rgba[to + 3] = 255
  }
  return createImageBitmap(new ImageData(rgba, size.widthPx, size.heightPx))
}

function atWidth(scene: Scene, widthPx: number): Scene {
  const { camera } = scene
  const heightPx = Math.max(16, Math.round((widthPx * camera.heightPx) / camera.widthPx))
  return { ...scene, camera: { ...camera, widthPx: Math.max(16, widthPx), heightPx } }
}

/** @param sceneKey the scene's JSON, kept where it is asked for often */
export const bitmapKey = (sceneKey: string, widthPx: number): string => `${widthPx} ${sceneKey}`

/** The wish for a scene's picture; nothing comes of it without a renderer. */
export const sceneWish = (
  capturer: () => Promise<Capturer | null>,
  scene: Scene,
  sceneKey: string,
  widthPx: number,
): Wish => ({
  key: bitmapKey(sceneKey, widthPx),
  make: async () => {
    const drawing = await capturer()
    return drawing && drawSceneBitmap(drawing, scene, widthPx)
  },
})
