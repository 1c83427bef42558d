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
  private readonly fresh: Iterator<Job>
  /** Given back, the next one last. */
  private readonly returned: Job[] = []
  private readonly failures = new Map<Job, Map<FailureKind, number>>()

  /** @param jobs asked for one by one, when they are taken: a million of them take no memory */
  constructor(jobs: Iterable<Job>) {
    this.fresh = jobs[Symbol.iterator]()
  }

  /** Up to `count` jobs, in order; empty when nothing is waiting. */
  take(count: number): Job[] {
    const taken: Job[] = []
    while (taken.length < count && this.returned.length > 0) taken.push(this.returned.pop()!)
    while (taken.length < count) {
      const { value, done } = this.fresh.next()
      if (done) break
      taken.push(value)
    }
    return taken
  }

  /**
   * Puts jobs back to the front, in their order.
   *
   * @returns the first job that has now failed too often in this way, or null
   */
  giveBack(jobs: readonly Job[], failure: FailureKind): Job | null {
    for (const job of [...jobs].reverse()) this.returned.push(job)
    for (const job of jobs) {
      const counts = this.failures.get(job) ?? new Map<FailureKind, number>()
      this.failures.set(job, counts)
      counts.set(failure, (counts.get(failure) ?? 0) + 1)
      if (counts.get(failure)! > RETRY_LIMITS[failure]) return job
    }
    return null
  }
}
