import contrastive from '../../../scenes/contrastive.json' with { type: 'json' }
import { type Expander, expander } from '../../core/expand.ts'
import type { Scene } from '../../core/scene.ts'
import { parseSuite } from '../../core/suite.ts'

/** Finds the scene of a pair of the shipped contrastive suite; null for pairs of other datasets. */
export function createPairScenes(): (sceneId: string | undefined) => Scene | null {
  let suite: Expander | null = null
  return sceneId => {
    const index = Number(/^contrastive-(\d{6})$/.exec(sceneId ?? '')?.[1] ?? Number.NaN)
    suite ??= expander(parseSuite(contrastive))
    return index < suite.size ? suite.scene(index).scene : null
  }
}
