import { expect, test } from 'vitest'
import grid from '../../../scenes/grid.json' with { type: 'json' }
import { expandSuite } from '../../core/expand.ts'
import { parseSuite } from '../../core/suite.ts'
import { FIRST_EXAMPLE } from '../gallery.ts'
import { axisFields, axisOf, choiceOf, PLANE_DEFAULTS, shownValue } from './axis.ts'
import { cellInWords, type Plane, placesOf, planeCounts, scenePlane, suitePlane } from './plane.ts'

const { scene } = FIRST_EXAMPLE
const x = axisOf(scene, PLANE_DEFAULTS.x, null)
const y = axisOf(scene, PLANE_DEFAULTS.y, x.field)

const filled = (plane: Plane): Plane => {
  for (const { column, row } of placesOf(plane)) plane.cell(column, row)
  return plane
}

test('the plane of a scene holds it at its own place, changed in the two fields alone elsewhere', () => {
  const plane = scenePlane(scene, x, y, 0.05)
  expect(plane.current).toEqual({ column: 4, row: 12, exact: true })
  expect(plane.cell(4, 12)).toMatchObject({ scene, split: 'counter' })
  const other = plane.cell(12, 4)
  expect(other.split).toBe('consistent')
  expect(other.scene).toEqual({
    ...scene,
    objects: scene.objects.map((object, i) => ({ ...object, thetaDeg: i === 0 ? 90 : 270 })),
  })
  const counts = planeCounts(filled(plane))
  expect(counts.consistent).toBe(counts.counter)
  expect(counts.consistent + counts.counter + counts.ambiguous).toBe(256)
})

test('a scene between the cells is marked at the nearest one, and said to be inexact', () => {
  const turned = { ...scene, objects: scene.objects.map(object => ({ ...object, thetaDeg: object.thetaDeg + 5 })) }
  expect(scenePlane(turned, x, y, 0.05).current).toEqual({ column: 4, row: 12, exact: false })
})

test('the plane of the grid suite has the suite’s scenes and its counts', () => {
  const suite = parseSuite(grid)
  const plane = suitePlane(suite, scene, x, y, 0.05)
  expect(planeCounts(filled(plane))).toEqual({ consistent: 116, counter: 116, ambiguous: 24 })
  const scenes = [...expandSuite(suite)]
  for (const [column, row] of [
    [0, 0],
    [3, 7],
    [15, 2],
  ] as const) {
    const cell = plane.cell(column, row).scene!
    expect(cell.objects.map(object => object.thetaDeg)).toEqual([y.values[row], x.values[column]])
    expect(scenes.map(item => item.scene)).toContainEqual(cell)
  }
})

test('any two fields are axes: words are all their options, numbers stay inside the schema', () => {
  const colors = axisOf(scene, { ...PLANE_DEFAULTS.x, field: 'objects[1].color' }, null)
  const sizes = axisOf(scene, { field: 'objects[0].sizeM', from: -1, to: 4, count: 5 }, colors.field)
  expect(colors.values).toContain('magenta')
  expect(sizes.values).toEqual([0.01, 0.25, 0.9, 0.9, 0.9])
  for (const field of axisFields(scene)) {
    const axis = axisOf(scene, choiceOf(field), null)
    expect(axis.field).toBe(field.path)
    expect(new Set(axis.values).size).toBe(axis.values.length)
  }
})

test('one field cannot be both axes, and a field of an object that is gone gives way', () => {
  expect(axisOf(scene, PLANE_DEFAULTS.x, PLANE_DEFAULTS.x.field).field).toBe('objects[0].thetaDeg')
  expect(axisOf(scene, { ...PLANE_DEFAULTS.x, field: 'objects[5].depthM' }, null).field).toBe('objects[0].thetaDeg')
})

test('a cell is computed when it is asked for, once', () => {
  const plane = scenePlane(scene, x, y, 0.05)
  expect(plane.known(3, 3)).toBeUndefined()
  const cell = plane.cell(3, 3)
  expect(plane.known(3, 3)).toBe(cell)
  expect(planeCounts(plane)).toEqual({ consistent: 0, counter: 1, ambiguous: 0 })
})

test('scenes that do not fit are empty cells, and said so', () => {
  const size = axisOf(scene, { field: 'objects[0].sizeM', from: 0.1, to: 0.9, count: 3 }, null)
  const inset = axisOf(scene, { field: 'objects[0].insetM', from: 0, to: 0.8, count: 3 }, null)
  const plane = scenePlane(scene, size, inset, 0.05)
  const cell = plane.cell(2, 2)
  expect(cell.scene).toBeNull()
  expect(cellInWords(plane, cell)).toBe(
    'size (half extent) of object 1 0.9 m, inset from the wall of object 1 0.8 m: does not fit the tunnel',
  )
})

test('values are written with their unit', () => {
  expect([shownValue(x, 337.5), shownValue({ unit: 'm' }, 2.25), shownValue({ unit: '' }, 'red')]).toEqual([
    '337.5°',
    '2.25 m',
    'red',
  ])
})
