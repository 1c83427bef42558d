import { expect, test } from 'vitest'
import { FIRST_EXAMPLE } from '../gallery.ts'
import { axisFields, choiceOf, PLANE_DEFAULTS } from './axis.ts'
import { planeParams, readPlaneParams } from './plane-address.ts'
import { PLANE_VIEW_DEFAULTS } from './plane-view-state.ts'

const DEFAULTS = { source: 'scene', x: PLANE_DEFAULTS.x, y: PLANE_DEFAULTS.y } as const
const read = (text: string) => readPlaneParams(new URLSearchParams(text))

test('any two scene fields survive a link, with their ranges', () => {
  const fields = axisFields(FIRST_EXAMPLE.scene).map(choiceOf)
  for (const [i, x] of fields.entries()) {
    const y = { ...fields[(i + 1) % fields.length]!, from: -0.125, to: 1e-3, count: 7 }
    expect(read(planeParams({ source: 'suite', x, y }))).toEqual({ source: 'suite', x, y })
  }
})

test('the paper’s plane adds nothing to the address', () => {
  expect(planeParams(PLANE_VIEW_DEFAULTS)).toBe('')
  expect(read('')).toEqual(DEFAULTS)
})

test.each([
  'across=objects[0].depthM:1:2',
  'across=objects[9].depthM:1:2:3',
  'across=__proto__.depthM:1:2:3',
  'across=camera.xM:NaN:2:3',
  'across=camera.xM:1:Infinity:3',
  'across=camera.xM:1:2:99999',
  `across=camera.${'x'.repeat(5000)}:1:2:3`,
  'scenes=elsewhere',
])('%s is as if it were not there', text => {
  expect(read(text)).toEqual(DEFAULTS)
})

test('a link of 0.2 opens with its own axes, the farther object’s angle across', () => {
  const depth = { field: 'objects[0].depthM', from: 4, to: 8, count: 5 }
  expect(read('x=objects[0].depthM:4:8:5')).toEqual({ source: 'scene', x: depth, y: PLANE_DEFAULTS.x })
  expect(read('y=objects[0].depthM:4:8:5')).toEqual({ source: 'scene', x: PLANE_DEFAULTS.y, y: depth })
})
