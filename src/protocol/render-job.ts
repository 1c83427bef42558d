import type { PassName } from '../core/dataset.ts'
import type { Scene } from '../core/scene.ts'

/** What the driver asks of a render page. */
export interface RenderJob {
  readonly id: string
  /** Place in the suite. */
  readonly index: number
  readonly scene: Scene
  readonly passes: readonly PassName[]
}

/** One drawn scene: the pixels of the passes as plain arrays, rows from the top. */
export interface CapturedFrame {
  readonly widthPx: number
  readonly heightPx: number
  /** sRGB, 3 bytes a pixel; empty when not asked for. */
  readonly rgb: Uint8Array
  /** 0 = background, n = object n; one byte a pixel; no antialiasing. Always drawn: the certificate needs it. */
  readonly ids: Uint8Array
  /** round(1000 · depth along the camera's axis), walls included; 65,535 = nothing, saturates at 65,534. */
  readonly depthMm: Uint16Array
  /** Pixels of each object drawn alone inside the image, by object index − 1. */
  readonly aloneAreaPx: readonly number[]
}

/** The GL that draws, as the driver asserts it and the manifest records it. */
export interface GlInfo {
  readonly vendor: string
  readonly renderer: string
  readonly version: string
}
