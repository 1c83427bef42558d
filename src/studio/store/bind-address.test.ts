import { expect, test, vi } from 'vitest'
import { parseScene } from '../../core/scene.ts'
import { failureLink } from '../../formats/failure-link.ts'
import { PLANE_VIEW_DEFAULTS } from '../grid/plane-view-state.ts'
import { type AddressWindow, bindAddress } from './bind-address.ts'
import { setObject } from './edits.ts'
import { createStudioStore, edit, sceneOf } from './studio-store.ts'
import { fragmentOf, readAddress, sceneOfAddress } from './url.ts'

const scene = parseScene({ objects: [{ shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 6, thetaDeg: 90 }] })

function fakeWindow() {
  const location = { hash: '', search: '' }
  const listeners = new Map<string, () => void>()
  const set = (hash: string) => Object.assign(location, { hash })
  const history = {
    replaceState: vi.fn((_data: unknown, _unused: string, url: string) => set(url)),
    pushState: vi.fn((_data: unknown, _unused: string, url: string) => set(url)),
  }
  const win = {
    location,
    history,
    addEventListener: (type: string, call: () => void) => void listeners.set(type, call),
    removeEventListener: (type: string) => void listeners.delete(type),
    setTimeout: (call: () => void) => globalThis.setTimeout(call, 200),
    clearTimeout: globalThis.clearTimeout,
  } as unknown as AddressWindow
  const go = (hash: string) => {
    set(hash)
    listeners.get('popstate')?.()
  }
  return { win, location, history, go }
}

test('the address always holds the whole scene, many edits are one write, and a page is a step', () => {
  vi.useFakeTimers()
  const { win, location, history } = fakeWindow()
  const store = createStudioStore(scene)
  bindAddress(store, win)
  expect(sceneOfAddress(readAddress(win.location))).toEqual(scene)
  for (let depthM = 5; depthM < 6; depthM += 0.1) edit(store, setObject(0, { depthM }))
  vi.runAllTimers()
  expect(history.replaceState).toHaveBeenCalledTimes(2)
  expect(location.hash).toBe(fragmentOf('scene', sceneOf(store.getState()), PLANE_VIEW_DEFAULTS))
  vi.useRealTimers()
})

test('an address that the person opens is read; a broken one leaves the scene and says so', () => {
  const { win, go } = fakeWindow()
  const store = createStudioStore(scene)
  bindAddress(store, win)
  const other = { ...scene, objects: [{ ...scene.objects[0]!, depthM: 4 }] }
  go(fragmentOf('scene', other, PLANE_VIEW_DEFAULTS))
  expect(sceneOf(store.getState())).toEqual(other)
  go('#s=1.broken')
  expect(sceneOf(store.getState())).toEqual(other)
  expect(store.getState().notice).toMatchObject({ kind: 'error', title: 'This link could not be opened' })
})

test('a link that is opened while an edit waits to be written wins over the edit', () => {
  vi.useFakeTimers()
  const { win, location, go } = fakeWindow()
  const store = createStudioStore(scene)
  bindAddress(store, win)
  edit(store, setObject(0, { depthM: 5 }))
  const linked = fragmentOf('scene', { ...scene, objects: [{ ...scene.objects[0]!, depthM: 4 }] }, PLANE_VIEW_DEFAULTS)
  // The address changes at once, its event comes after the waiting write.
  location.hash = linked
  vi.runAllTimers()
  expect(location.hash).toBe(linked)
  go(linked)
  expect(sceneOf(store.getState()).objects[0]!.depthM).toBe(4)
  vi.useRealTimers()
})

test('the embedded view and unknown pages', () => {
  expect(readAddress({ search: '?embed=scene', hash: '#page=nowhere&s=1.x' })).toEqual({
    page: 'scene',
    embed: true,
    token: '1.x',
    plane: null,
    results: null,
    failureToken: null,
  })
  expect(readAddress({ search: '?embed=scene', hash: '#page=dataset&s=1.x' }).page).toBe('scene')
})

