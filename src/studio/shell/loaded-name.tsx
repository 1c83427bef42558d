import type { ShownChain } from '../chains/shown-chain.ts'
import { GALLERY } from '../gallery.ts'
import { useProbe } from '../probe/use-probe.ts'
import { useResults } from '../results/use-results.ts'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio } from '../store/use-studio.ts'

/** What the page shows, by name: data and models, or which example; what is coming in, while it is. */
export function LoadedName() {
  const page = useStudio(state => state.page)
  if (page === 'results') return <Answers />
  if (page === 'probe') return <Vectors />
  if (page === 'chains') return <Chains />
  if (page === 'dataset') return <Dataset />
  if (page === 'quiz') return <Quiz />
  return <Scene />
}

const counted = (count: number, one: string): string => `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`

/** One or two by name, more by number. */
const named = (names: readonly string[], one: string): string =>
  names.length <= 2 ? names.join(', ') : counted(names.length, one)

function Dataset() {
  const dataset = useStudio(state => state.dataset)
  if (dataset.status === 'none') return 'No dataset'
  if (dataset.status === 'loading') return `Opening ${dataset.name} …`
  const { name, files, scenes } = dataset.dataset
  return `${files ? '' : 'Example: '}${name}, ${counted(scenes.length, 'scene')}`
}

function Answers() {
  const loaded = useResults(state => state.loaded)
  const opening = useResults(state => state.opening)
  if (opening) return `Opening ${named(opening, 'file')} …`
  if (!loaded) return 'Example: answers'
  const { example, score, dataset } = loaded
  const models = score.models.map(model => model.name)
  return `${example ? 'Example: ' : ''}${named(models, 'model')} on ${dataset.name}`
}

function Vectors() {
  const report = useProbe(state => state.report)
  const example = useProbe(state => state.example)
  const opening = useProbe(state => state.opening)
  if (opening) return `Opening ${opening} …`
  return example || !report ? 'Example: vectors' : `${report.model}, ${counted(report.pairs.length, 'pair')}`
}

function Chains() {
  const chains = useStudio(state => state.chains.loaded)
  return chains ? `${named(modelsOf(chains), 'model')}, ${counted(chains.length, 'chain')}` : 'Example: chains'
}

const modelsOf = (chains: readonly ShownChain[]): string[] => [...new Set(chains.map(chain => chain.model))]

function Quiz() {
  const suite = useStudio(state => state.quiz?.suite)
  return `Quiz on ${suite ?? 'grid'}`
}

function Scene() {
  const page = useStudio(state => state.page)
  const source = useStudio(state => state.plane.source)
  const scene = useStudio(sceneOf)
  const browsed = useStudio(({ dataset, datasetView }) =>
    dataset.status === 'ready' ? dataset.dataset.scenes.find(({ id }) => id === datasetView.selectedId) : undefined,
  )
  if (page === 'grid' && source === 'suite') return 'Example: grid suite'
  const text = JSON.stringify(scene)
  const example = GALLERY.find(entry => JSON.stringify(entry.scene) === text)
  if (example) return `Example: ${example.title.toLowerCase()}`
  return browsed && JSON.stringify(browsed.scene) === text ? browsed.id : 'Your scene'
}
