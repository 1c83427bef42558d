import { setObject } from '../store/edits.ts'
import { beginGesture, cancelGesture, edit, endGesture, sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { DepthRail } from './depth-rail.tsx'
import { Dial } from './dial.tsx'
import styles from './inspector.module.css'

/** Dial and depth rail of the selected object. */
export function Placement() {
  const store = useStudioStore()
  const scene = useStudio(sceneOf)
  const selected = useStudio(state => state.selected)
  const snap = useStudio(state => state.snap)
  const shared = {
    scene,
    selected,
    snap,
    onSelect: (index: number) => store.setState({ selected: index }),
    onGesture: (phase: 'begin' | 'end' | 'cancel') =>
      ({ begin: beginGesture, end: endGesture, cancel: cancelGesture })[phase](store),
  }
  return (
    <div className={styles.panel}>
      <Dial {...shared} onTurn={thetaDeg => edit(store, setObject(selected, { thetaDeg }))} />
      <DepthRail {...shared} onMove={depthM => edit(store, setObject(selected, { depthM }))} />
    </div>
  )
}
