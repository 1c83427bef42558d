import { AXIS_OF, type Axis, CATEGORIES, type Category, relationsOf } from './relations.ts'
import type { SceneTruth } from './truth.ts'

/**
 * The balanced design of the contrastive suite: the category is the index modulo 6; within a category the signs of the
 * two other axes take their four combinations in turn, so that any multiple of 24 scenes is balanced exactly.
 *
 * In a two-object scene of the paper object 1 is the farther one, so the distance relation decides which object the
 * original question asks about (`a`).
 */
export interface ContrastiveDesign {
  readonly category: Category
  readonly axis: Axis
  /** 1-based index of the object that the original question asks about, and of the one it is compared to. */
  readonly a: number
  readonly b: number
  /** Relations of a to b. */
  readonly horizontal: 'left' | 'right'
  readonly vertical: 'above' | 'below'
  readonly distance: 'far' | 'close'
}

export function contrastiveDesign(index: number): ContrastiveDesign {
  const category = CATEGORIES[index % CATEGORIES.length]!
  const axis = AXIS_OF[category]
  const turn = Math.floor(index / CATEGORIES.length)
  const [first, second] = [(turn & 1) === 0, (turn & 2) === 0]
  const horizontal = axis === 'horizontal' ? (category as 'left' | 'right') : first ? 'left' : 'right'
  const verticalBit = axis === 'horizontal' ? first : second
  const vertical = axis === 'vertical' ? (category as 'above' | 'below') : verticalBit ? 'above' : 'below'
  const distance = axis === 'distance' ? (category as 'far' | 'close') : second ? 'far' : 'close'
  const a = distance === 'far' ? 1 : 2
  return { category, axis, a, b: 3 - a, horizontal, vertical, distance }
}

export function satisfiesDesign(truth: SceneTruth, design: ContrastiveDesign): boolean {
  const relations = relationsOf(truth, design.a, design.b)
  return (
    relations.horizontal === design.horizontal &&
    relations.vertical === design.vertical &&
    relations.distance === design.distance
  )
}
