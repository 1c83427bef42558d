import { useRef } from 'react'
import styles from './segments.module.css'

export interface SegmentsProps<T extends string | number> {
  readonly label: string
  readonly options: readonly { readonly value: T; readonly title: string }[]
  readonly value: T
  readonly onChange: (value: T) => void
}

/** One of a few, all in sight: a radio group with one tab stop, arrow keys move and choose. */
export function Segments<T extends string | number>({ label, options, value, onChange }: SegmentsProps<T>) {
  const group = useRef<HTMLDivElement>(null)
  const move = (by: number) => {
    const at = options.findIndex(option => option.value === value)
    const next = (at + by + options.length) % options.length
    onChange(options[next]!.value)
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus()
  }
  return (
    <div ref={group} role="radiogroup" aria-label={label} className={styles.group}>
      {options.map(option => (
        // biome-ignore lint/a11y/useSemanticElements: the look is that of the tabs, which no input has
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          className={styles.segment}
          onClick={() => onChange(option.value)}
          onKeyDown={event => {
            const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
            if (by === undefined) return
            event.preventDefault()
            event.stopPropagation()
            move(by)
          }}
        >
          {option.title}
        </button>
      ))}
    </div>
  )
}
