import type { Trial } from './trial.ts'

/** What a trial does: it draws in a real browser or in its stand-in, or does not draw (`merge`, `ask`). */
export type TaskName = 'real' | 'real-few' | 'stub' | 'merge' | 'ask'

/** A kind of fault. */
export interface FaultKind {
  readonly name: string
  readonly task: TaskName
  /** Its share of the trials. */
  readonly weight: number
  /** It mostly waits: for a time limit, for a lock to age. */
  readonly slow?: boolean
  /** Lets it hit the task, once or more, and counts each in `trial.faults`; the harness then gives the task again. */
  strike(trial: Trial): Promise<void>
}
