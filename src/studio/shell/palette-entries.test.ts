import { expect, test } from 'vitest'
import { printedRows } from '../../evaluate/printed-rows.ts'
import { ACTIONS } from '../actions.ts'
import { exampleDataset } from '../dataset/suite-dataset.ts'
import { FIRST_EXAMPLE, GALLERY } from '../gallery.ts'
import { createStudioStore, sceneOf } from '../store/studio-store.ts'
import { findEntries, PALETTE_LIMIT, paletteEntries } from './palette-entries.ts'

const store = createStudioStore(FIRST_EXAMPLE.scene)
const found = (text: string) => findEntries(paletteEntries(store.getState(), false), text)

test('every action, example scene and printed model is found by its name', () => {
  const names = [
    ...ACTIONS.filter(({ id }) => id !== 'palette').map(({ title }) => title),
    ...GALLERY.map(({ title }) => title),
    ...printedRows('text').map(({ model }) => model),
  ]
  expect(names.filter(name => !found(name).some(({ title }) => title === name))).toEqual([])
  expect(new Set(paletteEntries(store.getState(), false).map(({ id }) => id)).size).toBe(
    paletteEntries(store.getState(), false).length,
  )
})

test('a printed model says what the paper prints', () => {
  const row = printedRows('text')[0]!
  found(row.model)[0]!.run(store)
  expect(store.getState().notice?.text).toContain(`${(100 * row.counter).toFixed(1)} % where it is lower`)
})

test('scenes of the loaded dataset are found by id and by their objects, and open', async () => {
  const dataset = await exampleDataset()
  store.setState({ dataset: { status: 'ready', dataset } })
  const [entry, ...others] = found('grid-000123')
  expect(others).toEqual([])
  entry!.run(store)
  expect(sceneOf(store.getState())).toEqual(dataset.scenes[123]!.scene)
  expect(store.getState().datasetView.selectedId).toBe('grid-000123')
  expect(found('scene of grid')).toHaveLength(PALETTE_LIMIT)
})

test('the model that is asked is found, and leads to where it is set', () => {
  store.setState({ model: { baseUrl: 'http://127.0.0.1:1/v1', model: 'my-model', apiKey: '', protocol: 'logits' } })
  found('my-model')[0]!.run(store)
  expect(store.getState().dialog).toBe('model')
})
