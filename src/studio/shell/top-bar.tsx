import { ACTIONS } from '../actions.ts'
import { PAGE_IDS } from '../page-ids.ts'
import { PAGES } from '../pages.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useMedia } from '../ui/use-media.ts'
import { DataChip } from './data-chip.tsx'
import { LoadedName } from './loaded-name.tsx'
import { PageLink } from './page-link.tsx'
import { THEME_ICONS } from './theme-icons.ts'
import styles from './top-bar.module.css'

/** Narrower than this the names of all pages have no room beside the buttons. */
const NARROW = '(max-width: 919px)'

/** Pages, what is loaded, undo and redo, share, theme; a narrow window has what has no room in a menu. */
export function TopBar() {
  const narrow = useMedia(NARROW)
  return (
    <header className={styles.bar}>
      <div className={styles.brand}>
        <Mark />
        <span>SpatialTunnel</span>
      </div>
      {narrow ? <Where /> : <Pages />}
      <div className={styles.space} />
      <Undo />
      {narrow ? <MenuButton /> : <Actions />}
    </header>
  )
}

const Pages = () => (
  <>
    <nav className={styles.pages} aria-label="Pages">
      {PAGE_IDS.map(id => (
        <PageLink key={id} id={id} className={styles.page} />
      ))}
    </nav>
    <DataChip />
  </>
)

/** The page and what it shows; opens the menu. */
function Where() {
  const store = useStudioStore()
  const page = useStudio(state => state.page)
  return (
    <button type="button" className={styles.where} onClick={() => store.setState({ dialog: 'menu' })}>
      <span>
        {PAGES[page].title}
        <Icon name="down" size={14} />
      </span>
      <small>
        <LoadedName />
      </small>
    </button>
  )
}

function Undo() {
  const store = useStudioStore()
  const canUndo = useStudio(state => state.history.past.length > 0)
  const canRedo = useStudio(state => state.history.future.length > 0)
  return (
    <div className={styles.group}>
      <Button look="bare" icon="undo" iconOnly label="Undo" disabled={!canUndo} onClick={() => run(store, 'undo')} />
      <Button look="bare" icon="redo" iconOnly label="Redo" disabled={!canRedo} onClick={() => run(store, 'redo')} />
      <Button look="bare" icon="search" iconOnly label="Find anything" onClick={() => run(store, 'palette')} />
    </div>
  )
}

function Actions() {
  const store = useStudioStore()
  const theme = useStudio(state => state.theme)
  return (
    <>
      <div className={styles.group}>
        <Button look="bare" icon="open" iconOnly label="Open" onClick={() => run(store, 'open')} />
        <Button look="bare" icon="help" iconOnly label="Keys" onClick={() => run(store, 'keys')} />
        <Button
          look="bare"
          icon={THEME_ICONS[theme]}
          iconOnly
          label={`Theme: ${theme}`}
          onClick={() => run(store, 'theme')}
        />
      </div>
      <Button look="primary" icon="share" label="Share" onClick={() => run(store, 'share')} />
    </>
  )
}

function MenuButton() {
  const store = useStudioStore()
  return <Button look="bare" icon="menu" iconOnly label="Menu" onClick={() => store.setState({ dialog: 'menu' })} />
}

const run = (store: ReturnType<typeof useStudioStore>, id: string): void =>
  ACTIONS.find(action => action.id === id)!.run(store)

function Mark() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" role="img" aria-label="SpatialTunnel">
      <path
        d="M1.5 1.500h19v19h-19ZM8.5 8.500h5v5h-5ZM1.5 1.500l7 7M20.5 1.500l-7 7M1.5 20.500l7-7M20.5 20.500l-7-7"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
      />
      <circle cx="11" cy="5" r="1.9" fill="var(--consistent)" />
      <circle cx="11" cy="16.8" r="2.7" fill="var(--counter)" />
    </svg>
  )
}
