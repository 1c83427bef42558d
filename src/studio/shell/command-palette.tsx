import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useStudioStore } from '../store/use-studio.ts'
import { Dialog } from '../ui/dialog.tsx'
import styles from './command-palette.module.css'
import { onApple } from './on-apple.ts'
import { findEntries, PALETTE_LIMIT, type PaletteEntry, paletteEntries } from './palette-entries.ts'

/** Everything there is, found by typing. */
export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const store = useStudioStore()
  const id = useId()
  const [text, setText] = useState('')
  const [current, setCurrent] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const entries = useMemo(() => paletteEntries(store.getState(), onApple()), [store])
  const found = findEntries(entries, text)
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    entry.run(store)
  }
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <Dialog title="Find anything" onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        data-first-focus
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[current] ? `${id}-${found[current].id}` : undefined}
        aria-label="Find"
        placeholder="A page, a scene, an action, a model"
        value={text}
        onChange={event => {
          setText(event.target.value)
          setCurrent(0)
        }}
        onKeyDown={event => {
          const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (by !== undefined) {
            event.preventDefault()
            setCurrent((current + by + found.length) % Math.max(1, found.length))
          } else if (event.key === 'Enter') run(found[current])
        }}
      />
      <div ref={list} id={`${id}-list`} className={styles.list} role="listbox" aria-label="Found" tabIndex={-1}>
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are on the input, which keeps the focus
          <div
            key={entry.id}
            id={`${id}-${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={styles.option}
            onPointerMove={() => index !== current && setCurrent(index)}
            onClick={() => run(entry)}
          >
            {entry.title}
            <span className={styles.kind}>{entry.kind}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.empty}>Nothing is called that.</p>}
      {text !== '' && found.length === PALETTE_LIMIT && <p className={styles.empty}>There are more: type on.</p>}
    </Dialog>
  )
}
