import { ACTIONS } from '../actions.ts'
import { PAGE_IDS } from '../page-ids.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { LoadedName } from './loaded-name.tsx'
import styles from './menu.module.css'
import { PageLink } from './page-link.tsx'
import { THEME_ICONS } from './theme-icons.ts'

/** Everything of the top bar that a narrow window has no room for: the pages, what is loaded, and the actions. */
export default function Menu({ onClose }: { readonly onClose: () => void }) {
  const store = useStudioStore()
  const theme = useStudio(state => state.theme)
  const model = useStudio(state => state.model)
  const item = (id: string, icon: IconName, title: string) => {
    const action = ACTIONS.find(entry => entry.id === id)!
    return (
      <li key={id}>
        <button
          type="button"
          className={styles.item}
          onClick={() => {
            // The theme is seen at once: the menu stays, so that the next tap goes on.
            if (id !== 'theme') onClose()
            action.run(store)
          }}
        >
          <Icon name={icon} />
          {title}
        </button>
      </li>
    )
  }
  return (
    <Dialog title="Menu" onClose={onClose} widthPx={420}>
      <p className={styles.loaded}>
        {model && `${model.model} · `}
        <LoadedName />
      </p>
      <nav className={styles.pages} aria-label="Pages">
        {PAGE_IDS.map(id => (
          <PageLink key={id} id={id} className={styles.page} />
        ))}
      </nav>
      <ul className={styles.actions}>
        {item('open', 'open', 'Open files, a folder or a link')}
        {item('share', 'share', 'Share')}
        {item('model', 'search', 'Ask a model')}
        {item('keys', 'help', 'Keys')}
        {item('theme', THEME_ICONS[theme], `Theme: ${theme === 'system' ? 'as the system' : theme}`)}
      </ul>
    </Dialog>
  )
}
