import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly widthPx?: number
}

/** The browser's own modal dialog: it keeps the focus, closes with Escape or a click outside, and gives the focus back. */
export function Dialog({ title, onClose, children, widthPx = 560 }: DialogProps) {
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      style={{ '--dialog-width': `${widthPx}px` } as React.CSSProperties}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={event => {
        if (event.target === ref.current && outside(event, ref.current)) onClose()
      }}
    >
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <Button look="bare" icon="close" iconOnly label="Close" onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
    </dialog>
  )
}

const outside = (event: React.PointerEvent, element: HTMLElement): boolean => {
  const box = element.getBoundingClientRect()
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom
}
