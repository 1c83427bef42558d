import { useMemo } from 'react'
import { MARGINS_DEFAULTS, type PairTruth, type SceneTruth, sceneTruth } from '../../core/truth.ts'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio } from '../store/use-studio.ts'

/** The document's ground truth at the margin that the person has set. */
export function useTruth(): SceneTruth {
  const scene = useStudio(sceneOf)
  const positionShare = useStudio(state => state.positionShare)
  return useMemo(() => sceneTruth(scene, { ...MARGINS_DEFAULTS, positionShare }), [scene, positionShare])
}

/**
 * The pair that the page talks about: the selected object and the first other one; null with a single object.
 */
export function useShownPair(truth: SceneTruth): PairTruth | null {
  const selected = useStudio(state => state.selected) + 1
  return truth.pairs.find(pair => pair.a === selected || pair.b === selected) ?? null
}
