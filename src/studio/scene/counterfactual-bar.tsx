import { flipScene, mirrorScene, randomise, swapDepths } from '../store/edits.ts'
import { edit, sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import styles from './inspector.module.css'

/** The paper's matched counterfactuals in one click, snapping, and the randomiser with its seed. */
export function CounterfactualBar() {
  const store = useStudioStore()
  const count = useStudio(state => sceneOf(state).objects.length)
  const selected = useStudio(state => state.selected)
  const seed = useStudio(state => state.seed)
  const snap = useStudio(state => state.snap)
  const other = selected === 0 ? 1 : 0
  return (
    <div className={styles.panel}>
      <div className={styles.row}>
        <Button
          icon="swap"
          label="Swap depths"
          disabled={count < 2}
          title={`Objects ${selected + 1} and ${other + 1} exchange depths and keep their angles`}
          onClick={() => edit(store, swapDepths(selected, other))}
        />
        <Button icon="mirror" label="Mirror" title="Left for right" onClick={() => edit(store, mirrorScene)} />
        <Button icon="flip" label="Flip" title="Floor for ceiling" onClick={() => edit(store, flipScene)} />
      </div>
      <div className={styles.row}>
        <Button
          icon="dice"
          label={`Randomise, seed ${seed}`}
          title="Angles, shapes, colours, sizes and the sun, drawn from the seed; then the seed goes one up"
          onClick={() => edit(store, randomise(seed)) && store.setState({ seed: seed + 1 })}
        />
        <Button
          label="Snap"
          pressed={snap}
          title="Snap to the 16 angles and to 0.1 m (shift: the other way while dragging)"
          onClick={() => store.setState({ snap: !snap })}
        />
      </div>
    </div>
  )
}
