import { expect, test } from 'vitest'
import { beginGesture, cancelGesture, change, endGesture, HISTORY_LIMIT, redo, startHistory, undo } from './history.ts'

const after = (...values: number[]) => values.reduce(change, startHistory(0))

test('undo and redo walk the same documents', () => {
  const history = after(1, 2, 3)
  expect(undo(history).present).toBe(2)
  expect(redo(undo(undo(history))).present).toBe(2)
  expect(redo(history)).toBe(history)
  expect(undo(startHistory(0)).present).toBe(0)
})

test('a change after undo drops the future', () => {
  expect(redo(change(undo(after(1, 2)), 9)).present).toBe(9)
  expect(change(undo(after(1, 2)), 9).past).toEqual([0, 1])
})

test('a gesture of many changes is one step', () => {
  const dragged = endGesture([5, 6, 7].reduce(change, beginGesture(after(1))))
  expect(dragged).toEqual({ present: 7, past: [0, 1], future: [], gestureFrom: null })
  expect(undo(dragged).present).toBe(1)
})

test('a gesture that changes nothing leaves no step, and keeps the future', () => {
  const before = undo(after(1, 2))
  expect(endGesture(beginGesture(before))).toEqual(before)
})

test('a cancelled gesture leaves the document as it was', () => {
  expect(cancelGesture(change(beginGesture(after(1)), 8))).toEqual(after(1))
})

test('undo in mid-gesture takes the gesture back', () => {
  expect(undo(change(beginGesture(after(1)), 8)).present).toBe(1)
})

test('the same document makes no step, and the past is bounded', () => {
  expect(after(1, 1, 1).past).toEqual([0])
  expect(after(...Array.from({ length: HISTORY_LIMIT + 50 }, (_, i) => i + 1)).past).toHaveLength(HISTORY_LIMIT)
})
