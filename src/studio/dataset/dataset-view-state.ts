import { NO_FILTER, type SceneFilter, type Sort } from './scene-filter.ts'

/** Which scenes of the dataset are shown, and the one that is looked at. */
export interface DatasetView {
  readonly filter: SceneFilter
  readonly sort: Sort
  /** null for the first one. */
  readonly selectedId: string | null
}

export const DATASET_VIEW_DEFAULTS: DatasetView = { filter: NO_FILTER, sort: 'suite', selectedId: null }
