import { useEffect, useMemo, useState } from 'react'
import gridSuite from '../../../scenes/grid.json' with { type: 'json' }
import { parseSuite } from '../../core/suite.ts'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio } from '../store/use-studio.ts'
import { axisOf, PLANE_DEFAULTS } from './axis.ts'
import { type Plane, placesOf, scenePlane, suitePlane } from './plane.ts'

/** Cells are computed this long at a time, with room for keys and drawing in between. */
const SLICE_MS = 30
/** How often the page shows what has been computed. */
const SHOW_MS = 120

/** The plane that the page shows, and how many of its cells have been computed. */
export function usePlane(): { readonly plane: Plane; readonly filled: number } {
  const scene = useStudio(sceneOf)
  const view = useStudio(state => state.plane)
  const positionShare = useStudio(state => state.positionShare)
  const suite = useMemo(() => parseSuite(gridSuite), [])
  const plane = useMemo(() => {
    const choice = view.source === 'suite' ? PLANE_DEFAULTS : view
    const base = scene.objects.length > 1 || view.source === 'scene' ? scene : twoObjects(scene)
    const x = axisOf(base, choice.x, null)
    const y = axisOf(base, choice.y, x.field)
    return view.source === 'suite'
      ? suitePlane(suite, base, x, y, positionShare)
      : scenePlane(base, x, y, positionShare)
  }, [scene, view, positionShare, suite])
  return { plane, filled: useFilled(plane) }
}

/** The suite's axes need a second object to name. */
const twoObjects = <S extends { objects: readonly unknown[] }>(scene: S): S => ({
  ...scene,
  objects: [...scene.objects, ...scene.objects],
})

function useFilled(plane: Plane): number {
  const [state, setState] = useState({ plane, filled: 0 })
  useEffect(() => {
    const places = placesOf(plane)
    let at = 0
    let shownAtMs = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const work = () => {
      const startMs = performance.now()
      for (; at < places.length && performance.now() < startMs + SLICE_MS; at++)
        plane.cell(places[at]!.column, places[at]!.row)
      if (at === places.length || startMs > shownAtMs + SHOW_MS) {
        shownAtMs = startMs
        setState({ plane, filled: at })
      }
      if (at < places.length) timer = setTimeout(work, 4)
    }
    timer = setTimeout(work, 0)
    return () => clearTimeout(timer)
  }, [plane])
  return state.plane === plane ? state.filled : 0
}
