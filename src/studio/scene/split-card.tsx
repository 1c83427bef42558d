import { useEffect, useId, useState } from 'react'
import { MARGINS_DEFAULTS, type PairTruth, type SceneTruth, type Split } from '../../core/truth.ts'
import { SplitSign } from '../grid/split-tag.tsx'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { countSplits, gridHeightShares } from './grid-margins.ts'
import styles from './split-card.module.css'
import { splitSentence } from './split-sentence.ts'

const SPLITS: readonly Split[] = ['consistent', 'counter', 'ambiguous']

export interface SplitCardProps {
  readonly truth: SceneTruth
  readonly pair: PairTruth | null
}

/** The pair's split with its reason in words, and what changes if the margin moves. */
export function SplitCard({ truth, pair }: SplitCardProps) {
  const heightPx = useStudio(state => sceneOf(state).camera.heightPx)
  const positionShare = useStudio(state => state.positionShare)
  return (
    <div className={styles.card}>
      {pair ? (
        <p className={styles.sentence} aria-live="polite">
          {splitSentence(truth, pair, positionShare * heightPx)}
        </p>
      ) : (
        <p className={styles.sentence}>One object alone has no split: add another one.</p>
      )}
      <MarginControl heightPx={heightPx} positionShare={positionShare} />
    </div>
  )
}

function MarginControl({ heightPx, positionShare }: { readonly heightPx: number; readonly positionShare: number }) {
  const store = useStudioStore()
  const id = useId()
  const shares = useIdleShares()
  const counts = shares && countSplits(shares, positionShare)
  return (
    <div className={styles.margin}>
      <label htmlFor={id}>
        <span>Margin{positionShare === MARGINS_DEFAULTS.positionShare ? ' (the paper’s)' : ''}</span>
        <strong>
          {Number((positionShare * 100).toFixed(1))} % · {Number((positionShare * heightPx).toFixed(1))} px
        </strong>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={25}
        step={0.5}
        value={positionShare * 100}
        onChange={event => store.setState({ positionShare: Number(event.target.value) / 100 })}
      />
      {counts && (
        <>
          <div className={styles.bar} aria-hidden="true">
            {SPLITS.filter(split => counts[split] > 0).map(split => (
              <span key={split} style={{ flex: counts[split], background: `var(--${split})` }} />
            ))}
          </div>
          <p className={styles.counts}>
            {SPLITS.map(split => (
              <span key={split}>
                <i style={{ color: `var(--${split})` }}>
                  <SplitSign split={split} />
                </i>
                {counts[split]} {split}
              </span>
            ))}
            <small>of the 256 grid cells</small>
          </p>
        </>
      )}
    </div>
  )
}

/** The grid's heights, computed after the first picture, a few scenes at a time. */
function useIdleShares(): readonly number[] | null {
  const [shares, setShares] = useState<readonly number[] | null>(null)
  useEffect(() => {
    const steps = gridHeightShares()
    const found: number[] = []
    let timer = setTimeout(work, 300)
    function work() {
      const until = performance.now() + 8
      while (performance.now() < until) {
        const step = steps.next()
        if (step.done) return setShares(found)
        found.push(step.value)
      }
      timer = setTimeout(work, 8)
    }
    return () => clearTimeout(timer)
  }, [])
  return shares
}
