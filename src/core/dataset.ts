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

/** A folder or an archive holds the pictures of this many scenes, so that no folder grows without bound. */
export const GROUP_SCENES = 1000

/** Which thousand of the suite's scenes a scene belongs to: the same for every shard and limit. */
export const groupOf = (index: number): number => Math.floor(index / GROUP_SCENES)

/** Above this many scenes pictures have a folder for every group. */
const FLAT_SCENES = 10_000

/** How pictures lie: a file each, or in a tar archive a group. */
export const STORAGES = ['files', 'tar'] as const
export type Storage = (typeof STORAGES)[number]

const PASS_FOLDERS: Readonly<Record<PassName, string>> = { rgb: 'images', mask: 'masks', depth: 'depth' }

/** What follows the scene's id in an archive: readers of WebDataset make one sample of the files up to the first dot. */
const PASS_EXTENSIONS: Readonly<Record<PassName, string>> = { rgb: 'png', mask: 'mask.png', depth: 'depth.png' }

/** `grid-012345.png`, in a folder of its group where there are many. */
export function pictureName(suiteScenes: number, id: string, index: number): string {
  return suiteScenes > FLAT_SCENES ? `${groupOf(index)}/${id}.png` : `${id}.png`
}

/**
 * Where a pass of a scene lies in the dataset folder; inside an archive the path goes on behind its name.
 *
 * @param suiteScenes scenes of the whole suite: the path is the same for every shard and limit of it
 */
export function passPath(
  suiteScenes: number,
  pass: PassName,
  id: string,
  index: number,
  storage: Storage = 'files',
): string {
  if (storage === 'tar') return `${archivePath(groupOf(index))}/${id}.${PASS_EXTENSIONS[pass]}`
  return `${PASS_FOLDERS[pass]}/${pictureName(suiteScenes, id, index)}`
}

/** Where a group's archive lies in the dataset folder: `tar/000012.tar`. */
export const archivePath = (group: number): string => `tar/${String(group).padStart(6, '0')}.tar`

/** `tar/000012.tar/grid-012345.png` → the archive and the file in it; null for a path to a file of its own. */
export function archiveMember(path: string): { readonly archive: string; readonly name: string } | null {
  const [, archive, name] = /^(.+\.tar)\/([^/]+)$/.exec(path) ?? []
  return archive === undefined || name === undefined ? null : { archive, name }
}
