import { Suspense, useEffect } from 'react'
import { PAGES } from '../pages.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import styles from './app.module.css'
import { Dialogs } from './dialogs.tsx'
import { DropTarget } from './drop-target.tsx'
import { NoticeBar } from './notice-bar.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { TopBar } from './top-bar.tsx'
import { useKeys } from './use-keys.ts'

/** The house of all pages: top bar, the page, what floats above it. */
export function App() {
  const store = useStudioStore()
  const page = useStudio(state => state.page)
  const embed = useStudio(state => state.embed)
  const theme = useStudio(state => state.theme)
  useKeys(store)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  useEffect(() => {
    document.title = `${PAGES[page].title} · SpatialTunnel`
  }, [page])
  const Page = PAGES[page].component
  return (
    <DropTarget>
      <div className={styles.app}>
        {!embed && (
          <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
            Skip to the page
          </button>
        )}
        {embed ? <div /> : <TopBar />}
        <main id="main" className={styles.main} tabIndex={-1}>
          <h1 className="visually-hidden">{PAGES[page].title}: SpatialTunnel</h1>
          <PageBoundary key={page}>
            <Suspense fallback={<p className={styles.loading}>Loading {PAGES[page].title.toLowerCase()} …</p>}>
              <Page />
            </Suspense>
          </PageBoundary>
        </main>
        <NoticeBar />
        <Dialogs />
      </div>
    </DropTarget>
  )
}
