import type { DepthOrder, Horizontal, Split, Vertical } from './truth.ts'

export const CATEGORIES = ['left', 'right', 'above', 'below', 'far', 'close'] as const
export type Category = (typeof CATEGORIES)[number]
export type Axis = 'horizontal' | 'vertical' | 'distance'

export const QUESTION_VERSION = 1

/** A row of `questions.jsonl`. */
export interface QuestionRow {
  readonly version: typeof QUESTION_VERSION
  /** `<sceneId>-d1` … `-d4` (depth) or `<sceneId>-h|v|z-o|s` (contrastive: original or swapped). */
  readonly id: string
  readonly sceneId: string
  /** Path of the image inside the dataset folder. */
  readonly image: string
  readonly text: string
  readonly answer: string
  /** Number or name of the template: 1-4 (paper, C.2), or `horizontal`, `vertical`, `distance`. */
  readonly template: string
  readonly axis: Axis
  /** Depth questions: truth about the first-named object. Contrastive: the answer. */
  readonly category: Category
  /** Joins the two questions that differ only by swapping the objects. */
  readonly pairId: string
  /** The scene's (the pair's) consistent / counter / ambiguous split at the dataset's margin. */
  readonly split: Split
}

export type PairRelation = Exclude<Horizontal | Vertical | DepthOrder, 'undetermined'>
