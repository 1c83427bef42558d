import { useEffect } from 'react'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import styles from './notice-bar.module.css'

/** Good news goes by itself; errors wait until they are read or the cause is gone. */
const INFO_MS = 4000

export function NoticeBar() {
  const store = useStudioStore()
  const notice = useStudio(state => state.notice)
  useEffect(() => {
    if (notice?.kind !== 'info') return
    const timer = setTimeout(() => store.setState({ notice: null }), INFO_MS)
    return () => clearTimeout(timer)
  }, [notice, store])
  return (
    <div role="status" aria-live="polite">
      {notice && (
        <div className={`${styles.notice} ${notice.kind === 'error' ? styles.error : ''}`}>
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
