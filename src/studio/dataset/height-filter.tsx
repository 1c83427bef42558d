import { useMemo } from 'react'
import { NumberField } from '../ui/number-field.tsx'
import styles from './filter-panel.module.css'
import type { LoadedDataset } from './loaded-dataset.ts'
import { type HeightBin, heightBins, type SceneFilter, SPLITS } from './scene-filter.ts'

export interface HeightFilterProps {
  readonly dataset: LoadedDataset
  readonly filter: SceneFilter
  readonly onFilter: (filter: SceneFilter) => void
}

/** How much higher the farther object is: the dataset's distribution, and the range that is kept. */
export function HeightFilter({ dataset, filter, onFilter }: HeightFilterProps) {
  const bins = useMemo(() => heightBins(dataset.scenes), [dataset])
  if (bins.length === 0) return null
  const reach = bins.at(-1)!.toPx
  const [from, to] = [filter.minPx ?? -reach, filter.maxPx ?? reach]
  return (
    <fieldset className={`${styles.group} ${styles.wide}`}>
      <legend>Farther object higher by (Δy)</legend>
      <Histogram bins={bins} from={from} to={to} />
      <div className={styles.axis} aria-hidden="true">
        <span>{reach} px lower</span>
        <span>0</span>
        <span>{reach} px higher</span>
      </div>
      <div className={styles.range}>
        <NumberField
          label="Δy from"
          unit="px"
          step={10}
          min={-reach}
          max={reach}
          value={from}
          onChange={value => onFilter({ ...filter, minPx: value <= -reach ? null : value })}
        />
        <NumberField
          label="Δy to"
          unit="px"
          step={10}
          min={-reach}
          max={reach}
          value={to}
          onChange={value => onFilter({ ...filter, maxPx: value >= reach ? null : value })}
        />
      </div>
    </fieldset>
  )
}

const HEIGHT = 64

function Histogram({
  bins,
  from,
  to,
}: {
  readonly bins: readonly HeightBin[]
  readonly from: number
  readonly to: number
}) {
  const totals = bins.map(({ counts }) => SPLITS.reduce((sum, split) => sum + counts[split], 0))
  const most = Math.max(...totals)
  return (
    <svg
      className={styles.histogram}
      viewBox={`0 0 ${bins.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bins.map((bin, i) => {
        let y = HEIGHT
        const kept = bin.toPx > from && bin.fromPx < to
        return SPLITS.map(split => {
          const height = (bin.counts[split] / most) * (HEIGHT - 2)
          y -= height
          return (
            height > 0 && (
              <rect
                key={`${bin.fromPx} ${split}`}
                x={i + 0.08}
                y={y}
                width={0.84}
                height={height}
                fill={`var(--${split})`}
                opacity={kept ? 1 : 0.25}
              />
            )
          )
        })
      })}
      <rect x={0} y={HEIGHT - 1} width={bins.length} height={1} fill="var(--line)" />
    </svg>
  )
}
