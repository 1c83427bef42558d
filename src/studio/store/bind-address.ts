import type { Scene } from '../../core/scene.ts'
import { noticeOf, openScene, type StudioState, type StudioStore, sceneOf } from './studio-store.ts'
import { fragmentOf, readAddress, sceneOfAddress } from './url.ts'

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
    store.setState(({ plane }) => ({ page: address.page, plane: { ...plane, ...address.plane } }))
    if (address.token === null || win.location.hash === fragmentOfState(store.getState())) return
    openLinkedScene(store, () => sceneOfAddress(address))
  }
  win.addEventListener('popstate', read)
  write()
  return () => {
    win.clearTimeout(timer)
    unsubscribe()
    win.removeEventListener('popstate', read)
  }
}

const fragmentOfState = (state: StudioState): string => fragmentOf(state.page, sceneOf(state), state.plane)

const isToBeWritten = (state: StudioState, before: StudioState): boolean =>
  sceneOf(state) !== sceneOf(before) || (state.page === 'grid' && state.plane !== before.plane)

/** Opens a scene from a link; if it is broken the document stays, the page is safe, and a notice says what is wrong. */
export function openLinkedScene(store: StudioStore, read: () => Scene | null): boolean {
  try {
    const scene = read()
    return scene !== null && openScene(store, scene)
  } catch (error) {
    store.setState({ notice: noticeOf(error, 'This link could not be opened') })
    return false
  }
}
