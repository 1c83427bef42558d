import { expect, test } from 'vitest'
import { parseScene } from '../../core/scene.ts'
import { setObject } from './edits.ts'
import { readKept, STATE_HOMES, writeKept } from './state-homes.ts'
import { beginGesture, createStudioStore, edit, endGesture, openScene, sceneOf, undo } from './studio-store.ts'

const scene = parseScene({
  objects: [
    { shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 6, thetaDeg: 90 },
    { shape: 'cube', color: 'cyan', sizeM: 0.1, depthM: 3, thetaDeg: 270 },
  ],
})

test('an edit is a step; a gesture of edits is one step', () => {
  const store = createStudioStore(scene)
  edit(store, setObject(0, { thetaDeg: 0 }))
  beginGesture(store)
  for (const depthM of [5, 4, 3.5]) edit(store, setObject(0, { depthM }))
  endGesture(store)
  expect(store.getState().history.past).toHaveLength(2)
  undo(store)
  expect(sceneOf(store.getState()).objects[0]).toMatchObject({ thetaDeg: 0, depthM: 6 })
})

test.each([
  ['outside the schema', { sizeM: 5 }, 'objects'],
  ['behind the camera', { depthM: 0.1 }, 'object 2'],
  ['beyond the tunnel', { depthM: 25 }, 'object 2'],
])('an edit %s is refused with a reason, and the document stays', (_, part, reason) => {
  const store = createStudioStore(scene)
  expect(edit(store, setObject(1, part))).toBe(false)
  expect(sceneOf(store.getState())).toBe(scene)
  expect(store.getState().notice?.text).toContain(reason === 'objects' ? 'object 2, sizeM' : reason)
  expect(edit(store, setObject(1, { depthM: 4 }))).toBe(true)
  expect(store.getState().notice).toBeNull()
})

test('overlapping objects are allowed', () => {
  const store = createStudioStore(scene)
  expect(edit(store, setObject(1, { depthM: 6, thetaDeg: 90 }))).toBe(true)
})

test('opening a scene selects its first object, and is one step of undo', () => {
  const store = createStudioStore(scene)
  store.setState({ selected: 1 })
  openScene(store, { version: 1, objects: [scene.objects[1]] })
  expect(store.getState().selected).toBe(0)
  undo(store)
  expect(sceneOf(store.getState())).toBe(scene)
})

test('every key has a home, and only kept keys are written', () => {
  const store = createStudioStore(scene)
  expect(Object.keys(STATE_HOMES).sort()).toEqual(Object.keys(store.getState()).sort())
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (k: string, v: string) => void kept.set(k, v),
  }
  store.setState({ theme: 'dark', snap: false })
  writeKept('browser', storage, store.getState())
  expect(readKept('browser', storage, createStudioStore(scene).getState())).toEqual({
    theme: 'dark',
    quiz: null,
    welcomeSeen: false,
  })
  expect(kept.get('spatialtunnel')).not.toContain('objects')
})

test.each(['', '3', '{', '{"theme":7}', '{"overlays":{"boxes":1}}', '{"__proto__":{"theme":"dark"}}'])(
  'storage that holds %j is passed over',
  text => {
    const state = createStudioStore(scene).getState()
    const storage = { getItem: () => text, setItem: () => undefined }
    expect(readKept('browser', storage, state)).toEqual({})
    expect(readKept('tab', storage, state)).toEqual({})
  },
)
