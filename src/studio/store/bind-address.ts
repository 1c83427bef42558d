import { decodeFailureToken } from '../../formats/failure-link.ts'
import { noticeOf, openScene, type StudioState, type StudioStore, sceneOf } from './studio-store.ts'
import { type Address, fragmentOfState, readAddress, sceneOfAddress } from './url.ts'

/** The browser's part in this, so that tests can stand in for it. */
export type AddressWindow = Pick<Window, 'location' | 'history' | 'addEventListener' | 'removeEventListener'> &
  Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>

/** Browsers refuse more than a few address changes a second; a drag makes sixty. */
const WRITE_DELAY_MS = 200

/**
 * Keeps address and state the same: edits replace the address (a little later), a change of page is a step of the
 * browser's history, and an address that the person types or pastes is opened.
 *
 * @returns a function that ends it
 */
export function bindAddress(store: StudioStore, win: AddressWindow): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // What the address said when it and the state were last the same.
  let known = win.location.hash
  const write = () => {
    timer = undefined
    // A link was opened while this write was waiting, and its event is still on the way: the link wins.
    if (win.location.hash !== known) return
    const state = store.getState()
    const fragment = fragmentOfState(state)
    if (fragment !== win.location.hash) win.history.replaceState(null, '', fragment)
    known = win.location.hash
  }
  const unsubscribe = store.subscribe((state, before) => {
    if (state.page !== before.page && readAddress(win.location).page !== state.page) {
      win.history.pushState(null, '', fragmentOfState(state))
      known = win.location.hash
    } else if (isToBeWritten(state, before) && timer === undefined) {
      timer = win.setTimeout(write, WRITE_DELAY_MS)
    }
  })
  const read = () => {
    known = win.location.hash
    const address = readAddress(win.location)
    store.setState(({ plane, results }) => ({
      page: address.page,
      plane: { ...plane, ...address.plane },
      results: address.results ?? results,
    }))
    if (address.token === null || win.location.hash === fragmentOfState(store.getState())) return
    openLinked(store, address)
  }
  win.addEventListener('popstate', read)
  write()
  return () => {
    win.clearTimeout(timer)
    unsubscribe()
    win.removeEventListener('popstate', read)
  }
}

const isToBeWritten = (state: StudioState, before: StudioState): boolean =>
  sceneOf(state) !== sceneOf(before) ||
  state.shared !== before.shared ||
  (state.page === 'grid' && state.plane !== before.plane) ||
  (state.page === 'results' && state.results !== before.results)

/**
 * Opens the scene of a link, and a failure that came with it; if the scene is broken the document stays, if the failure
 * is, the scene is opened alone. The page is safe, and a notice says what is wrong.
 */
export function openLinked(store: StudioStore, address: Address): void {
  try {
    const linked = sceneOfAddress(address)
    if (linked === null || !openScene(store, linked)) return
    const scene = sceneOf(store.getState())
    store.setState({ shared: null })
    if (address.failureToken === null) return
    store.setState({ shared: { scene, failure: decodeFailureToken(address.failureToken, scene) } })
  } catch (error) {
    store.setState({ notice: noticeOf(error, 'This link could not be opened') })
  }
}
