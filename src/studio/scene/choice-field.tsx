import { useId } from 'react'
import type { ColorName } from '../../core/palette.ts'
import styles from './inspector.module.css'
import { objectCss } from './object-color.ts'

export interface ChoiceFieldProps {
  readonly label: string
  readonly options: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A choice from a short list, as radio buttons; object colours are shown as themselves, with their names. */
export function ChoiceField({ label, options, value, onChange }: ChoiceFieldProps) {
  const name = useId()
  const colors = label === 'colour'
  return (
    <fieldset className={`${styles.choice} ${styles.wide}`}>
      <legend className={styles.legend}>
        {label[0]!.toUpperCase() + label.slice(1)}
        {colors && `: ${value}`}
      </legend>
      <div className={styles.options}>
        {options.map(option => (
          <label key={option} className={`${styles.option} ${colors ? styles.color : ''}`} title={option}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              aria-label={option}
              onChange={() => onChange(option)}
            />
            {colors ? <span style={{ background: objectCss(option as ColorName) }} /> : <span>{option}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
