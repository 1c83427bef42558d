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

/** Where something lies in its slot, bytes. */
export interface SlotSpan {
  readonly offset: number
  readonly length: number
}

export interface DeliveredFile extends SlotSpan {
  readonly pass: PassName
}

/** A drawn scene: measured and certified. */
export interface MeasuredScene {
  readonly id: string
  readonly index: number
  /** SHA-256 of the RGB pixels, row by row. */
  readonly pixelsSha256: string
  readonly objects: readonly ObjectPixels[]
  /** Not empty: the picture does not show what the truth says; it has no files. */
  readonly problems: readonly CertificateProblem[]
}

/** The same on its way to the driver, with its files in the slot. */
export interface DeliveredScene extends Omit<MeasuredScene, 'pixelsSha256'> {
  readonly files: readonly DeliveredFile[]
  /**
   * The sum, or the pixels themselves for the driver to sum: a browser's digest copies them into fresh memory first,
   * which costs more than a file's way to the driver.
   */
  readonly pixels: { readonly sha256: string } | SlotSpan
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
  /** Scenes drawn and batches delivered since the page opened: one that stands still while it has work hangs. */
  progress(): number
  /** Draws scenes, waits for each, and reads nothing back. */
  drawOnly(scenes: readonly Scene[]): void
  /** Draws a scene once and encodes all its passes `times` times; delivers nothing. */
  encodeOnly(scene: Scene, times: number): Promise<void>
  /** Constant over thousands of scenes: nothing that drawing makes is left behind. */
  resourceCounts(): Readonly<Record<string, number>>
}
