import { sceneOf } from '../store/studio-store.ts'
import { useStudio } from '../store/use-studio.ts'
import { NumberField } from '../ui/number-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { AXIS_COUNT, type Axis, type AxisChoice, axisFields, choiceOf } from './axis.ts'
import styles from './grid-page.module.css'

export interface AxisPickerProps {
  readonly title: string
  readonly axis: Axis
  /** The other axis's field, which cannot be chosen here. */
  readonly other: string
  readonly choice: AxisChoice
  readonly onChange: (choice: AxisChoice) => void
}

/** Which field an axis shows, over which range, in how many steps. */
export function AxisPicker({ title, axis, other, choice, onChange }: AxisPickerProps) {
  const scene = useStudio(sceneOf)
  const fields = axisFields(scene).filter(({ path }) => path !== other)
  const field = fields.find(({ path }) => path === axis.field) ?? fields[0]!
  const now = choice.field === axis.field ? choice : choiceOf(field)
  const groups = [...new Set(fields.map(({ group }) => group))].map(group => ({
    title: group,
    options: fields
      .filter(item => item.group === group)
      .map(({ path, spec }) => ({ value: path, title: `${group}: ${spec.label}` })),
  }))
  return (
    <div className={styles.axis}>
      <SelectField
        label={title}
        groups={groups}
        value={axis.field}
        onChange={path => onChange(choiceOf(fields.find(item => item.path === path)!))}
      />
      {field.spec.kind === 'number' && (
        <div className={styles.range}>
          <NumberField
            label="From"
            unit={field.spec.unit}
            step={field.spec.step}
            min={field.spec.min}
            max={field.spec.max}
            value={now.from}
            onChange={from => onChange({ ...now, from })}
          />
          <NumberField
            label="To"
            unit={field.spec.unit}
            step={field.spec.step}
            min={field.spec.min}
            max={field.spec.max}
            value={now.to}
            onChange={to => onChange({ ...now, to })}
          />
          <NumberField
            label="Steps"
            min={AXIS_COUNT.min}
            max={AXIS_COUNT.max}
            value={axis.values.length}
            onChange={count => onChange({ ...now, count: Math.round(count) })}
          />
        </div>
      )}
    </div>
  )
}
