import { expect, test } from 'vitest'
import { contactSheet, SHEET_CELLS, sheetLayout } from './contact-sheet.ts'

const suiteOf = (levels: number): unknown => ({
  version: 1,
  name: 'sheet',
  seed: 1,
  base: { objects: [{ shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 6 }] },
  factors: [
    { field: 'objects[0].thetaDeg', range: { from: 0, step: 90, count: 4 } },
    { field: 'light.sunRotationRad', range: { from: 4, step: 1e-6, count: levels } },
  ],
})

test('a small grid is shown as it is, a million scenes as an even sample', () => {
  expect(sheetLayout(suiteOf(3), 0, 12)).toMatchObject({ columns: 3, axes: { row: {}, column: {} } })
  const { indices, axes } = sheetLayout(suiteOf(250_000), 0, 1_000_000)
  expect(axes).toBeNull()
  expect(indices).toHaveLength(SHEET_CELLS)
  expect(indices[0]).toBe(0)
  const steps = new Set(indices.slice(1).map((index, i) => index - indices[i]!))
  expect([...steps].sort()).toEqual([3906, 3907])
  expect(sheetLayout(suiteOf(250_000), 500_000, 500_000).indices.at(-1)).toBeGreaterThan(995_000)
})

test('a cell links to its picture where that is a file of its own', () => {
  const layout = sheetLayout(suiteOf(3), 0, 2)
  const cell = { id: 'sheet-000000', split: null, thumbnail: 'data:,' }
  const { text } = contactSheet(layout, [
    { ...cell, href: 'images/a.png' },
    { ...cell, href: null },
  ])
  expect(text.match(/<a href="images\/a.png" class/g)).toHaveLength(1)
  expect(text.match(/<a class/g)).toHaveLength(1)
})
