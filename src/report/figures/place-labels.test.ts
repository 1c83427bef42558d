import { expect, test } from 'vitest'
import { stream, uniform } from '../../core/rng.ts'
import { type LabelRequest, type LabelRoom, type PlacedLabel, placeLabels } from './place-labels.ts'

const ROOM: LabelRoom = { left: 0, right: 400, top: 0, bottom: 250, fontPt: 10 }

/** The text's box, from its left end and baseline. */
const boxOf = (label: LabelRequest, { x, y }: PlacedLabel) => ({
  left: x,
  right: x + label.width,
  top: y - 8,
  bottom: y + 2,
})
type Box = ReturnType<typeof boxOf>
const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

test('a lone label stands beside its mark, without a line', () => {
  const [label] = placeLabels([{ x: 200, y: 100, width: 50 }], ROOM)
  expect(label).toMatchObject({ x: 205.5, leader: null })
})

test.each([0, 1, 2, 3])('twelve models in one corner: no label covers another, a mark or the edge (seed %i)', seed => {
  const next = stream(seed, 'labels', 'points')
  const labels = Array.from({ length: 12 }, () => ({
    x: uniform(next, 0, 40),
    y: uniform(next, 0, 40),
    width: uniform(next, 40, 120),
  }))
  const found = placeLabels(labels, ROOM)
  const boxes = found.map((place, i) => boxOf(labels[i]!, place))
  for (const [i, box] of boxes.entries()) {
    expect(box.left >= 0 && box.right <= 400 && box.top >= 0 && box.bottom <= 250).toBe(true)
    for (const other of boxes.slice(i + 1)) expect(meet(box, other)).toBe(false)
    for (const { x, y } of labels)
      expect(meet(box, { left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 })).toBe(false)
  }
  expect(found.some(({ leader }) => leader !== null)).toBe(true)
})

test('models at the very same place are told apart', () => {
  const found = placeLabels(
    Array.from({ length: 3 }, () => ({ x: 0, y: 0, width: 60 })),
    ROOM,
  )
  expect(new Set(found.map(({ x, y }) => `${x} ${y}`)).size).toBe(3)
})
