import { createStore, type StoreApi } from 'zustand/vanilla'
import { SpatialTunnelError } from '../../core/errors.ts'
import type { LoadedDataset } from '../dataset/loaded-dataset.ts'
import { noticeOf, type StudioStore } from '../store/studio-store.ts'
import { firstQuestionIds } from './first-question-ids.ts'
import type { ResponseSource, ResultsReply, ResultsReport, ResultsRequest } from './results-messages.ts'
import { RESULTS_VIEW_DEFAULTS } from './results-view.ts'
import { shippedSuite } from './shipped-suite.ts'

/** Answers with the dataset that they belong to. */
export interface LoadedResults extends ResultsReport {
  readonly dataset: LoadedDataset
  /** Whether the models are made up. */
  readonly example: boolean
}

/** Everything the Results page knows besides what the address says; it lives as long as the studio is open. */
export interface ResultsState {
  readonly loaded: LoadedResults | null
  /** What is going on, while something is being read or scored. */
  readonly working: string | null
  /** Names of the files that are being read or scored; null also for the example. */
  readonly opening: readonly string[] | null
  readonly failure: { readonly title: string; readonly text: string } | null
}
export type ResultsStore = StoreApi<ResultsState>

/** The part of `Worker` that is needed. */
export interface ResultsWorker {
  postMessage(message: ResultsRequest): void
  terminate(): void
  onmessage: ((event: MessageEvent<ResultsReply>) => void) | null
}

/** The page's store and what it can be told to open. */
export interface ResultsService {
  readonly store: ResultsStore
  openFiles(files: readonly File[]): Promise<void>
  /** What `spatialtunnel studio DIR…` serves; without any answers there, the example. */
  openFirst(): Promise<void>
  openExample(): Promise<void>
  cancel(): void
}

/** Scenes that are handed to the worker in one piece: copying more would hold up a key. */
const PIECE = 96

/** @param startWorker a fresh worker for every request: a running one is stopped by ending it */
export function createResultsService(studio: StudioStore, startWorker: () => ResultsWorker): ResultsService {
  const store = createStore<ResultsState>(() => ({ loaded: null, working: null, opening: null, failure: null }))
  let worker: ResultsWorker | null = null
  let turn = 0
  /** Answers whose dataset is not there yet. */
  let waiting: readonly File[] | null = null
  const stop = (): void => {
    worker?.terminate()
    worker = null
    turn++
    store.setState({ working: null, opening: null })
  }
  const score = async (dataset: LoadedDataset, source: ResponseSource): Promise<void> => {
    stop()
    const mine = turn
    const own = startWorker()
    worker = own
    store.setState({ working: 'Reading …', opening: namesOf(source), failure: null })
    own.onmessage = ({ data }) => {
      if (data.kind === 'progress') return store.setState({ working: data.text })
      stop()
      if (data.kind === 'failed') return store.setState({ failure: { title: data.title, text: data.text } })
      store.setState({ loaded: { ...data.report, dataset, example: source.kind === 'example' } })
    }
    for (let at = 0; at < dataset.scenes.length && mine === turn; at += PIECE) {
      const piece = dataset.scenes.slice(at, at + PIECE)
      const scenes = piece.map(({ id, index, scene, truth }) => ({ id, index, scene, truth }))
      own.postMessage({ kind: 'scenes', scenes, questions: piece.flatMap(({ id }) => dataset.questions.get(id) ?? []) })
      await new Promise(resolve => setTimeout(resolve, 0))
    }
    if (mine !== turn) return
    const { name, factorFields } = dataset
    own.postMessage({ kind: 'score', data: { name, factorFields }, source })
  }
  const openFiles = async (files: readonly File[]): Promise<void> => {
    stop()
    const mine = turn
    store.setState({
      working: 'Looking for the dataset of these answers …',
      opening: namesOf({ kind: 'files', files }),
      failure: null,
    })
    const dataset = await datasetOf(studio, files)
    if (mine !== turn) return
    waiting = dataset ? null : files
    if (dataset) return score(dataset, { kind: 'files', files })
    store.setState({ working: null, opening: null, failure: NO_DATASET })
  }
  studio.subscribe((state, before) => {
    if (!waiting || state.dataset === before.dataset || state.dataset.status !== 'ready') return
    void openFiles(waiting)
  })
  const openExample = async (): Promise<void> => {
    stop()
    const mine = turn
    store.setState({ working: 'Making the example …', failure: null })
    const { exampleDataset } = await import('../dataset/suite-dataset.ts')
    const dataset = await exampleDataset()
    if (mine === turn) await score(dataset, { kind: 'example' })
  }
  return {
    store,
    cancel: stop,
    openExample,
    openFiles: async files => {
      studio.setState({ results: RESULTS_VIEW_DEFAULTS })
      await openFiles(files)
    },
    openFirst: async () => {
      const served = await servedAnswers(studio)
      if (store.getState().loaded ?? store.getState().working) return
      await (served.length > 0 ? openFiles(served) : openExample())
    },
  }
}

const namesOf = (source: ResponseSource): readonly string[] | null =>
  source.kind === 'files' ? source.files.map(file => file.name) : null

const NO_DATASET = {
  title: 'These answers belong to a dataset that is not open',
  text: 'Open its folder or ZIP on the Dataset page: they are scored as soon as it is there.',
}

/** The open dataset if it has these questions, else the shipped suite that they are named after, drawn live. */
async function datasetOf(studio: StudioStore, files: readonly File[]): Promise<LoadedDataset | null> {
  const ids = (await Promise.all(files.map(firstQuestionIds))).flat()
  const state = studio.getState().dataset
  if (state.status === 'ready' && hasSome(state.dataset, ids)) return state.dataset
  const name = /^([a-z][a-z0-9-]*)-\d{6}-/.exec(ids[0] ?? '')?.[1]
  const suite = name === undefined ? null : await shippedSuite(name)
  if (!suite) return null
  const { suiteDataset } = await import('../dataset/suite-dataset.ts')
  const dataset = await suiteDataset(suite)
  return hasSome(dataset, ids) ? dataset : null
}

function hasSome({ questions }: LoadedDataset, ids: readonly string[]): boolean {
  const scenes = new Set([...questions.values()].flatMap(rows => rows.map(row => row.id)))
  return ids.some(id => scenes.has(id))
}

/** Files of answers beside the page; the first dataset there is opened for them, unless another one is. */
async function servedAnswers(studio: StudioStore): Promise<File[]> {
  const { openServed, servedFolders } = await import('../dataset/open-dataset.ts')
  const folders = await servedFolders(document.baseURI)
  const [dataset] = folders.flatMap(folder => folder.dataset ?? [])
  if (dataset && studio.getState().dataset.status === 'none') await openServed(studio, dataset)
  try {
    return await Promise.all(folders.flatMap(folder => folder.responses.map(answer => answer())))
  } catch (error) {
    if (!(error instanceof SpatialTunnelError)) throw error
    studio.setState({ notice: noticeOf(error, 'Served answers could not be read') })
    return []
  }
}
