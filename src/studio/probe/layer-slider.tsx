import { depthShareOf } from '../../report/figures/probe-figures.ts'
import { useStudioServices } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import styles from './layer-slider.module.css'
import { useProbe } from './use-probe.ts'

/** One slider for the whole page: the cloud, the curves' marker, the similarities and the numbers follow it. */
export function LayerSlider() {
  const { store } = useStudioServices().probe()
  const report = useProbe(state => state.report)!
  const layerIndex = useProbe(state => state.layerIndex)
  const { layers, choice, totalLayers } = report
  const { layer } = layers[layerIndex]!
  const chosenIndex = layers.findIndex(item => item.layer === choice.chosen)
  const depth = Math.round(100 * depthShareOf(layer, totalLayers))
  return (
    <div className={styles.row}>
      <label className={styles.label} htmlFor="probe-layer">
        Layer
      </label>
      <output className={styles.value} htmlFor="probe-layer">
        {layer}
      </output>
      <input
        id="probe-layer"
        type="range"
        className={styles.slider}
        min={0}
        max={layers.length - 1}
        step={1}
        value={layerIndex}
        list="probe-layer-chosen"
        aria-valuetext={`layer ${layer} of ${totalLayers}${layer === choice.chosen ? ', chosen' : ''}`}
        onChange={event => store.setState({ layerIndex: Number(event.target.value) })}
      />
      {chosenIndex >= 0 && (
        <datalist id="probe-layer-chosen">
          <option value={chosenIndex} label={`chosen: ${choice.chosen}`} />
        </datalist>
      )}
      <span className={styles.depth}>{depth} % of the depth</span>
      <Button
        label={choice.chosen === null ? 'No layer chosen' : `Chosen: ${choice.chosen}`}
        disabled={chosenIndex < 0}
        pressed={layerIndex === chosenIndex}
        onClick={() => store.setState({ layerIndex: chosenIndex })}
      />
    </div>
  )
}
