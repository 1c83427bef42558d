import type { LoadedDataset } from '../dataset/loaded-dataset.ts'
import { GALLERY } from '../gallery.ts'
import { useProbe } from '../probe/use-probe.ts'
import { useResults } from '../results/use-results.ts'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import styles from './top-bar.module.css'

/** Names what the page shows and the model that is asked; opens the list of everything. */
export function DataChip() {
  const store = useStudioStore()
  const model = useStudio(state => state.model)
  return (
    <button type="button" className={styles.chip} onClick={() => store.setState({ dialog: 'palette' })}>
      {model && `${model.model} · `}
      <Loaded />
    </button>
  )
}

function Loaded() {
  const page = useStudio(state => state.page)
  const dataset = useStudio(state => state.dataset)
  const chains = useStudio(state => state.chains.loaded)
  if (page === 'results') return <LoadedResults />
  if (page === 'probe') return <LoadedVectors />
  if (page === 'chains') return chains ? `${chains.length.toLocaleString('en')} chains` : 'Example: chains'
  if (page === 'dataset' && dataset.status === 'ready') return nameOf(dataset.dataset)
  return <LoadedScene />
}

const nameOf = ({ name, files, scenes }: LoadedDataset): string =>
  `${files ? '' : 'Example: '}${name}, ${scenes.length.toLocaleString('en')} scenes`

function LoadedResults() {
  const loaded = useResults(state => state.loaded)
  if (!loaded || loaded.example) return 'Example: answers'
  const { models } = loaded.score
  return `${models.length === 1 ? models[0]!.name : `${models.length} models`} on ${loaded.dataset.name}`
}

function LoadedVectors() {
  const report = useProbe(state => state.report)
  const example = useProbe(state => state.example)
  return example || !report ? 'Example: vectors' : `${report.model}, ${report.pairs.length.toLocaleString('en')} pairs`
}

function LoadedScene() {
  const scene = useStudio(sceneOf)
  const token = JSON.stringify(scene)
  const example = GALLERY.find(entry => JSON.stringify(entry.scene) === token)
  return example ? `Example: ${example.title.toLowerCase()}` : 'Your scene'
}
