import type { PairTruth, SceneTruth } from './truth.ts'

/** The paper's six categories, in its order; the first of each axis (left, above, far) is the canonical one. */
export const CATEGORIES = ['left', 'right', 'above', 'below', 'far', 'close'] as const
export type Category = (typeof CATEGORIES)[number]

export const AXES = ['horizontal', 'vertical', 'distance'] as const
export type Axis = (typeof AXES)[number]

export const AXIS_OF: Readonly<Record<Category, Axis>> = {
  left: 'horizontal',
  right: 'horizontal',
  above: 'vertical',
  below: 'vertical',
  far: 'distance',
  close: 'distance',
}

export type Relation = Category | 'undetermined'

const OPPOSITE: Readonly<Record<Relation, Relation>> = {
  left: 'right',
  right: 'left',
  above: 'below',
  below: 'above',
  far: 'close',
  close: 'far',
  undetermined: 'undetermined',
}

/** The same relation told from the other object's side. */
export const opposite = (relation: Relation): Relation => OPPOSITE[relation]

/** Relations of object a to object b (1-based, in any order). */
export function relationsOf(truth: SceneTruth, a: number, b: number): Record<Axis, Relation> {
  const pair = truth.pairs.find(item => item.a === Math.min(a, b) && item.b === Math.max(a, b))
  if (!pair) return { horizontal: 'undetermined', vertical: 'undetermined', distance: 'undetermined' }
  const seen = (relation: PairTruth[Axis]): Relation => (a < b ? relation : OPPOSITE[relation])
  return { horizontal: seen(pair.horizontal), vertical: seen(pair.vertical), distance: seen(pair.distance) }
}
