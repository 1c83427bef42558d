import { useEffect, useState } from 'react'
import type { ScalarName } from '../../evaluate/scalars.ts'
import { PAGE_THEME } from '../../report/figures/figure-theme.ts'
import { overviewHeatmap } from '../../report/figures/score-heatmaps.ts'
import type { LoadedDataset } from '../dataset/loaded-dataset.ts'
import { FigureView } from '../probe/figure-view.tsx'
import { saveFile } from '../share/save-file.ts'
import { Button } from '../ui/button.tsx'
import styles from './quiz-page.module.css'
import { type QuizScore, scoreQuiz } from './quiz-score.ts'
import { type QuizSession, responsesOf } from './quiz-session.ts'

export interface QuizResultProps {
  readonly dataset: LoadedDataset
  readonly session: QuizSession
  readonly onAgain: () => void
}

const ROWS: ReadonlyArray<{ readonly name: ScalarName; readonly label: string; readonly about: string }> = [
  { name: 'v', label: 'v', about: 'right, of all questions' },
  { name: 'vCons', label: 'v consistent', about: 'where the farther object is higher' },
  { name: 'vCtr', label: 'v counter', about: 'where the farther object is lower' },
  { name: 'delta', label: 'Δ', about: 'the difference: 1 for height alone, 0 for depth' },
]

/** What the answers come to, as the paper scores models. */
export function QuizResult({ dataset, session, onAgain }: QuizResultProps) {
  const score = useScore(dataset, session)
  if (!score) return <p className={styles.loading}>Scoring …</p>
  const { estimate, ci } = score.model.scalars
  const heatmap = overviewHeatmap(score.model, { widthPt: 330, fontPt: 9, theme: PAGE_THEME })
  return (
    <div className={styles.result}>
      <section className={styles.figures} aria-label="Scores">
        <h2>{sentence(estimate.delta, estimate.v)}</h2>
        <table className={styles.table}>
          <caption className="visually-hidden">Scores of {session.name}</caption>
          <thead>
            <tr>
              <th scope="col">Score</th>
              <th scope="col">{session.name}</th>
              <th scope="col">95 % interval</th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ name, label, about }) => (
              <tr key={name}>
                <th scope="row">
                  {label} <small>{about}</small>
                </th>
                <td data-testid={`quiz-${name}`}>{shown(estimate[name])}</td>
                <td>{ci[name] ? `${shown(ci[name][0])} to ${shown(ci[name][1])}` : 'not enough answers'}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">
                Median time <small>consistent, counter</small>
              </th>
              <td colSpan={2}>
                {seconds(score.medianMs.consistent)}, {seconds(score.medianMs.counter)}
              </td>
            </tr>
          </tbody>
        </table>
        <div className={styles.buttons}>
          <Button
            look="primary"
            icon="download"
            label="responses.jsonl"
            onClick={() =>
              saveFile(
                'responses.jsonl',
                responsesOf(session)
                  .map(row => `${JSON.stringify(row)}\n`)
                  .join(''),
                'application/jsonl',
              )
            }
          />
          <Button label="Another quiz" onClick={onAgain} />
        </div>
        <p className={styles.soft}>
          {session.answers.length} answers to the suite <code>{session.suite}</code>, quiz seed {session.seed}. The file
          is read by <code>spatialtunnel score</code> like any model’s.
        </p>
      </section>
      {heatmap && (
        <section className={styles.heatmap} aria-label="Heatmap">
          <h3>By the two angles</h3>
          <FigureView figure={heatmap} />
        </section>
      )}
    </div>
  )
}

function useScore(dataset: LoadedDataset, session: QuizSession): QuizScore | null {
  const [score, setScore] = useState<QuizScore | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setScore(scoreQuiz(dataset, session)), 30)
    return () => clearTimeout(timer)
  }, [dataset, session])
  return score
}

function sentence(delta: number | null, v: number | null): string {
  if (delta === null || v === null) return 'Done.'
  if (delta > 0.5) return 'You answered as height in the picture does.'
  if (delta > 0.15) return 'You saw depth, with a lean to “higher is farther”.'
  return v > 0.85 ? 'You saw depth, wherever it was.' : 'Height did not lead you; depth was hard.'
}

const shown = (value: number | null): string =>
  value === null || Number.isNaN(value) ? 'n/a' : value.toFixed(2).replace('-', '−')

const seconds = (ms: number | null): string => (ms === null ? 'n/a' : `${(ms / 1000).toFixed(2)} s`)
