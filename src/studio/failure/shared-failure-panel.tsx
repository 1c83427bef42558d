import { openScene, sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import styles from './failure.module.css'
import { FailureText } from './failure-text.tsx'

/** The failure that a link brought; once the scene is changed it says that the answers belong to another one. */
export function SharedFailurePanel() {
  const store = useStudioStore()
  const shared = useStudio(state => state.shared)
  const scene = useStudio(sceneOf)
  if (!shared) return null
  const changed = JSON.stringify(scene) !== JSON.stringify(shared.scene)
  const back = () => {
    if (openScene(store, shared.scene)) store.setState({ shared: { ...shared, scene: sceneOf(store.getState()) } })
  }
  return (
    <section className={styles.panel} aria-label="Shared failure">
      <div className={styles.head}>
        <h2>A failure that was shared with you</h2>
        {changed && <Button label="Back to the shared scene" onClick={back} />}
        <Button
          look="bare"
          icon="close"
          iconOnly
          label="Close the failure"
          onClick={() => store.setState({ shared: null })}
        />
      </div>
      {changed && (
        <p className={styles.wrong}>The scene has been changed: these answers were given to the shared one.</p>
      )}
      <FailureText failure={shared.failure} />
      <p className={styles.note}>As the sender’s link has it; nothing of it was computed or checked here.</p>
    </section>
  )
}
