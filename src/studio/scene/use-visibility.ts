import { useEffect, useState } from 'react'
import type { Scene } from '../../core/scene.ts'
import type { CapturedFrame } from '../../protocol/render-job.ts'
import { useStudioServices } from '../store/use-studio.ts'

/** A pause in editing after which the id mask is drawn. */
const PAUSE_MS = 120

/**
 * Visible share of every object, measured on the id mask as the batch does: visible pixels ÷ pixels drawn alone.
 * null while the scene is being changed, and where nothing can be drawn.
 */
export function useVisibility(scene: Scene): readonly (number | null)[] | null {
  const studio = useStudioServices()
  const [measured, setMeasured] = useState<{ scene: Scene; shares: readonly (number | null)[] } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      const frame = studio.capturer()?.capture(scene, [])
      if (frame) setMeasured({ scene, shares: visibleShares(frame) })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [scene, studio])
  return measured?.scene === scene ? measured.shares : null
}

function visibleShares({ ids, aloneAreaPx }: CapturedFrame): (number | null)[] {
  const visible = new Uint32Array(256)
  for (const id of ids) visible[id]! += 1
  return aloneAreaPx.map((alone, i) => (alone === 0 ? null : visible[i + 1]! / alone))
}
