import type { CertificateProblem } from '../core/certificate.ts'
import type { PassName } from '../core/dataset.ts'
import type { Scene } from '../core/scene.ts'
import type { ObjectPixels } from '../core/truth.ts'
import type { GlInfo, RenderJob } from './render-job.ts'

/**
 * How pictures leave the page. `file`: a file of the browser's own storage that the driver reads (0.3 ms a MiB);
 * `post`: a request to the driver's server (13 ms a MiB), where those files cannot be found.
 */
export const TRANSPORTS = ['file', 'post'] as const
export type Transport = (typeof TRANSPORTS)[number]

/** Scenes to draw, and the slot into which their files are written, one behind the other. */
export interface RenderBatch {
  /** Free until the driver has read it: that bounds how far a page runs ahead. */
  readonly slot: number
  readonly transport: Transport
  readonly jobs: readonly RenderJob[]
}

/** Path on the driver's server that takes the bytes of a slot: `?slot=<n>`. */
export const SLOT_PATH = '/slot'

/** Where a PNG lies in its slot. */
export interface DeliveredFile {
  readonly pass: PassName
  readonly offset: number
  readonly length: number
}

/** A drawn scene: measured, certified, encoded. */
export interface DeliveredScene {
  readonly id: string
  readonly index: number
  readonly files: readonly DeliveredFile[]
  /** SHA-256 of the RGB pixels, row by row. */
  readonly pixelsSha256: string
  readonly objects: readonly ObjectPixels[]
  /** Not empty: the picture does not show what the truth says; it has no files. */
  readonly problems: readonly CertificateProblem[]
}

/** Why a batch was not delivered, and with it whether to try again. */
export interface RenderFailure {
  /** `gl-lost`: the page's GL is gone, a new page may do; `scene`: this scene fails, and will again. */
  readonly kind: 'gl-lost' | 'scene'
  readonly sceneId: string
  readonly message: string
}

export type RenderReply =
  | { readonly scenes: readonly DeliveredScene[]; readonly failure?: undefined }
  | { readonly scenes?: undefined; readonly failure: RenderFailure }

/** What the driver calls on the render page's `window.spatialTunnelRender`. */
export interface BatchPage {
  glInfo(): GlInfo
  /** Opens the slot's file and writes a token into it, by which the driver finds it; false where there are no files. */
  openSlot(slot: number, token: string): Promise<boolean>
  /** Draws, measures, encodes and delivers; batches of one page are drawn in the order of the calls. */
  renderBatch(batch: RenderBatch): Promise<RenderReply>
  /** Draws scenes, waits for each, and reads nothing back. */
  drawOnly(scenes: readonly Scene[]): void
  /** Constant over thousands of scenes: nothing that drawing makes is left behind. */
  resourceCounts(): Readonly<Record<string, number>>
}
