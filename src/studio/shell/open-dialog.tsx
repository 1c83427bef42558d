import { useRef, useState } from 'react'
import { openFiles, openPathFiles, openText } from '../share/open-files.ts'
import { useStudioServices } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './open-dialog.module.css'

/** What the studio reads, for people who do not drag: files, a folder, or a link that is pasted. */
export default function OpenDialog({ onClose }: { readonly onClose: () => void }) {
  const studio = useStudioServices()
  const [text, setText] = useState('')
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  return (
    <Dialog title="Open" onClose={onClose} widthPx={520}>
      <div className={styles.open}>
        <div className={styles.row}>
          <Button look="primary" icon="open" label="Files" data-first-focus onClick={() => files.current?.click()} />
          <Button icon="open" label="A folder" onClick={() => folder.current?.click()} />
        </div>
        <ul className={styles.kinds}>
          {KINDS.map(([what, how]) => (
            <li key={what}>
              <strong>{what}</strong> {how}
            </li>
          ))}
        </ul>
        <form
          className={styles.link}
          onSubmit={event => {
            event.preventDefault()
            onClose()
            openText(studio.store, text, 'what was pasted')
          }}
        >
          <label htmlFor="open-link">A link, or a scene’s JSON</label>
          <div className={styles.row}>
            <input
              id="open-link"
              value={text}
              autoComplete="off"
              spellCheck={false}
              placeholder="…#s=1.…"
              onChange={event => setText(event.target.value)}
            />
            <Button type="submit" label="Open" disabled={text.trim() === ''} />
          </div>
        </form>
        <p className={styles.note}>
          Or drop files and folders anywhere in this window, or paste. They are read on this device and uploaded
          nowhere.
        </p>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          data-testid="open-files"
          onChange={event => {
            const chosen = [...(event.target.files ?? [])]
            onClose()
            if (chosen.length > 0) void openFiles(studio, chosen)
          }}
        />
        <input
          ref={folder}
          type="file"
          hidden
          data-testid="open-folder"
          {...({ webkitdirectory: '' } as object)}
          onChange={event => {
            const chosen = [...(event.target.files ?? [])]
            onClose()
            const withPaths = chosen.map(file => ({ path: file.webkitRelativePath || file.name, file }))
            if (chosen.length > 0) void openPathFiles(studio, withPaths)
          }}
        />
      </div>
    </Dialog>
  )
}

const KINDS: readonly (readonly [what: string, how: string])[] = [
  ['A scene:', 'its JSON, or a picture saved as “PNG with scene”'],
  ['A dataset:', 'the folder that render wrote, or its ZIP'],
  ['Models’ answers:', 'responses.jsonl, one or several'],
  ['Vectors:', 'npz, safetensors or JSON lines, with their pairs file; or a probe.json'],
  ['Chains:', 'JSON lines with scene graphs, with or without a model’s records'],
]
