/**
 * Undo that keeps whole documents: they are small and immutable, so a step is a reference.
 *
 * A gesture (a drag, a held key) is one step however many changes it makes: the document before it is kept until it
 * ends.
 */
export interface History<T> {
  readonly present: T
  readonly past: readonly T[]
  readonly future: readonly T[]
  /** The document before the gesture that is under way; null between gestures. */
  readonly gestureFrom: T | null
}

export const HISTORY_LIMIT = 200

export const startHistory = <T>(present: T): History<T> => ({ present, past: [], future: [], gestureFrom: null })

/** The same document makes no step. Inside a gesture a change replaces the present only. */
export function change<T>(history: History<T>, present: T): History<T> {
  if (Object.is(present, history.present)) return history
  if (history.gestureFrom !== null) return { ...history, present }
  return { present, past: [...history.past, history.present].slice(-HISTORY_LIMIT), future: [], gestureFrom: null }
}

export const beginGesture = <T>(history: History<T>): History<T> =>
  history.gestureFrom === null ? { ...history, gestureFrom: history.present } : history

export function endGesture<T>(history: History<T>): History<T> {
  const before = history.gestureFrom
  if (before === null) return history
  const ended = { ...history, gestureFrom: null }
  return Object.is(before, history.present) ? ended : change({ ...ended, present: before }, history.present)
}

/** Gives up the gesture: the document is what it was before. */
export const cancelGesture = <T>(history: History<T>): History<T> =>
  history.gestureFrom === null ? history : { ...history, present: history.gestureFrom, gestureFrom: null }

export function undo<T>(history: History<T>): History<T> {
  const { past, present, future } = endGesture(history)
  if (past.length === 0) return history
  return { present: past[past.length - 1]!, past: past.slice(0, -1), future: [present, ...future], gestureFrom: null }
}

export function redo<T>(history: History<T>): History<T> {
  const { past, present, future } = endGesture(history)
  if (future.length === 0) return history
  return { present: future[0]!, past: [...past, present], future: future.slice(1), gestureFrom: null }
}
