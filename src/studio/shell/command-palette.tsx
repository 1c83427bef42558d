import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { ACTIONS, shownKey } from '../actions.ts'
import { GALLERY } from '../gallery.ts'
import { PAGE_IDS } from '../page-ids.ts'
import { PAGES } from '../pages.ts'
import { openScene, type StudioStore } from '../store/studio-store.ts'
import { useStudioStore } from '../store/use-studio.ts'
import { Dialog } from '../ui/dialog.tsx'
import styles from './command-palette.module.css'
import { onApple } from './on-apple.ts'

interface Entry {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly run: (store: StudioStore) => void
}

/** Every page, example and action, found by typing. */
export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const store = useStudioStore()
  const id = useId()
  const [text, setText] = useState('')
  const [current, setCurrent] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const entries = useMemo(allEntries, [])
  const found = entries.filter(entry => matches(entry, text))
  const run = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.run(store)
  }
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <Dialog title="Find an action or a scene" onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        data-first-focus
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[current] ? `${id}-${found[current].id}` : undefined}
        aria-label="Find"
        placeholder="Type a few letters"
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
    </Dialog>
  )
}

function allEntries(): Entry[] {
  const apple = onApple()
  const pages = PAGE_IDS.map(
    (id): Entry => ({
      id: `page-${id}`,
      title: `${PAGES[id].title}: ${PAGES[id].about[0]!.toLowerCase()}${PAGES[id].about.slice(1)}`,
      kind: 'page',
      run: store => store.setState({ page: id }),
    }),
  )
  const actions = ACTIONS.filter(action => action.id !== 'palette').map(
    (action): Entry => ({
      id: `action-${action.id}`,
      title: action.title,
      kind: action.keys ? shownKey(action.keys[0]!, apple) : 'action',
      run: action.run,
    }),
  )
  const scenes = GALLERY.map(
    (example): Entry => ({
      id: `scene-${example.id}`,
      title: example.title,
      kind: 'example scene',
      run: store => {
        store.setState({ page: 'scene' })
        openScene(store, example.scene)
      },
    }),
  )
  return [...pages, ...scenes, ...actions]
}

const matches = (entry: Entry, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every(word => `${entry.title} ${entry.kind}`.toLowerCase().includes(word))
