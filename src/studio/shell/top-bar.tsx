import { useEffect, useRef } from 'react'
import { ACTIONS } from '../actions.ts'
import { PAGE_IDS } from '../page-ids.ts'
import { PAGES } from '../pages.ts'
import { sceneOf } from '../store/studio-store.ts'
import { fragmentOf } from '../store/url.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import type { IconName } from '../ui/icon.tsx'
import { DataChip } from './data-chip.tsx'
import styles from './top-bar.module.css'

/** Pages, what is loaded, undo and redo, share, theme. */
export function TopBar() {
  const store = useStudioStore()
  const page = useStudio(state => state.page)
  const canUndo = useStudio(state => state.history.past.length > 0)
  const canRedo = useStudio(state => state.history.future.length > 0)
  const theme = useStudio(state => state.theme)
  const run = (id: string) => ACTIONS.find(action => action.id === id)!.run(store)
  const pages = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the page that is opened may lie beyond the edge
  useEffect(() => {
    pages.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [page])
  return (
    <header className={styles.bar}>
      <div className={styles.brand}>
        <Mark />
        <span>SpatialTunnel</span>
      </div>
      <nav ref={pages} className={styles.pages} aria-label="Pages">
        {PAGE_IDS.map(id => (
          <a
            key={id}
            className={styles.page}
            href={fragmentOf(id, sceneOf(store.getState()), store.getState().plane)}
            aria-current={id === page ? 'page' : undefined}
            onClick={event => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              store.setState({ page: id })
            }}
          >
            {PAGES[id].title}
          </a>
        ))}
      </nav>
      <DataChip />
      <div className={styles.space} />
      <div className={styles.group}>
        <Button look="bare" icon="undo" iconOnly label="Undo" disabled={!canUndo} onClick={() => run('undo')} />
        <Button look="bare" icon="redo" iconOnly label="Redo" disabled={!canRedo} onClick={() => run('redo')} />
      </div>
      <Button look="bare" icon="search" iconOnly label="Find anything" onClick={() => run('palette')} />
      <div className={`${styles.group} ${styles.wide}`}>
        <Button look="bare" icon="open" iconOnly label="Open" onClick={() => run('open')} />
        <Button look="bare" icon="help" iconOnly label="Keys" onClick={() => run('keys')} />
        <Button look="bare" icon={THEME_ICONS[theme]} iconOnly label={`Theme: ${theme}`} onClick={() => run('theme')} />
      </div>
      <Button look="primary" icon="share" label="Share" className={styles.wide ?? ''} onClick={() => run('share')} />
    </header>
  )
}

const THEME_ICONS: Readonly<Record<'system' | 'light' | 'dark', IconName>> = {
  system: 'auto',
  light: 'sun',
  dark: 'moon',
}

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
