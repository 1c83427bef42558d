import { useEffect, useRef } from 'react'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import styles from './notice-bar.module.css'

/** Good news goes by itself once it can have been read; errors wait until the cause is gone. */
const LEAST_MS = 4000
const MS_A_LETTER = 60

/** What happened, above everything else: a popover, so that it stands in front of a dialog that is open. */
export function NoticeBar() {
  const store = useStudioStore()
  const notice = useStudio(state => state.notice)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!notice) return
    // Shown anew: a dialog that was opened since then lies above it.
    bar.current?.hidePopover()
    bar.current?.showPopover()
  }, [notice])
  useEffect(() => {
    if (notice?.kind !== 'info') return
    const timer = setTimeout(
      () => store.setState({ notice: null }),
      Math.max(LEAST_MS, MS_A_LETTER * (notice.text?.length ?? 0)),
    )
    return () => clearTimeout(timer)
  }, [notice, store])
  return (
    <div role="status" aria-live="polite">
      {notice && (
        <div ref={bar} popover="manual" className={`${styles.notice} ${notice.kind === 'error' ? styles.error : ''}`}>
          <div className={styles.text}>
            <strong>{notice.title}</strong>
            {notice.text && <p>{notice.text}</p>}
          </div>
          <Button look="bare" icon="close" iconOnly label="Dismiss" onClick={() => store.setState({ notice: null })} />
        </div>
      )}
    </div>
  )
}
