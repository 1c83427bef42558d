import { type PrintedRow, printedRows } from '../../evaluate/printed-rows.ts'
import { ACTIONS, shownKey } from '../actions.ts'
import { GALLERY } from '../gallery.ts'
import { PAGE_IDS } from '../page-ids.ts'
import { PAGES } from '../pages.ts'
import { openScene, type StudioState, type StudioStore } from '../store/studio-store.ts'

/** Something that the palette finds. */
export interface PaletteEntry {
  readonly id: string
  readonly title: string
  /** What it is: `page`, `example scene`, a key's cap … Found by as well. */
  readonly kind: string
  readonly run: (store: StudioStore) => void
}

/** More than this nobody reads: a few more letters find it. */
export const PALETTE_LIMIT = 60

/** Every page, example, action and model, and the scenes of the dataset that is loaded. */
export function paletteEntries(state: StudioState, apple: boolean): PaletteEntry[] {
  return [
    ...pageEntries(),
    ...exampleEntries(),
    ...actionEntries(apple),
    ...modelEntries(state),
    ...sceneEntries(state),
  ]
}

/** Those whose title and kind hold every word, at most `PALETTE_LIMIT`. */
export function findEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/)
  const fits = ({ title, kind }: PaletteEntry): boolean => {
    const names = `${title} ${kind}`.toLowerCase()
    return words.every(word => names.includes(word))
  }
  return entries.filter(fits).slice(0, PALETTE_LIMIT)
}

const pageEntries = (): PaletteEntry[] =>
  PAGE_IDS.map(id => ({
    id: `page-${id}`,
    title: `${PAGES[id].title}: ${PAGES[id].about[0]!.toLowerCase()}${PAGES[id].about.slice(1)}`,
    kind: 'page',
    run: store => store.setState({ page: id }),
  }))

const exampleEntries = (): PaletteEntry[] =>
  GALLERY.map(example => ({
    id: `scene-${example.id}`,
    title: example.title,
    kind: 'example scene',
    run: store => {
      store.setState({ page: 'scene' })
      openScene(store, example.scene)
    },
  }))

const actionEntries = (apple: boolean): PaletteEntry[] =>
  ACTIONS.filter(action => action.id !== 'palette').map(action => ({
    id: `action-${action.id}`,
    title: action.title,
    kind: action.keys ? shownKey(action.keys[0]!, apple) : 'action',
    run: action.run,
  }))

/** The model that is asked, those whose chains are loaded, and those that the paper prints, with what it prints. */
function modelEntries({ model, chains }: StudioState): PaletteEntry[] {
  const asked: PaletteEntry[] = model
    ? [{ id: 'asked', title: model.model, kind: 'model you ask', run: store => store.setState({ dialog: 'model' }) }]
    : []
  const audited = [...new Set(chains.loaded?.map(chain => chain.model))].map(
    (name): PaletteEntry => ({
      id: `chains-${name}`,
      title: name,
      kind: 'model with chains',
      run: store => store.setState({ page: 'chains' }),
    }),
  )
  const printed = printedRows('text').map(
    (row): PaletteEntry => ({
      id: `printed-${row.model}`,
      title: row.model,
      kind: 'printed model',
      run: store => store.setState({ notice: { kind: 'info', title: row.model, text: printedText(row) } }),
    }),
  )
  return [...asked, ...audited, ...printed]
}

const printedText = ({ consistent, counter, all }: PrintedRow): string =>
  `In the tunnel, as the paper prints it: right in ${percent(all)} of all questions, ${percent(consistent)} where the ` +
  `farther object is higher, ${percent(counter)} where it is lower.`

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

function sceneEntries({ dataset }: StudioState): PaletteEntry[] {
  if (dataset.status !== 'ready') return []
  const { name, scenes } = dataset.dataset
  return scenes.map(({ id, scene, truth }) => ({
    id: `dataset-${id}`,
    title: `${id}: ${truth.objects.map(object => object.name).join(', ')}`,
    kind: `scene of ${name}`,
    run: store => {
      store.setState(state => ({ page: 'scene', datasetView: { ...state.datasetView, selectedId: id } }))
      openScene(store, scene)
    },
  }))
}
