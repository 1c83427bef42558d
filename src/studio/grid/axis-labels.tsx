import type { ColorName } from '../../core/palette.ts'
import { objectCss } from '../scene/object-color.ts'
import type { Axis } from './axis.ts'
import styles from './plane-view.module.css'
import { ThetaGlyph } from './theta-glyph.tsx'

export interface AxisLabelsProps {
  readonly axis: Axis
  readonly along: 'x' | 'y'
  readonly cellPx: number
  /** The value that is looked at. */
  readonly active: number | null
}

/** The values of an axis beside its cells: angles as a look into the tunnel, colours as themselves, numbers. */
export function AxisLabels({ axis, along, cellPx, active }: AxisLabelsProps) {
  return (
    <div className={along === 'x' ? styles.xAxis : styles.yAxis} aria-hidden="true">
      <span className={styles.title}>{along === 'x' ? `${titleOf(axis)} →` : `← ${titleOf(axis)}`}</span>
      <div className={styles.labels}>
        {axis.values.map((value, k) => (
          <span
            key={value}
            className={`${styles.label} ${k === active ? styles.labelOn : ''}`}
            style={along === 'x' ? { width: cellPx } : { height: cellPx }}
          >
            {axis.field.endsWith('.thetaDeg') && <ThetaGlyph thetaDeg={Number(value)} size={cellPx < 40 ? 14 : 18} />}
            {axis.field.endsWith('.color') && (
              <i className={styles.swatch} style={{ background: objectCss(value as ColorName) }} />
            )}
            <span>{typeof value === 'number' ? Number(value.toFixed(2)) + (axis.unit === '°' ? '°' : '') : value}</span>
          </span>
        ))}
      </div>
    </div>
  )
}

/** `Depth of object 1, m`; degrees stand at the values. */
const titleOf = ({ label, unit }: Axis): string =>
  `${label[0]!.toUpperCase()}${label.slice(1)}${unit === '' || unit === '°' ? '' : `, ${unit}`}`
