import { useEffect, useState } from 'react'
import type { Scene } from '../../core/scene.ts'
import type { CapturedFrame } from '../../protocol/render-job.ts'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import { whenIdle } from '../ui/when-idle.ts'

/** A pause in editing after which the id mask is drawn. */
const PAUSE_MS = 120

/**
 * Visible share of every object, measured on the id mask as the batch does: visible pixels ÷ pixels drawn alone.
 * null while the scene is being changed, and where nothing can be drawn.
 */
export function useVisibility(scene: Scene): readonly (number | null)[] | null {
  const studio = useStudioServices()
  const webgl = useStudio(state => state.webgl)
  const [measured, setMeasured] = useState<{ scene: Scene; shares: readonly (number | null)[] } | null>(null)
  useEffect(() => {
    // The page's own picture first.
    if (webgl === null) return
    let shown = true
    const measure = async (): Promise<void> => {
      const capturer = shown ? await studio.capturer() : null
      if (capturer && shown) setMeasured({ scene, shares: visibleShares(capturer.capture(scene, [])) })
    }
    const timer = setTimeout(() => whenIdle(() => void measure()), PAUSE_MS)
    return () => {
      shown = false
      clearTimeout(timer)
    }
  }, [scene, studio, webgl])
  return measured?.scene === scene ? measured.shares : null
}

function visibleShares({ ids, aloneAreaPx }: CapturedFrame): (number | null)[] {
  const visible = new Uint32Array(256)
  for (const id of ids) visible[id]! += 1
  return aloneAreaPx.map((alone, i) => (alone === 0 ? null : visible[i + 1]! / alone))
}
