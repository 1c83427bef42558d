import type { Cell } from '../../evaluate/cells.ts'
import { digits } from '../../evaluate/opening-sentence.ts'
import type { ScalarName } from '../../evaluate/scalars.ts'
import type { ModelSummary } from '../../evaluate/score.ts'
import type { Figure, FigureFrame } from './figure.ts'
import { type HeatmapPanel, type HeatmapSubset, heatmapFigure } from './heatmap.ts'

/** A model's three heatmaps: all, consistent, counter; null where the suite does not cross the angles. */
export function scoreHeatmaps(model: ModelSummary, frame: FigureFrame): Figure | null {
  if (!model.cells) return null
  const { estimate } = model.scalars
  const panels: HeatmapPanel[] = [
    { subset: 'all', title: `All: v = ${digits(estimate.v)}` },
    { subset: 'consistent', title: `Consistent: v = ${digits(estimate.vCons)}` },
    { subset: 'counter', title: `Counter: v = ${digits(estimate.vCtr)}` },
  ]
  return heatmapFigure(
    model.cells,
    {
      title: `${model.name}: probability of the true answer by the two angles`,
      panels,
      cellValue: cell => cell.v,
      holdsMiddle: ({ ci }) => ci !== null && ci[0] <= 0.5 && ci[1] >= 0.5,
      domain: [0, 1],
      ends: ['0 wrong', '½ chance', '1 right'],
    },
    frame,
  )
}

const SUBSET_SCALARS = { all: 'v', consistent: 'vCons', counter: 'vCtr' } as const satisfies Record<
  HeatmapSubset,
  ScalarName
>

/** One panel alone: small in a row of models, or large where one is looked at. */
export function overviewHeatmap(model: ModelSummary, frame: FigureFrame, subset: HeatmapSubset = 'all'): Figure | null {
  if (!model.cells) return null
  const value = digits(model.scalars.estimate[SUBSET_SCALARS[subset]])
  return heatmapFigure(
    model.cells,
    {
      title: `${model.name}: probability of the true answer by the two angles`,
      panels: [{ subset, title: `${model.name}: v = ${value}` }],
      cellValue: cell => cell.v,
      holdsMiddle: () => false,
      domain: [0, 1],
      ends: ['0', '½', '1'],
    },
    frame,
  )
}

/** Where model a is better than b: difference of the cells' v; null unless both have the same cells. */
export function differenceHeatmap(a: ModelSummary, b: ModelSummary, frame: FigureFrame): Figure | null {
  if (!a.cells || !b.cells || a.cells.cells.length !== b.cells.cells.length) return null
  const others = new Map(b.cells.cells.map(cell => [`${cell.theta1Deg} ${cell.theta2Deg}`, cell]))
  const otherOf = (cell: Cell): Cell | undefined => others.get(`${cell.theta1Deg} ${cell.theta2Deg}`)
  const cellValue = (cell: Cell): number | null => {
    const other = otherOf(cell)?.v ?? null
    return cell.v === null || other === null ? null : cell.v - other
  }
  return heatmapFigure(
    a.cells,
    {
      title: `${a.name} − ${b.name}: difference of the probability of the true answer`,
      panels: [{ subset: 'all', title: `${a.name} − ${b.name}` }],
      cellValue,
      holdsMiddle: () => false,
      domain: [-1, 1],
      ends: ['−1', '0', '+1'],
    },
    frame,
  )
}
