import { expect, test } from 'vitest'
import { expandSuite } from '../../core/expand.ts'
import { FIRST_EXAMPLE } from '../gallery.ts'
import { axisOf, PLANE_DEFAULTS } from './axis.ts'
import { placesOf, scenePlane } from './plane.ts'
import { planeSuite } from './plane-suite.ts'

test('the suite of a plane expands to the plane’s scenes, row by row', () => {
  const { scene } = FIRST_EXAMPLE
  const x = axisOf(scene, { field: 'objects[0].depthM', from: 4, to: 8, count: 3 }, null)
  const y = axisOf(scene, { ...PLANE_DEFAULTS.y, field: 'objects[1].shape' }, x.field)
  const plane = scenePlane(scene, x, y, 0.05)
  const expected = placesOf(plane).map(({ column, row }) => plane.cell(column, row).scene)
  expect([...expandSuite(planeSuite(scene, x, y))].map(item => item.scene)).toEqual(expected)
})
