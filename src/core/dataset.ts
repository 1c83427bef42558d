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

/** The files that make a folder a dataset; `dataset.json` is written last. */
export const DATASET_FILE = 'dataset.json'
export const SCENES_FILE = 'scenes.jsonl'
export const QUESTIONS_FILE = 'questions.jsonl'

/** Above this many scenes a pass has a folder for every thousand. */
const FLAT_SCENES = 10_000

const PASS_FOLDERS: Readonly<Record<PassName, string>> = { rgb: 'images', mask: 'masks', depth: 'depth' }

/**
 * Where a pass of a scene lies in the dataset folder.
 *
 * @param suiteScenes scenes of the whole suite: the path is the same for every shard and limit of it
 */
export function passPath(suiteScenes: number, pass: PassName, id: string, index: number): string {
  const group = suiteScenes > FLAT_SCENES ? `${Math.floor(index / 1000)}/` : ''
  return `${PASS_FOLDERS[pass]}/${group}${id}.png`
}
