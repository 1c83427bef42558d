import { useId } from 'react'
import styles from './select-field.module.css'

export interface SelectFieldProps {
  readonly label: string
  readonly groups: readonly { readonly title: string; readonly options: readonly SelectOption[] }[]
  readonly value: string
  readonly onChange: (value: string) => void
}

export interface SelectOption {
  readonly value: string
  readonly title: string
}

/** The browser's own list, in groups; a group without a title stands by itself. */
export function SelectField({ label, groups, value, onChange }: SelectFieldProps) {
  const id = useId()
  const list = (options: readonly SelectOption[]) =>
    options.map(option => (
      <option key={option.value} value={option.value}>
        {option.title}
      </option>
    ))
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select id={id} className={styles.select} value={value} onChange={event => onChange(event.target.value)}>
        {groups.map(group =>
          group.title === '' ? (
            list(group.options)
          ) : (
            <optgroup key={group.title} label={group.title}>
              {list(group.options)}
            </optgroup>
          ),
        )}
      </select>
    </div>
  )
}
