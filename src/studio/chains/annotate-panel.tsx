import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import styles from './annotate-panel.module.css'
import { SCORE_COLUMNS, SCORE_STEPS, SCORE_TITLES, type ScoreColumn, type Scores } from './annotations.ts'

export interface AnnotatePanelProps {
  readonly scores: Scores
  readonly done: number
  readonly total: number
  readonly onScore: (column: ScoreColumn, value: number) => void
  readonly onNext: () => void
}

/** Three scores of one chain: keys 1 to 5 fill them in turn, Enter goes on. Which model wrote it is not shown. */
export function AnnotatePanel({ scores, done, total, onScore, onNext }: AnnotatePanelProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // Whoever is still writing a name goes on writing it.
    if (!document.activeElement?.matches('input')) panel.current?.focus()
  }, [])
  const open = SCORE_COLUMNS.find(column => scores[column] === undefined)
  return (
    <section
      ref={panel}
      className={styles.panel}
      aria-label="Your scores"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: takes the keys 1 to 5
      tabIndex={0}
      onKeyDown={event => {
        const step = SCORE_STEPS[Number(event.key) - 1]
        if (event.key === 'Enter' && !open) onNext()
        else if (step === undefined || !open) return
        else onScore(open, step)
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {SCORE_COLUMNS.map(column => (
        <div key={column} className={styles.row} data-open={column === open}>
          <span className={styles.title}>
            <strong>{column}</strong> {SCORE_TITLES[column]}
          </span>
          <div role="radiogroup" aria-label={SCORE_TITLES[column]} className={styles.steps}>
            {SCORE_STEPS.map((value, i) => (
              // biome-ignore lint/a11y/useSemanticElements: one look for steps and tabs
              <button
                key={value}
                type="button"
                role="radio"
                aria-checked={scores[column] === value}
                title={`Key ${i + 1}`}
                onClick={() => onScore(column, value)}
              >
                {value}
              </button>
            ))}
          </div>
        </div>
      ))}
      <div className={styles.foot}>
        <Button label="Next chain" look="primary" disabled={open !== undefined} onClick={onNext} />
        <span role="status">{`${done} of ${total} chains scored`}</span>
      </div>
    </section>
  )
}
