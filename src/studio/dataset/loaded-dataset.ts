import type { SceneRow } from '../../core/dataset.ts'
import type { DatasetManifest } from '../../core/manifest.ts'
import type { QuestionRow } from '../../core/questions.ts'
import type { Scene } from '../../core/scene.ts'
import type { SceneTruth } from '../../core/truth.ts'
import type { DatasetFiles } from './dataset-files.ts'

/** A scene of the dataset that is looked at. */
export interface BrowsedScene {
  readonly id: string
  readonly index: number
  readonly scene: Scene
  readonly truth: SceneTruth
  /** null: an example, drawn live. */
  readonly row: SceneRow | null
}

export interface LoadedDataset {
  readonly name: string
  /** null: the built-in example, drawn live. */
  readonly files: DatasetFiles | null
  readonly manifest: DatasetManifest | null
  /** Scene fields that the suite crosses. */
  readonly factorFields: readonly string[]
  /** In suite order. */
  readonly scenes: readonly BrowsedScene[]
  /** By scene. */
  readonly questions: ReadonlyMap<string, readonly QuestionRow[]>
}

/** What the dataset page has: nothing yet, something coming in, a dataset. */
export type DatasetState =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly name: string; readonly done: number; readonly total: number }
  | { readonly status: 'ready'; readonly dataset: LoadedDataset }

/** What is worth comparing about a pair: the first one, as in every paper suite. */
export const pairOf = ({ truth }: Pick<BrowsedScene, 'truth'>) => truth.pairs[0] ?? null
