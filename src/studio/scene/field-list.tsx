import { NumberField } from '../ui/number-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import type { FieldSpec } from './field-table.ts'
import styles from './inspector.module.css'

export interface FieldListProps {
  readonly fields: readonly FieldSpec[]
  readonly values: Readonly<Record<string, unknown>>
  readonly onChange: (key: string, value: number | string) => void
}

/** Controls for fields of the schema. */
export function FieldList({ fields, values, onChange }: FieldListProps) {
  return (
    <div className={styles.fields}>
      {fields.map(field =>
        field.kind === 'number' ? (
          <NumberField
            key={field.key}
            label={capital(field.label)}
            unit={field.unit}
            step={field.step}
            min={field.min}
            max={field.max}
            value={values[field.key] as number}
            onChange={value => onChange(field.key, value)}
          />
        ) : (
          <ChoiceField
            key={field.key}
            label={field.label}
            options={field.options}
            value={values[field.key] as string}
            onChange={value => onChange(field.key, value)}
          />
        ),
      )}
    </div>
  )
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1)
