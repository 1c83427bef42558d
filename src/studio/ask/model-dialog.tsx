import { useState } from 'react'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { ModelConnection } from './model-connection.ts'
import styles from './model-dialog.module.css'
import { SweepPanel } from './sweep-panel.tsx'

const FIRST: ModelConnection = { baseUrl: 'http://127.0.0.1:8000/v1', model: '', apiKey: '', protocol: 'logits' }

/** Where the model is that the questions go to. */
export default function ModelDialog({ onClose }: { readonly onClose: () => void }) {
  const store = useStudioStore()
  const connected = useStudio(state => state.model)
  const [draft, setDraft] = useState(connected ?? FIRST)
  const set = (part: Partial<ModelConnection>) => setDraft({ ...draft, ...part })
  return (
    <Dialog title="Ask a model" onClose={onClose} widthPx={480}>
      <form
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          store.setState({ model: draft })
          onClose()
        }}
      >
        <label>
          <span>Address of an OpenAI-compatible server</span>
          <input
            type="url"
            required
            data-first-focus
            value={draft.baseUrl}
            onChange={event => set({ baseUrl: event.target.value })}
          />
        </label>
        <label>
          <span>Model</span>
          <input required value={draft.model} onChange={event => set({ model: event.target.value })} />
        </label>
        <label>
          <span>Key, if the server wants one</span>
          <input
            type="password"
            autoComplete="off"
            value={draft.apiKey}
            onChange={event => set({ apiKey: event.target.value })}
          />
        </label>
        <fieldset className={styles.protocol}>
          <legend>Read from</legend>
          {PROTOCOLS.map(({ id, title }) => (
            <label key={id}>
              <input
                type="radio"
                name="protocol"
                checked={draft.protocol === id}
                onChange={() => set({ protocol: id })}
              />
              <span>{title}</span>
            </label>
          ))}
        </fieldset>
        <p className={styles.note}>
          The picture and the four depth questions go to this server after every change of the scene. The key stays in
          this page’s memory and is gone with it.
        </p>
        <div className={styles.end}>
          <Button type="submit" look="primary" label="Ask" />
          {connected && (
            <Button
              label="Stop asking"
              onClick={() => {
                store.setState({ model: null })
                onClose()
              }}
            />
          )}
        </div>
      </form>
      {connected && <SweepPanel model={connected} />}
    </Dialog>
  )
}

const PROTOCOLS = [
  { id: 'logits', title: 'First-token probabilities: P(Yes)' },
  { id: 'text', title: 'The reply’s words' },
] as const
