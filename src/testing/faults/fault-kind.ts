import type { Trial } from './trial.ts'

/** Where the task of a trial draws: in a real browser, in its stand-in, or not at all (`merge`). */
export type TaskName = 'real' | 'real-few' | 'stub' | 'merge'

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
