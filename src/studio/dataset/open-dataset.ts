import { SpatialTunnelError } from '../../core/errors.ts'
import { noticeOf, type StudioStore } from '../store/studio-store.ts'
import { type DatasetFiles, folderFiles, type PathFile, serverFiles, zipFiles } from './dataset-files.ts'
import { DATASET_VIEW_DEFAULTS } from './dataset-view-state.ts'
import type { LoadedDataset } from './loaded-dataset.ts'
import { type OnRows, readDataset } from './read-dataset.ts'
import { exampleDataset } from './suite-dataset.ts'

/** Opens a folder or an archive on the dataset page; if it cannot be read, what was there stays and a notice says why. */
export const openFolder = (store: StudioStore, files: readonly PathFile[]): Promise<void> =>
  open(store, 'folder', async onRows => readDataset(folderFiles(files), onRows))

export const openZip = (store: StudioStore, file: File): Promise<void> =>
  open(store, file.name, async onRows => readDataset(await zipFiles(file), onRows))

export const openServed = (store: StudioStore, files: DatasetFiles): Promise<void> =>
  open(store, files.name, onRows => readDataset(files, onRows))

export const openExample = (store: StudioStore): Promise<void> => open(store, 'example data', exampleDataset)

async function open(store: StudioStore, name: string, read: (onRows: OnRows) => Promise<LoadedDataset>): Promise<void> {
  const before = store.getState().dataset
  // A second load started meanwhile wins: this one then says nothing more.
  let shown = { status: 'loading' as const, name, done: 0, total: 0 }
  const isCurrent = (): boolean => store.getState().dataset === shown
  store.setState({ dataset: shown })
  try {
    const dataset = await read((done, total) => {
      if (!isCurrent()) return
      shown = { ...shown, done, total }
      store.setState({ dataset: shown })
    })
    if (!isCurrent()) return
    store.setState({ dataset: { status: 'ready', dataset }, datasetView: DATASET_VIEW_DEFAULTS })
    if (dataset.files)
      store.setState({ notice: { kind: 'info', title: `Opened ${dataset.name}`, text: inWords(dataset) } })
  } catch (error) {
    if (!isCurrent()) return
    store.setState({ dataset: before.status === 'loading' ? { status: 'none' } : before })
    if (!(error instanceof SpatialTunnelError)) throw error
    store.setState({ notice: noticeOf(error, 'This dataset could not be opened') })
  }
}

const inWords = ({ scenes, questions }: LoadedDataset): string => {
  const count = [...questions.values()].reduce((sum, rows) => sum + rows.length, 0)
  return `${scenes.length.toLocaleString('en')} scenes, ${count.toLocaleString('en')} questions`
}

/** Where `spatialtunnel studio DIR…` lists what it serves. */
const INDEX_PATH = 'data/index.json'

/** A folder that `spatialtunnel studio DIR…` serves beside the page. */
export interface ServedFolder {
  /** null: it holds no dataset. */
  readonly dataset: DatasetFiles | null
  /** Its files of models' answers, fetched when they are called for. */
  readonly responses: ReadonlyArray<() => Promise<File>>
}

/** A row of the index; `responses` are paths in the folder. */
interface IndexRow {
  readonly name: string
  readonly url: string
  readonly dataset: boolean
  readonly responses: readonly string[]
}

/** What `spatialtunnel studio DIR…` serves beside the page; nothing behind another server. */
export async function servedFolders(base: string): Promise<ServedFolder[]> {
  try {
    const response = await fetch(new URL(INDEX_PATH, base))
    if (!response.ok || !response.headers.get('Content-Type')?.includes('json')) return []
    const rows = (await response.json()) as readonly IndexRow[]
    return rows.map(({ name, url, dataset, responses }): ServedFolder => {
      const files = serverFiles(name, new URL(url, base).href)
      return {
        dataset: dataset ? files : null,
        responses: responses.map(path => async () => new File([await files.read(path)], path)),
      }
    })
  } catch {
    return []
  }
}

export const servedDatasets = async (base: string): Promise<DatasetFiles[]> =>
  (await servedFolders(base)).flatMap(folder => folder.dataset ?? [])
