import type { Scene } from './scene.ts'
import type { SceneTruth } from './truth.ts'

/** The dataset folder's contract (what `render` writes and everything else reads). */
export const DATASET_VERSION = 1

export const PASSES = ['rgb', 'mask', 'depth'] as const
export type PassName = (typeof PASSES)[number]

export interface PassFile {
  /** Path inside the dataset folder. */
  readonly path: string
  /** SHA-256 of the file. */
  readonly sha256: string
}

/** A row of `scenes.jsonl`, in suite order. */
export interface SceneRow {
  readonly version: typeof DATASET_VERSION
  readonly id: string
  readonly index: number
  readonly scene: Scene
  readonly truth: SceneTruth
  /** Path of the RGB image inside the dataset folder. */
  readonly image: string
  /** SHA-256 of the PNG file. */
  readonly imageSha256: string
  /** SHA-256 of the decoded pixels (RGB, row by row). */
  readonly pixelsSha256: string
  readonly passes: { readonly mask?: PassFile; readonly depth?: PassFile }
}
