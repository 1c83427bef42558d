import { SpatialTunnelError } from '../../core/errors.ts'
import { type Expander, expander } from '../../core/expand.ts'
import { parseScene, type Scene } from '../../core/scene.ts'
import { objectProblems } from '../../core/scene-check.ts'
import { parseFieldPath, setField } from '../../core/scene-fields.ts'
import { factorsOf, type Suite } from '../../core/suite.ts'
import { MARGINS_DEFAULTS, type SceneTruth, type Split, sceneTruth } from '../../core/truth.ts'
import { type Axis, placeOf, shownValue, valueOn } from './axis.ts'

/** A cell of the plane. */
export interface PlaneCell {
  readonly column: number
  readonly row: number
  /** null: such a scene does not fit the tunnel. */
  readonly scene: Scene | null
  /** Names the scene among all pictures; empty without one. */
  readonly key: string
  readonly truth: SceneTruth | null
  /** Of the first pair; null with a single object or no scene. */
  readonly split: Split | null
  /** How many pixels higher the farther object is (negative: lower); null without a depth order. */
  readonly higherPx: number | null
}

/** Where a cell is. */
export type CellPlace = Pick<PlaneCell, 'column' | 'row'>

/** Scenes over two axes, `x` to the right and `y` downwards. */
export interface Plane {
  readonly x: Axis
  readonly y: Axis
  /** Computed when it is first asked for: truth takes about a millisecond a scene. */
  cell(column: number, row: number): PlaneCell
  /** The cell if it has been computed. */
  known(column: number, row: number): PlaneCell | undefined
  /** The cell of the document: the nearest, and whether it is exactly that scene's place. */
  readonly current: (CellPlace & { readonly exact: boolean }) | null
}

export const columnsOf = (plane: Pick<Plane, 'x'>): number => plane.x.values.length
export const rowsOf = (plane: Pick<Plane, 'y'>): number => plane.y.values.length

/** Every place of the plane, row by row. */
export const placesOf = (plane: Pick<Plane, 'x' | 'y'>): CellPlace[] =>
  plane.y.values.flatMap((_, row) => plane.x.values.map((__, column) => ({ column, row })))

/** The plane of a scene: all as it is but the two fields of the axes. */
export function scenePlane(scene: Scene, x: Axis, y: Axis, positionShare: number): Plane {
  const keys = [parseFieldPath(x.field, 'x'), parseFieldPath(y.field, 'y')] as const
  return planeOf(x, y, placeIn(scene, x, y), positionShare, (column, row) => {
    const tree = structuredClone(scene) as unknown as Record<string, unknown>
    setField(tree, keys[0], x.values[column])
    setField(tree, keys[1], y.values[row])
    return parseScene(tree)
  })
}

/** The plane of a suite that crosses two factors, the first one's levels as rows, its first instance a cell, as `render` draws it. */
export function suitePlane(suite: Suite, scene: Scene, x: Axis, y: Axis, positionShare: number): Plane {
  const ready: Expander = expander(suite)
  const columns = factorsOf(suite)[1]!.levels.length
  return planeOf(
    x,
    y,
    placeIn(scene, x, y),
    positionShare,
    (column, row) => ready.scene((row * columns + column) * suite.repeats).scene,
  )
}

function planeOf(
  x: Axis,
  y: Axis,
  current: Plane['current'],
  positionShare: number,
  sceneOf: (column: number, row: number) => Scene,
): Plane {
  const cells: PlaneCell[] = []
  const placeIndex = (column: number, row: number): number => row * x.values.length + column
  const make = (column: number, row: number): PlaneCell => {
    const scene = usable(() => sceneOf(column, row))
    const truth = scene && sceneTruth(scene, { ...MARGINS_DEFAULTS, positionShare })
    const pair = truth?.pairs[0]
    const key = scene ? JSON.stringify(scene) : ''
    return { column, row, scene, key, truth, split: pair?.split ?? null, higherPx: pair?.fartherHigherByPx ?? null }
  }
  return {
    x,
    y,
    current,
    cell: (column, row) => (cells[placeIndex(column, row)] ??= make(column, row)),
    known: (column, row) => cells[placeIndex(column, row)],
  }
}

function usable(make: () => Scene): Scene | null {
  try {
    const scene = make()
    return objectProblems(scene).length === 0 ? scene : null
  } catch (error) {
    if (error instanceof SpatialTunnelError) return null
    throw error
  }
}

function placeIn(scene: Scene, x: Axis, y: Axis): Plane['current'] {
  const [column, row] = [placeOf(x, valueOn(scene, x.field)), placeOf(y, valueOn(scene, y.field))]
  return column && row && { column: column.at, row: row.at, exact: column.exact && row.exact }
}

/** How many cells each split has, of those computed so far. */
export function planeCounts(plane: Plane): Record<Split, number> {
  const counts = { consistent: 0, counter: 0, ambiguous: 0 }
  for (const { column, row } of placesOf(plane)) {
    const split = plane.known(column, row)?.split
    if (split) counts[split] += 1
  }
  return counts
}

/** A cell in words, for those who hear the page: where it is and what it shows. */
export function cellInWords(plane: Plane, cell: PlaneCell): string {
  const at = (axis: Axis, k: number): string => `${axis.label} ${shownValue(axis, axis.values[k]!)}`
  return `${at(plane.x, cell.column)}, ${at(plane.y, cell.row)}: ${cellSplitInWords(cell)}`
}

/** `counter, farther object 92 px lower`. */
export function cellSplitInWords({ scene, split, higherPx }: PlaneCell): string {
  if (!scene) return 'does not fit the tunnel'
  if (!split) return 'one object, no split'
  if (higherPx === null) return `${split}, equally far`
  const amount = Math.round(Math.abs(higherPx))
  return `${split}, farther object ${amount === 0 ? 'at the same height' : `${amount} px ${higherPx > 0 ? 'higher' : 'lower'}`}`
}
