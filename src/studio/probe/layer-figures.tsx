import { useMemo } from 'react'
import { PAGE_THEME } from '../../report/figures/figure-theme.ts'
import {
  coherenceFigure,
  entanglementFigure,
  type LayerAxis,
  similarityFigure,
} from '../../report/figures/probe-figures.ts'
import { useStudioServices } from '../store/use-studio.ts'
import { Segments } from '../ui/segments.tsx'
import { FigureView } from './figure-view.tsx'
import styles from './probe-page.module.css'
import { useProbe } from './use-probe.ts'

const CURVES = { widthPt: 400, fontPt: 9, theme: PAGE_THEME }
const SQUARE = { widthPt: 260, fontPt: 9, theme: PAGE_THEME }

/** Coherence and entanglement over the layers, with a marker at the current one. */
export function LayerCurves() {
  const report = useProbe(state => state.report)!
  const layerIndex = useProbe(state => state.layerIndex)
  const xAxis = useProbe(state => state.xAxis)
  const { store } = useStudioServices().probe()
  const { layer } = report.layers[layerIndex]!
  const options = useMemo(() => ({ xAxis, marked: { layer, label: String(layer) } }), [xAxis, layer])
  const coherence = useMemo(() => coherenceFigure(report, CURVES, options), [report, options])
  const entanglement = useMemo(() => entanglementFigure(report, CURVES, options), [report, options])
  return (
    <>
      <section className={styles.panel} aria-label="Coherence by layer">
        <div className={styles.bar}>
          <h2>Coherence</h2>
          <Segments<LayerAxis>
            label="Horizontal axis"
            value={xAxis}
            options={[
              { value: 'layer', title: 'Layer' },
              { value: 'share', title: 'Share of depth' },
            ]}
            onChange={next => store.setState({ xAxis: next })}
          />
        </div>
        <FigureView figure={coherence} />
      </section>
      <section className={styles.panel} aria-label="Entanglement by layer">
        <h2>Entanglement</h2>
        <FigureView figure={entanglement} />
      </section>
    </>
  )
}

/** Cosines of the categories' mean Δ at the current layer. */
export function LayerSimilarity() {
  const report = useProbe(state => state.report)!
  const layerIndex = useProbe(state => state.layerIndex)
  const figure = useMemo(() => similarityFigure(report, report.layers[layerIndex]!, SQUARE), [report, layerIndex])
  return (
    <section className={styles.panel} aria-label="Similarity of mean Δ">
      <h2>Similarity of mean Δ</h2>
      <FigureView figure={figure} />
    </section>
  )
}
