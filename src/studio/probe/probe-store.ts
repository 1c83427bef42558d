import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Category } from '../../core/relations.ts'
import type { ProbeReport } from '../../probe/probe-report.ts'
import type { LayerAxis } from '../../report/figures/probe-figures.ts'
import type { ProbeReply, ProbeRequest } from './probe-messages.ts'

/** Everything the Probe page knows; it lives as long as the studio is open. */
export interface ProbeState {
  /** null before the first report. */
  readonly report: ProbeReport | null
  /** Whether the report is the built-in, made-up one. */
  readonly example: boolean
  /** Layers measured and to be measured, while something is being read. */
  readonly working: { readonly done: number; readonly total: number } | null
  /** Name of the file that is being read; null also for the example. */
  readonly opening: string | null
  readonly failure: { readonly title: string; readonly text: string } | null
  /** Place in `report.layers`: everything on the page shows this layer. */
  readonly layerIndex: number
  /** What the curves have on their x axis. */
  readonly xAxis: LayerAxis
  readonly mode: 'turn' | 'lasso'
  readonly hidden: readonly Category[]
  /** Ids of the pairs inside the lasso. */
  readonly selected: readonly string[]
  /** The pair under the pointer in the list of scenes. */
  readonly pointed: string | null
}
export type ProbeStore = StoreApi<ProbeState>

/** The part of `Worker` that is needed, so that tests can stand in for it. */
export interface ProbeWorker {
  postMessage(message: ProbeRequest): void
  terminate(): void
  onmessage: ((event: MessageEvent<ProbeReply>) => void) | null
}

/** The page's store and what it can be told to open. */
export interface ProbeService {
  readonly store: ProbeStore
  open(request: ProbeRequest): void
  /** Stops what is being read; what is shown stays. */
  cancel(): void
}

/** @param startWorker a fresh worker for every request: a running one is stopped by ending it */
export function createProbeService(startWorker: () => ProbeWorker): ProbeService {
  const store = createStore<ProbeState>(() => ({
    report: null,
    example: false,
    working: null,
    opening: null,
    failure: null,
    layerIndex: 0,
    xAxis: 'layer',
    mode: 'turn',
    hidden: [],
    selected: [],
    pointed: null,
  }))
  let worker: ProbeWorker | null = null
  const stop = (): void => {
    worker?.terminate()
    worker = null
    store.setState({ working: null, opening: null })
  }
  return {
    store,
    cancel: stop,
    open(request) {
      stop()
      worker = startWorker()
      store.setState({ working: { done: 0, total: 0 }, opening: nameOf(request), failure: null })
      worker.onmessage = ({ data }) => {
        if (data.kind === 'progress') store.setState({ working: { done: data.done, total: data.total } })
        else stop()
        if (data.kind === 'failed') store.setState({ failure: { title: data.title, text: data.text } })
        if (data.kind === 'report') store.setState(shown(data.report, request.kind === 'example'))
      }
      worker.postMessage(request)
    },
  }
}

const nameOf = (request: ProbeRequest): string | null =>
  request.kind === 'example' ? null : request.kind === 'report' ? request.report.name : request.vectors.name

/** A new report begins at its chosen layer, with nothing selected. */
function shown(report: ProbeReport, example: boolean): Partial<ProbeState> {
  const chosen = report.layers.findIndex(layer => layer.layer === report.choice.chosen)
  return { report, example, layerIndex: Math.max(0, chosen), selected: [], pointed: null, failure: null }
}
