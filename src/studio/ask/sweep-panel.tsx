import { useEffect, useRef, useState } from 'react'
import { drawScenePng } from '../share/scene-picture.ts'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { askModel, type ModelConnection } from './model-connection.ts'
import { meanRight, type SweptField, sweepSteps } from './sweep.ts'
import { SweepChart, type SweepPoint } from './sweep-chart.tsx'
import styles from './sweep-panel.module.css'

interface Sweep {
  readonly field: SweptField
  readonly total: number
  readonly done: number
  readonly points: readonly SweepPoint[]
}

/** Moves the selected object once around, or down the tunnel, and draws how right the model is on the way. */
export function SweepPanel({ model }: { readonly model: ModelConnection }) {
  const studio = useStudioServices()
  const [sweep, setSweep] = useState<Sweep | null>(null)
  const running = useRef<AbortController | null>(null)
  const selected = useStudio(state => state.selected)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (field: SweptField) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    const capturer = await studio.capturer()
    if (!capturer || stop.signal.aborted) return
    const steps = sweepSteps(sceneOf(studio.store.getState()), selected, field)
    setSweep({ field, total: steps.length, done: 0, points: [] })
    for (const { value, scene, split, questions } of steps) {
      const png = drawScenePng(capturer, scene)
      const answers = await Promise.all(questions.map(question => askModel(model, question, png, stop.signal)))
      if (stop.signal.aborted) return
      const v = meanRight(questions, answers)
      setSweep(before => ({
        ...before!,
        done: before!.done + 1,
        points: v === null ? before!.points : [...before!.points, { value, split, v }],
      }))
    }
  }
  return (
    <section className={styles.panel} aria-label="Sweep">
      <div className={styles.bar}>
        <h3>Sweep object {selected + 1}</h3>
        <Button label="Around (θ)" onClick={() => void run('thetaDeg')} />
        <Button label="In depth" onClick={() => void run('depthM')} />
      </div>
      {sweep && (
        <>
          <p role="status">
            {sweep.done < sweep.total
              ? `Asked ${sweep.done} of ${sweep.total} scenes`
              : `${sweep.points.length} scenes: mean probability of the right answer`}
          </p>
          <SweepChart field={sweep.field} points={sweep.points} />
        </>
      )}
    </section>
  )
}
