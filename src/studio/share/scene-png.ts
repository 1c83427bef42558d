import type { Scene } from '../../core/scene.ts'
import { readPngText, withPngText } from '../../formats/png-chunks.ts'

/** Keyword of the text chunk that carries a picture's scene. Dataset images never have it. */
export const SCENE_KEYWORD = 'SpatialTunnel scene'

/** The PNG with its scene inside: dropped on the studio, the picture opens as the scene. */
export const withScene = (png: Uint8Array, scene: Scene): Uint8Array<ArrayBuffer> =>
  withPngText(png, SCENE_KEYWORD, JSON.stringify(scene))

/**
 * The scene's JSON inside a picture; null if it carries none.
 *
 * @throws SpatialTunnelError `png-invalid`
 */
export const sceneTextOfPng = (png: Uint8Array): string | null => readPngText(png, SCENE_KEYWORD)
