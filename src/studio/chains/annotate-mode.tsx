import { useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { AnnotatePanel } from './annotate-panel.tsx'
import {
  annotationKey,
  annotationsCsv,
  isWhole,
  keepAnnotations,
  randomOrder,
  readKeptAnnotations,
  withScore,
} from './annotations.ts'
import styles from './chains-page.module.css'
import { GraphPicture } from './graph-picture.tsx'
import { checkChain, type ShownChain } from './shown-chain.ts'

/** People score chains: models and verdicts hidden, an order for every rater, kept on this device, written as CSV. */
export function AnnotateMode({ chains }: { readonly chains: readonly ShownChain[] }) {
  const [rater, setRater] = useState('')
  const [all, setAll] = useState(() => readKeptAnnotations(localStorage))
  const order = useMemo(() => randomOrder(chains, rater), [chains, rater])
  const own = all[rater] ?? {}
  const [at, setAt] = useState<string | null>(null)
  const current = order.find(chain => chain.id === at) ?? order.find(chain => !isWhole(own[annotationKey(chain)]))
  const done = order.filter(chain => isWhole(own[annotationKey(chain)])).length
  return (
    <div className={styles.annotate}>
      <div className={styles.rater}>
        <label>
          Your name or initials
          <input value={rater} autoComplete="off" onChange={event => setRater(event.target.value.trim())} />
        </label>
        <Button
          label="Save scores as CSV"
          icon="download"
          disabled={Object.keys(all).length === 0}
          onClick={() => download(annotationsCsv(all))}
        />
        <p>
          Keys 1 to 5 give 0 to 1 for each score in turn, Enter goes on. Scores stay on this device until you save them.
        </p>
      </div>
      {rater === '' ? (
        <p className={styles.hint}>Give a name first: every rater has an order of their own, and can go on later.</p>
      ) : current ? (
        <div className={styles.rated}>
          <GraphPicture index={current.index} scene={current.scene} highlighted={[]} />
          <div className={styles.ratedText}>
            <h2>{current.question}</h2>
            <p className={styles.plain}>{checkChain(current, current.prediction).thinking || '(no chain)'}</p>
            <p>{`Answer given: ${checkChain(current, current.prediction).answer ?? 'none'}`}</p>
            <AnnotatePanel
              scores={own[annotationKey(current)] ?? {}}
              done={done}
              total={order.length}
              onScore={(column, value) => {
                setAt(current.id)
                const next = withScore(all, rater, annotationKey(current), column, value)
                setAll(next)
                keepAnnotations(localStorage, next)
              }}
              onNext={() => setAt(null)}
            />
          </div>
        </div>
      ) : (
        <p className={styles.hint} role="status">{`All ${order.length} chains are scored.`}</p>
      )}
    </div>
  )
}

function download(csv: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  link.download = 'annotations.csv'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
