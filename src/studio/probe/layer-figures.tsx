import { useMemo } from 'react'
import { PAGE_THEME } from '../../report/figures/figure-theme.ts'
import { coherenceFigure, entanglementFigure, similarityFigure } from '../../report/figures/probe-figures.ts'
import { FigureView } from './figure-view.tsx'
import styles from './probe-page.module.css'
import { useProbe } from './use-probe.ts'

const CURVES = { widthPt: 400, fontPt: 9, theme: PAGE_THEME }
const SQUARE = { widthPt: 260, fontPt: 9, theme: PAGE_THEME }

/** Coherence and entanglement over the layers, with a marker at the current one. */
export function LayerCurves() {
  const report = useProbe(state => state.report)!
  const layerIndex = useProbe(state => state.layerIndex)
  const { layer } = report.layers[layerIndex]!
  const marked = useMemo(() => ({ x: layer, label: String(layer) }), [layer])
  const coherence = useMemo(() => coherenceFigure(report, CURVES, marked), [report, marked])
  const entanglement = useMemo(() => entanglementFigure(report, CURVES, marked), [report, marked])
  return (
    <>
      <section className={styles.panel} aria-label="Coherence by layer">
        <h2>Coherence</h2>
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
