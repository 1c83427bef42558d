import { useId, useState } from 'react'
import styles from './number-field.module.css'

export interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly unit?: string | undefined
  readonly step?: number | undefined
  readonly min: number
  readonly max: number
  /** Called with a number inside [min, max]. */
  readonly onChange: (value: number) => void
}

/**
 * A number with its unit. The person types freely; Enter or leaving the field makes it the value, Escape gives up.
 * Arrow keys step (with shift a tenth of a step).
 */
export function NumberField({ label, value, unit, step = 1, min, max, onChange }: NumberFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const typed = draft === null ? value : Number(draft.replace(',', '.'))
  const valid = draft === null || (draft.trim() !== '' && typed >= min && typed <= max)
  const settle = () => {
    if (draft !== null && valid && typed !== value) onChange(typed)
    setDraft(null)
  }
  const nudge = (by: number) => onChange(Math.min(max, Math.max(min, Number((value + by).toFixed(6)))))
  const hint = `${min} to ${max}${unit ? ` ${unit}` : ''}`
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id} title={label}>
        {label}
      </label>
      <div className={`${styles.box} ${valid ? '' : styles.invalid}`}>
        <input
          id={id}
          className={styles.input}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          value={draft ?? shownNumber(value)}
          aria-invalid={!valid}
          title={hint}
          onFocus={event => event.target.select()}
          onChange={event => setDraft(event.target.value)}
          onBlur={settle}
          onKeyDown={event => {
            if (event.key === 'Enter') settle()
            else if (event.key === 'Escape') setDraft(null)
            else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
              event.preventDefault()
              setDraft(null)
              nudge((event.key === 'ArrowUp' ? step : -step) * (event.shiftKey ? 0.1 : 1))
            }
          }}
        />
        {unit && <span className={styles.unit}>{unit}</span>}
      </div>
      {!valid && (
        <span className="visually-hidden" role="alert">
          {label}: expected {hint}
        </span>
      )}
    </div>
  )
}

/** At most four decimals: what a person can read; the whole value stays in the document. */
const shownNumber = (value: number): string => String(Number(value.toFixed(4)))
