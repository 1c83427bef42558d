import { createStore, type StoreApi } from 'zustand/vanilla'
import { SpatialTunnelError } from '../../core/errors.ts'
import { parseScene, type Scene } from '../../core/scene.ts'
import { sceneProblems } from '../../core/scene-check.ts'
import { MARGINS_DEFAULTS } from '../../core/truth.ts'
import type { ModelConnection } from '../ask/model-connection.ts'
import { CHAINS_VIEW_DEFAULTS, type ChainsView } from '../chains/chains-view-state.ts'
import { DATASET_VIEW_DEFAULTS, type DatasetView } from '../dataset/dataset-view-state.ts'
import type { DatasetState } from '../dataset/loaded-dataset.ts'
import type { FailureDraft, OpenedFailure } from '../failure/opened-failure.ts'
import { PLANE_VIEW_DEFAULTS, type PlaneView } from '../grid/plane-view-state.ts'
import type { PageId } from '../page-ids.ts'
import type { QuizSession } from '../quiz/quiz-session.ts'
import { RESULTS_VIEW_DEFAULTS, type ResultsView } from '../results/results-view.ts'
import type { Edit } from './edits.ts'
import * as history from './history.ts'

export interface Overlays {
  readonly boxes: boolean
  readonly centers: boolean
  readonly horizon: boolean
  readonly band: boolean
}

export interface Notice {
  readonly kind: 'error' | 'info'
  readonly title: string
  readonly text?: string
}

export type DialogId = 'keys' | 'palette' | 'open' | 'share' | 'model' | 'failure' | 'menu'
export type ThemeChoice = 'system' | 'light' | 'dark'

/** Everything the studio knows. Where each key lives is said in `state-homes.ts`. */
export interface StudioState {
  /** The document, a scene, with its undo. */
  readonly history: history.History<Scene>
  readonly page: PageId
  /** The frameless view of an embedded studio. */
  readonly embed: boolean
  readonly theme: ThemeChoice
  readonly welcomeSeen: boolean
  /** Whether the first visit's question is on the page. */
  readonly welcome: boolean
  /** 0-based index of the selected object. */
  readonly selected: number
  /** Margin of the split, share of the image height. */
  readonly positionShare: number
  readonly snap: boolean
  readonly overlays: Overlays
  /** Seed of the next randomisation. */
  readonly seed: number
  /** What the grid page shows. */
  readonly plane: PlaneView
  /** Whether this browser can draw at all; null until something has been drawn. */
  readonly webgl: boolean | null
  /** The quiz that has been begun. */
  readonly quiz: QuizSession | null
  /** What the dataset page browses. */
  readonly dataset: DatasetState
  readonly datasetView: DatasetView
  /** What the Chains page reads. */
  readonly chains: ChainsView
  /** The model that the Scene page asks; its key never leaves the page's memory but in requests. */
  readonly model: ModelConnection | null
  /** What the Results page shows. */
  readonly results: ResultsView
  /** The failure that a link brought along with its scene. */
  readonly shared: OpenedFailure | null
  /** The failure that is about to be shared. */
  readonly failureDraft: FailureDraft | null
  readonly dialog: DialogId | null
  readonly notice: Notice | null
}

export type StudioStore = StoreApi<StudioState>

/** A new studio on a scene. All behaviour is in functions that take the store; React only reads it. */
export function createStudioStore(scene: Scene): StudioStore {
  return createStore<StudioState>(() => ({
    history: history.startHistory(scene),
    page: 'scene',
    embed: false,
    theme: 'system',
    welcomeSeen: false,
    welcome: false,
    selected: 0,
    positionShare: MARGINS_DEFAULTS.positionShare,
    snap: true,
    overlays: { boxes: false, centers: true, horizon: false, band: false },
    seed: 1,
    plane: PLANE_VIEW_DEFAULTS,
    webgl: null,
    quiz: null,
    dataset: { status: 'none' },
    datasetView: DATASET_VIEW_DEFAULTS,
    chains: CHAINS_VIEW_DEFAULTS,
    model: null,
    results: RESULTS_VIEW_DEFAULTS,
    shared: null,
    failureDraft: null,
    dialog: null,
    notice: null,
  }))
}

/**
 * Makes an edit of the document, unless the scene that results breaks the schema or cannot be drawn: then the document
 * stays and a notice says why. Overlapping objects are allowed here; the page shows a warning.
 *
 * @returns whether the edit was made
 */
export function edit(store: StudioStore, make: Edit): boolean {
  const state = store.getState()
  const refusal = refusalOf(() => parseScene(make(state.history.present)))
  if (refusal.notice) {
    store.setState({ notice: refusal.notice })
    return false
  }
  replaceDocument(store, refusal.scene)
  return true
}

/** Opens another scene as the document: one step of undo. */
export function openScene(store: StudioStore, value: unknown): boolean {
  const opened = edit(store, () => parseScene(value))
  if (opened) store.setState({ selected: 0 })
  return opened
}

type Checked = { readonly scene: Scene; readonly notice: null } | { readonly scene: null; readonly notice: Notice }

function refusalOf(make: () => Scene): Checked {
  try {
    const scene = make()
    const problem = sceneProblems(scene).find(({ code }) => code !== 'objects-overlap')
    if (!problem) return { scene, notice: null }
    const text = `${fieldInWords(problem.where)}: ${problem.found}; expected ${problem.expected}.`
    return { scene: null, notice: { kind: 'error', title: 'That does not fit the tunnel', text } }
  } catch (error) {
    return { scene: null, notice: noticeOf(error, 'That scene cannot be used') }
  }
}

/** `objects[1].depthM` → `object 2, depthM`. */
const fieldInWords = (where: string): string =>
  where.replace(/^objects\[(\d+)\]\.?/, (_, index: string) => `object ${Number(index) + 1}, `).replace(/, $/, '')

/** What a person reads of an error. Errors that are no `SpatialTunnelError` are defects and are thrown on. */
export function noticeOf(error: unknown, title: string): Notice {
  if (!(error instanceof SpatialTunnelError)) throw error
  const remedy = error.remedy ? ` ${error.remedy[0]!.toUpperCase()}${error.remedy.slice(1)}.` : ''
  return {
    kind: 'error',
    title,
    text: `${fieldInWords(error.where)}: found ${error.found}, expected ${error.expected}.${remedy}`,
  }
}

function replaceDocument(store: StudioStore, scene: Scene): void {
  store.setState(state => ({
    history: history.change(state.history, scene),
    selected: Math.min(state.selected, scene.objects.length - 1),
    notice: state.notice?.kind === 'error' ? null : state.notice,
  }))
}

const walk = (store: StudioStore, step: (h: history.History<Scene>) => history.History<Scene>): void =>
  store.setState(state => {
    const next = step(state.history)
    return { history: next, selected: Math.min(state.selected, next.present.objects.length - 1) }
  })

export const undo = (store: StudioStore): void => walk(store, history.undo)
export const redo = (store: StudioStore): void => walk(store, history.redo)
export const beginGesture = (store: StudioStore): void => walk(store, history.beginGesture)
export const endGesture = (store: StudioStore): void => walk(store, history.endGesture)
export const cancelGesture = (store: StudioStore): void => walk(store, history.cancelGesture)

/** The document. */
export const sceneOf = (state: Pick<StudioState, 'history'>): Scene => state.history.present
