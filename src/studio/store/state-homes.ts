import type { StudioState } from './studio-store.ts'

/**
 * Where every key of the studio's state lives:
 *
 * - `url`     in the address, so that a link shows the same thing;
 * - `browser` remembered on this device (local storage);
 * - `tab`     remembered until the tab closes (session storage);
 * - `memory`  gone with the page.
 *
 * The record has to name every key: a new one does not compile without a home.
 */
export type Home = 'url' | 'browser' | 'tab' | 'memory'

export const STATE_HOMES: Readonly<Record<keyof StudioState, Home>> = {
  history: 'url',
  page: 'url',
  embed: 'url',
  results: 'url',
  shared: 'url',
  theme: 'browser',
  welcomeSeen: 'browser',
  quiz: 'browser',
  selected: 'tab',
  positionShare: 'tab',
  snap: 'tab',
  overlays: 'tab',
  seed: 'tab',
  // And in the address while the Grid page is shown.
  plane: 'tab',
  webgl: 'memory',
  welcome: 'memory',
  dataset: 'memory',
  datasetView: 'memory',
  chains: 'memory',
  model: 'memory',
  failureDraft: 'memory',
  dialog: 'memory',
  notice: 'memory',
}

const keysOf = (home: Home): readonly (keyof StudioState)[] =>
  (Object.keys(STATE_HOMES) as (keyof StudioState)[]).filter(key => STATE_HOMES[key] === home)

const STORAGE_KEY = 'spatialtunnel'

/** The part of `Storage` that is needed; a browser that refuses storage gives none. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem'>

export const openStorage = (home: 'browser' | 'tab'): KeptStorage | null => {
  try {
    return home === 'browser' ? globalThis.localStorage : globalThis.sessionStorage
  } catch {
    return null
  }
}

/** What was kept, as far as it still has the type of what it replaces. */
export function readKept(home: 'browser' | 'tab', storage: KeptStorage | null, now: StudioState): Partial<StudioState> {
  let kept: unknown
  try {
    kept = JSON.parse(storage?.getItem(STORAGE_KEY) ?? 'null')
  } catch {
    return {}
  }
  if (kept === null || typeof kept !== 'object') return {}
  const fits = keysOf(home).filter(
    key => Object.hasOwn(kept, key) && sameKind((kept as Record<string, unknown>)[key], now[key]),
  )
  return Object.fromEntries(fits.map(key => [key, (kept as Record<string, unknown>)[key]]))
}

export function writeKept(home: 'browser' | 'tab', storage: KeptStorage | null, state: StudioState): void {
  try {
    storage?.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(keysOf(home).map(key => [key, state[key]]))))
  } catch {
    // Full or forbidden storage: the studio works without a memory.
  }
}

const sameKind = (a: unknown, b: unknown): boolean => {
  if (typeof a !== typeof b || Array.isArray(a) !== Array.isArray(b)) return false
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a !== null || b === null
  return Object.keys(b).every(key => sameKind((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}
