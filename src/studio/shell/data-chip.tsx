import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { LoadedName } from './loaded-name.tsx'
import styles from './top-bar.module.css'

/** Names what the page shows and the model that is asked; opens the list of everything. */
export function DataChip() {
  const store = useStudioStore()
  const model = useStudio(state => state.model)
  return (
    <button type="button" className={styles.chip} onClick={() => store.setState({ dialog: 'palette' })}>
      {model && `${model.model} · `}
      <LoadedName />
    </button>
  )
}
