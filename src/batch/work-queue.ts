import type { FailureKind } from './run-events.ts'

/** How often a job may fail in each way before the run gives up on it. */
export const RETRY_LIMITS: Readonly<Record<FailureKind, number>> = {
  'browser-gone': 5,
  'timed-out': 2,
  'gl-lost': 3,
  scene: 0,
}

/** The run's jobs: handed out from the front, given back on failure, owned here until they are done. */
export class WorkQueue<Job> {
  private readonly waiting: Job[]
  private readonly failures = new Map<Job, Map<FailureKind, number>>()

  constructor(jobs: readonly Job[]) {
    this.waiting = [...jobs].reverse()
  }

  /** Up to `count` jobs, in order; empty when nothing is waiting. */
  take(count: number): Job[] {
    return Array.from({ length: Math.min(count, this.waiting.length) }, () => this.waiting.pop()!)
  }

  /**
   * Puts jobs back to the front, in their order.
   *
   * @returns the first job that has now failed too often in this way, or null
   */
  giveBack(jobs: readonly Job[], failure: FailureKind): Job | null {
    for (const job of [...jobs].reverse()) this.waiting.push(job)
    for (const job of jobs) {
      const counts = this.failures.get(job) ?? new Map<FailureKind, number>()
      this.failures.set(job, counts)
      counts.set(failure, (counts.get(failure) ?? 0) + 1)
      if (counts.get(failure)! > RETRY_LIMITS[failure]) return job
    }
    return null
  }
}
