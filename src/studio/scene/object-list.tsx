import { MAX_OBJECTS } from '../../core/scene.ts'
import { objectName } from '../../core/truth.ts'
import { addObject, removeObject } from '../store/edits.ts'
import { edit, sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import styles from './inspector.module.css'
import { objectCss } from './object-color.ts'

/** The objects of the scene: choose, add, remove. */
export function ObjectList() {
  const store = useStudioStore()
  const { objects } = useStudio(sceneOf)
  const selected = useStudio(state => state.selected)
  return (
    <div>
      <div className={styles.head}>
        <h2>Objects</h2>
        <Button
          icon="plus"
          label="Add an object"
          look="bare"
          iconOnly
          disabled={objects.length >= MAX_OBJECTS}
          onClick={() => edit(store, addObject) && store.setState({ selected: objects.length })}
        />
        <Button
          icon="minus"
          label="Remove the selected object"
          look="bare"
          iconOnly
          disabled={objects.length <= 1}
          onClick={() => edit(store, removeObject(selected))}
        />
      </div>
      <div className={styles.objects}>
        {objects.map((object, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the object's identity
            key={index}
            type="button"
            aria-pressed={index === selected}
            className={styles.chip}
            title={objectName(object)}
            onClick={() => store.setState({ selected: index })}
          >
            <span
              className={`${styles.swatch} ${object.shape === 'sphere' ? styles.round : ''}`}
              style={{ background: objectCss(object.color) }}
            />
            <span>{index + 1}</span>
            <span className={styles.name}>{objectName(object)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
