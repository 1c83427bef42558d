import { ACTIONS, shownKey } from '../actions.ts'
import { Dialog } from '../ui/dialog.tsx'
import styles from './key-list.module.css'
import { onApple } from './on-apple.ts'

/** What `?` shows: every action that has a key. */
export default function KeyList({ onClose }: { readonly onClose: () => void }) {
  const apple = onApple()
  return (
    <Dialog title="Keys" onClose={onClose} widthPx={760}>
      <ul className={styles.keys}>
        {ACTIONS.filter(action => action.keys).map(action => (
          <li key={action.id}>
            {action.title}
            <span>
              <kbd>{shownKey(action.keys![0]!, apple)}</kbd>
            </span>
          </li>
        ))}
        <li>
          Go through objects, controls
          <kbd>Tab</kbd>
        </li>
      </ul>
    </Dialog>
  )
}
