import { useEffect, useRef } from 'react'
import { openFiles } from '../share/open-files.ts'
import { useStudioServices } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { CategoryLegend } from './category-legend.tsx'
import { Cloud } from './cloud.tsx'
import { LayerCurves, LayerSimilarity } from './layer-figures.tsx'
import { LayerNumbers } from './layer-numbers.tsx'
import { LayerSlider } from './layer-slider.tsx'
import { PairList } from './pair-list.tsx'
import styles from './probe-page.module.css'
import { useProbe } from './use-probe.ts'

/** Inside a model: one layer slider moves the cloud, the curves, the similarities and the numbers together. */
export default function ProbePage() {
  const probe = useStudioServices().probe()
  const report = useProbe(state => state.report)
  const working = useProbe(state => state.working)
  const opening = useProbe(state => state.opening)
  useEffect(() => {
    const state = probe.store.getState()
    if (!state.report && !state.working) probe.open({ kind: 'example' })
  }, [probe])
  return (
    <div className={styles.page}>
      <Source />
      {report ? (
        <Loaded />
      ) : (
        working && (
          <Waiting
            text={opening ? `Measuring ${opening}` : 'Measuring the example: curves, cloud and numbers come together'}
            progress={working.total > 0 ? working : null}
          />
        )
      )}
    </div>
  )
}

function Loaded() {
  const { store } = useStudioServices().probe()
  const report = useProbe(state => state.report)!
  const layerIndex = useProbe(state => state.layerIndex)
  const mode = useProbe(state => state.mode)
  const explained = report.layers[layerIndex]!.pca?.explained
  return (
    <>
      <div className={styles.slider}>
        <LayerSlider />
      </div>
      <div className={styles.work}>
        <section className={styles.space} aria-label="Cloud of difference vectors">
          <div className={styles.bar}>
            <Button label="Turn" pressed={mode === 'turn'} onClick={() => store.setState({ mode: 'turn' })} />
            <Button label="Lasso" pressed={mode === 'lasso'} onClick={() => store.setState({ mode: 'lasso' })} />
            <CategoryLegend />
          </div>
          <Cloud />
          <p className={styles.note}>
            {explained
              ? `Three principal components: ${explained.map(share => `${Math.round(100 * share)} %`).join(', ')} of the variance. `
              : ''}
            Lines join the means of opposite categories. Each layer has its own scale and is turned towards the one
            before; angles here are not those of the full space.
          </p>
        </section>
        <div className={styles.charts}>
          <LayerCurves />
        </div>
        <div className={styles.side}>
          <LayerNumbers />
          <LayerSimilarity />
        </div>
      </div>
      <PairList />
    </>
  )
}

/** What is loaded, what is being read, and how to load something else. */
function Source() {
  const studio = useStudioServices()
  const probe = studio.probe()
  const report = useProbe(state => state.report)
  const example = useProbe(state => state.example)
  const working = useProbe(state => state.working)
  const failure = useProbe(state => state.failure)
  const input = useRef<HTMLInputElement>(null)
  return (
    <section className={styles.source} data-example={example} aria-label="Data">
      <p role="status">
        {example && (
          <>
            <strong>Example data.</strong> Made-up vectors over scenes of the contrastive suite: they show the tool, not
            a model.
          </>
        )}
        {report && !example && (
          <>
            <strong>{report.model}</strong>
            {`, ${report.pairs.length} pairs, ${report.layers.length} layers; intervals from ${report.options.draws} draws. Read on this device, uploaded nowhere.`}
          </>
        )}
        {working && <span className={styles.working}>{workingText(working)}</span>}
      </p>
      {failure && (
        <p role="alert" className={styles.failure}>
          <strong>{failure.title}.</strong> {failure.text}
        </p>
      )}
      {working && <Button label="Stop" onClick={probe.cancel} />}
      {report && !example && <Button label="Example" onClick={() => probe.open({ kind: 'example' })} />}
      <Button label="Open vectors" icon="open" look="primary" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Vectors (npz, safetensors, JSONL), their pairs file, or a probe.json"
        accept=".npz,.safetensors,.jsonl,.json"
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          void openFiles(studio, files)
        }}
      />
    </section>
  )
}

const workingText = ({ done, total }: { readonly done: number; readonly total: number }): string =>
  total === 0 ? ' Reading …' : ` Measuring layer ${done} of ${total} …`
