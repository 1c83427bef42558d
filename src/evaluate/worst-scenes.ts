import type { EvaluationScene } from './evaluation-data.ts'
import { groupBy } from './group-by.ts'
import type { Item } from './items.ts'
import { sceneMeans } from './scalars.ts'

export interface WorstScene {
  readonly scene: EvaluationScene
  /** Mean v over the scene's answered questions. */
  readonly v: number
  readonly items: readonly Item[]
}

/** The scenes with the lowest v below one half (more wrong than right), ties in the order of the suite. */
export function worstScenes(items: readonly Item[], count: number): WorstScene[] {
  const byScene = groupBy(items, item => item.sceneRow)
  return [...sceneMeans(items)]
    .filter(([, v]) => v < 0.5)
    .sort(([rowA, a], [rowB, b]) => a - b || rowA - rowB)
    .slice(0, count)
    .map(([row, v]) => ({ scene: byScene.get(row)![0]!.scene, v, items: byScene.get(row)! }))
}