test('on the Grid page the address holds the axes; a link opens them, and without any the paper’s', () => {
  vi.useFakeTimers()
  const { win, location, go } = fakeWindow()
  const store = createStudioStore(scene)
  bindAddress(store, win)
  store.setState({ page: 'grid' })
  const plain = location.hash
  const x = { field: 'camera.pitchDeg', from: -10, to: 10, count: 5 }
  store.setState(({ plane }) => ({ plane: { ...plane, x } }))
  vi.runAllTimers()
  expect(location.hash).toBe(`${plain}&across=camera.pitchDeg:-10:10:5`)
  expect(readAddress(location).plane).toEqual({ source: 'scene', x, y: PLANE_VIEW_DEFAULTS.y })
  go(plain)
  expect(store.getState().plane).toEqual(PLANE_VIEW_DEFAULTS)
  go(`${plain}&scenes=suite&across=camera.pitchDeg:-10:10:5`)
  expect(store.getState().plane).toEqual({ ...PLANE_VIEW_DEFAULTS, source: 'suite', x })
  vi.useRealTimers()
})

test('the Results page’s selection stands in its address, and comes back from it', () => {
  vi.useFakeTimers()
  const { win, location, go } = fakeWindow()
  const store = createStudioStore(scene)
  bindAddress(store, win)
  store.setState({ page: 'results' })
  store.setState(({ results }) => ({ results: { ...results, model: 'a b', cell: '90,270', sort: 'best' } }))
  vi.runAllTimers()
  const shown = location.hash
  expect(shown).toMatch(/^#page=results&s=1\.[\w-]+&model=a\+b&cell=90%2C270&sort=best$/)
  go(fragmentOf('results', scene, PLANE_VIEW_DEFAULTS))
  expect(store.getState().results.cell).toBeNull()
  go(shown)
  expect(store.getState().results).toMatchObject({ model: 'a b', cell: '90,270', sort: 'best' })
  vi.useRealTimers()
})

const failure = {
  question: { text: 'Is the red sphere closer to the camera than the cyan cube?', answer: 'No' },
  answers: [{ model: 'm', pYes: 0.9, right: false }],
  note: 'see the floor',
}

test('a failure comes with its scene, and leaves the address once the scene is another', () => {
  vi.useFakeTimers()
  const { win, location, go } = fakeWindow()
  const store = createStudioStore({ ...scene, objects: [{ ...scene.objects[0]!, depthM: 4 }] })
  bindAddress(store, win)
  const link = failureLink(scene, failure, '')
  go(link)
  expect(store.getState().shared).toMatchObject({ scene, failure })
  edit(store, setObject(0, { depthM: 5 }))
  vi.runAllTimers()
  expect(location.hash).not.toContain('f=')
  expect(store.getState().shared?.failure).toEqual(failure)
  vi.useRealTimers()
})

test('a failure of another scene, or a broken one: the scene alone is opened, with a reason', () => {
  const { win, go } = fakeWindow()
  const store = createStudioStore({ ...scene, objects: [{ ...scene.objects[0]!, depthM: 4 }] })
  bindAddress(store, win)
  const other = { ...scene, objects: [{ ...scene.objects[0]!, depthM: 3 }] }
  for (const bad of [
    failureLink(other, failure, '').replace(/^.*(?=&f=)/, fragmentOf('scene', scene, PLANE_VIEW_DEFAULTS)),
    `${fragmentOf('scene', scene, PLANE_VIEW_DEFAULTS)}&f=1.x`,
  ]) {
    go(bad)
    expect(sceneOf(store.getState())).toEqual(scene)
    expect(store.getState().shared).toBeNull()
    expect(store.getState().notice?.title).toBe('This link could not be opened')
    store.setState({ notice: null })
  }
})
