import type { Split } from '../../core/truth.ts'
import type { SweptField } from './sweep.ts'
import styles from './sweep-panel.module.css'

export interface SweepPoint {
  readonly value: number
  readonly split: Split
  /** Mean probability of the right answer. */
  readonly v: number
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [430, 190, 34, 24]

/** v along a swept field: splits by shape and colour, chance as a dashed line. */
export function SweepChart({ field, points }: { readonly field: SweptField; readonly points: readonly SweepPoint[] }) {
  const [lo, hi] = field === 'thetaDeg' ? [0, 360] : [0, 14]
  const unit = field === 'thetaDeg' ? '°' : ' m'
  const x = (value: number): number => LEFT + ((value - lo) / (hi - lo)) * (WIDTH - LEFT - 14)
  const y = (v: number): number => 10 + (1 - v) * (HEIGHT - BOTTOM - 20)
  const sorted = [...points].sort((a, b) => a.value - b.value)
  const ticks = field === 'thetaDeg' ? [0, 90, 180, 270, 360] : [0, 3, 6, 9, 12]
  return (
    <>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`v along ${field}: ${sorted.map(({ value, v, split }) => `${value}${unit} ${v.toFixed(2)} ${split}`).join(', ')}`}
      >
        {[0, 0.5, 1].map(v => (
          <g key={v}>
            <line className={v === 0.5 ? styles.chance : styles.grid} x1={LEFT} x2={WIDTH - 8} y1={y(v)} y2={y(v)} />
            <text className={styles.tick} x={LEFT - 8} y={y(v) + 4} textAnchor="end">
              {v}
            </text>
          </g>
        ))}
        {ticks.map(value => (
          <text key={value} className={styles.tick} x={x(value)} y={HEIGHT - 6} textAnchor="middle">
            {`${value}${unit}`}
          </text>
        ))}
        <polyline className={styles.line} points={sorted.map(({ value, v }) => `${x(value)},${y(v)}`).join(' ')} />
        {sorted.map(({ value, v, split }) => (
          <Mark key={value} split={split} x={x(value)} y={y(v)} />
        ))}
      </svg>
      <p className={styles.key}>
        {(['consistent', 'counter', 'ambiguous'] as const).map(split => (
          <span key={split}>
            <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
              <Mark split={split} x={0} y={0} />
            </svg>
            {split}
          </span>
        ))}
      </p>
    </>
  )
}

function Mark({ split, x, y }: { readonly split: Split; readonly x: number; readonly y: number }) {
  if (split === 'consistent') return <circle className={styles.consistent} cx={x} cy={y} r={4.5} />
  if (split === 'counter') return <path className={styles.counter} d={`M${x} ${y - 5.5}l5.5 5.5l-5.5 5.5l-5.5 -5.5Z`} />
  return <rect className={styles.ambiguous} x={x - 4} y={y - 4} width={8} height={8} />
}
