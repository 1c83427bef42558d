import type { Capturer } from '../render/capture.ts'
import { FIRST_EXAMPLE } from './gallery.ts'
import { createBitmapQueue } from './grid/bitmap-queue.ts'
import { createProbeService, type ProbeService, type ProbeWorker } from './probe/probe-store.ts'
import { createResultsService, type ResultsService, type ResultsWorker } from './results/results-store.ts'
import { bindAddress, openLinked } from './store/bind-address.ts'
import { openStorage, readKept, writeKept } from './store/state-homes.ts'
import { createStudioStore, type StudioStore } from './store/studio-store.ts'
import { readAddress } from './store/url.ts'
import type { Studio } from './store/use-studio.ts'
import { offersWebgl2 } from './webgl.ts'

/** A studio on a window: what was kept on this device, then what the address says, and both kept up to date. */
export function createStudio(win: Window & typeof globalThis): Studio {
  const store = createStudioStore(FIRST_EXAMPLE.scene)
  keep(store)
  openAddress(store, win)
  bindAddress(store, win)
  /** A canvas may have found out; else it costs a GL context. */
  const webgl = (): boolean => {
    const known = store.getState().webgl ?? offersWebgl2()
    store.setState({ webgl: known })
    return known
  }
  let capturer: Promise<Capturer | null> | null = null
  let probe: ProbeService | null = null
  let results: ResultsService | null = null
  return {
    store,
    thumbnails: createBitmapQueue(),
    capturer: () => {
      capturer ??= webgl() ? import('../render/capture.ts').then(renderer => renderer.createCapturer()) : NO_CAPTURER
      return capturer
    },
    probe: () => {
      probe ??= createProbeService(startProbeWorker)
      return probe
    },
    results: () => {
      results ??= createResultsService(store, startResultsWorker)
      return results
    },
  }
}

const NO_CAPTURER = Promise.resolve(null)

function openAddress(store: StudioStore, win: Window): void {
  const address = readAddress(win.location)
  store.setState(({ plane, results }) => ({
    page: address.page,
    embed: address.embed,
    plane: { ...plane, ...address.plane },
    results: address.results ?? results,
  }))
  if (address.token === null) {
    store.setState(({ welcomeSeen }) => ({ welcome: !welcomeSeen && !address.embed }))
    return
  }
  openLinked(store, address)
  // What the link showed is where this visit begins: nothing to undo, and no first-visit question before it.
  store.setState(state => ({ history: { ...state.history, past: [] } }))
}

function keep(store: StudioStore): void {
  for (const home of ['browser', 'tab'] as const) {
    const storage = openStorage(home)
    store.setState(readKept(home, storage, store.getState()))
    store.subscribe(state => writeKept(home, storage, state))
  }
}

const startProbeWorker = (): ProbeWorker =>
  new Worker(new URL('./probe/probe-worker.ts', import.meta.url), { type: 'module', name: 'probe' })

const startResultsWorker = (): ResultsWorker =>
  new Worker(new URL('./results/results-worker.ts', import.meta.url), { type: 'module', name: 'results' })
