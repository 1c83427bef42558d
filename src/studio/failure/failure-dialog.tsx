import { useState } from 'react'
import { FAILURE_LIMITS, failureLink } from '../../formats/failure-link.ts'
import { copyText } from '../share/copy-text.ts'
import { isLoopback, LOOPBACK_NOTE } from '../share/loopback.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './failure.module.css'
import { FailureText } from './failure-text.tsx'

/** A failure as a link: scene, question, answers, and a note that is written here. */
export default function FailureDialog({ onClose }: { readonly onClose: () => void }) {
  const store = useStudioStore()
  const draft = useStudio(state => state.failureDraft)
  const [note, setNote] = useState('')
  if (!draft) return null
  const failure = { ...draft.failure, note }
  const link = failureLink(draft.scene, failure, window.location.href.replace(/[?#].*$/s, ''))
  const local = isLoopback(window.location.hostname)
  const copy = async () => {
    const copied = await copyText(link)
    const refused = {
      kind: 'error',
      title: 'This browser does not let the page copy',
      text: 'Select the link and copy it by hand.',
    } as const
    store.setState({
      notice: copied ? { kind: 'info', title: 'Link copied', ...(local ? { text: LOOPBACK_NOTE } : {}) } : refused,
    })
  }
  return (
    <Dialog title="Share this failure" onClose={onClose} widthPx={620}>
      <div className={styles.form}>
        <FailureText failure={{ ...failure, note: '' }} />
        <label className={styles.field}>
          <span>Note</span>
          <textarea
            data-first-focus
            rows={3}
            maxLength={FAILURE_LIMITS.note}
            value={note}
            placeholder="What is worth seeing here?"
            onChange={event => setNote(event.target.value)}
          />
        </label>
        <div className={styles.link}>
          <input readOnly value={link} aria-label="Link to this failure" onFocus={event => event.target.select()} />
          <Button look="primary" icon="copy" label="Copy link" onClick={() => void copy()} />
        </div>
        <p className={styles.note}>
          {`Scene, question, answers and note are in the link: ${link.length} letters, no server. `}
          {local && LOOPBACK_NOTE}
        </p>
      </div>
    </Dialog>
  )
}
