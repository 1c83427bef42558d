import { type AxisChoice, PLANE_DEFAULTS } from './axis.ts'

/** What the grid page shows, and how. */
export interface PlaneView {
  /** Sweeps of the document, or the paper's grid suite with its random looks. */
  readonly source: 'scene' | 'suite'
  readonly shows: 'pictures' | 'splits'
  /** Side of a cell, CSS pixels; 0 = as large as fits. */
  readonly cellPx: number
  readonly x: AxisChoice
  readonly y: AxisChoice
}

export const PLANE_VIEW_DEFAULTS: PlaneView = { source: 'scene', shows: 'pictures', cellPx: 0, ...PLANE_DEFAULTS }
