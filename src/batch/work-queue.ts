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
  private readonly fresh: AsyncIterator<Job> | Iterator<Job>
  /** Given back, the next one last. */
  private readonly returned: Job[] = []
  private readonly failures = new Map<Job, Map<FailureKind, number>>()
  /** Whoever takes waits for who took before, so that a batch holds neighbours. */
  private taking: Promise<unknown> = Promise.resolve()

  /** @param jobs asked for one by one, when they are taken: a million of them take no memory */
  constructor(jobs: AsyncIterable<Job> | Iterable<Job>) {
    this.fresh = Symbol.asyncIterator in jobs ? jobs[Symbol.asyncIterator]() : jobs[Symbol.iterator]()
  }

  /** Up to `count` jobs, in order; empty when nothing is waiting. Throws what the jobs' source throws. */
  take(count: number): Promise<Job[]> {
    const taken = this.taking.then(() => this.takeNow(count))
    this.taking = taken.catch(() => {})
    return taken
  }

  private async takeNow(count: number): Promise<Job[]> {
    const taken: Job[] = []
    while (taken.length < count && this.returned.length > 0) taken.push(this.returned.pop()!)
    while (taken.length < count) {
      const { value, done } = await this.fresh.next()
      if (done) break
      taken.push(value)
    }
    return taken
  }

  /** Puts jobs that nobody tried back to the front, in their order. */
  putBack(jobs: readonly Job[]): void {
    for (const job of [...jobs].reverse()) this.returned.push(job)
  }

  /**
   * Puts jobs that failed back to the front, in their order.
   *
   * @returns the first job that has now failed too often in this way, or null
   */
  giveBack(jobs: readonly Job[], failure: FailureKind): Job | null {
    this.putBack(jobs)
    for (const job of jobs) {
      const counts = this.failures.get(job) ?? new Map<FailureKind, number>()
      this.failures.set(job, counts)
      counts.set(failure, (counts.get(failure) ?? 0) + 1)
      if (counts.get(failure)! > RETRY_LIMITS[failure]) return job
    }
    return null
  }
}
