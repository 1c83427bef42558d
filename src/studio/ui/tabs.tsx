import { type ReactNode, useId, useRef } from 'react'
import styles from './segments.module.css'

export interface TabsProps<T extends string> {
  readonly label: string
  readonly tabs: readonly { readonly id: T; readonly title: string }[]
  readonly current: T
  readonly onChange: (id: T) => void
  /** The current tab's panel. */
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly panelClassName?: string | undefined
}

/** Tabs in the WAI-ARIA pattern: one tab stop, arrow keys move and choose. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, tabs, current, onChange, children, className, panelClassName } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (by: number) => {
    const at = tabs.findIndex(tab => tab.id === current)
    const next = tabs[(at + by + tabs.length) % tabs.length]!
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={`${styles.group} ${className ?? ''}`}>
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            className={styles.segment}
            onClick={() => onChange(tab.id)}
            onKeyDown={event => {
              if (event.key === 'ArrowRight') move(1)
              else if (event.key === 'ArrowLeft') move(-1)
              else return
              event.preventDefault()
              event.stopPropagation()
            }}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} className={panelClassName}>
        {children}
      </div>
    </>
  )
}
