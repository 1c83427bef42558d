import { SpatialTunnelError } from '../core/errors.ts'
import { allDone } from '../node/all-done.ts'
import type { GlChoice, GlName } from '../node/gl.ts'
import type { RenderJob } from '../protocol/render-job.ts'
import { BatchFailedError, type RenderedScene, RenderSession, SLOTS } from './render-session.ts'
import type { FailureKind, OnRunEvent } from './run-events.ts'
import type { WorkQueue } from './work-queue.ts'

export interface PoolOptions<Job> {
  readonly gl: GlChoice
  /** Folder of the built pages. */
  readonly pages: string
  readonly workers: number
  /** Scenes a message. */
  readonly batchSize: number
  /** Ends the pool between two batches. */
  readonly signal: AbortSignal
  readonly onEvent: OnRunEvent
  /** Called for every browser before its first scene; throws to refuse it. */
  onSession(session: RenderSession, gl: GlName): Promise<void>
  /** Takes what was drawn, and the jobs that asked for it. Errors end the pool. */
  onScenes(worker: number, scenes: readonly RenderedScene[], jobs: readonly Job[]): Promise<void>
  jobOf(job: Job): RenderJob
}

/** Browsers as workers: each with one page and `SLOTS` batches in hand, replaced when it goes. */
export class SessionPool<Job> {
  private readonly stop = new AbortController()

  constructor(
    private readonly options: PoolOptions<Job>,
    private readonly queue: WorkQueue<Job>,
  ) {}

  /** Draws until the queue is empty; the first error that no retry mends ends all workers. */
  async run(): Promise<void> {
    const workers = Array.from({ length: this.options.workers }, (_, worker) => this.runWorker(worker))
    const failures = (await Promise.allSettled(workers)).filter(result => result.status === 'rejected')
    if (failures[0]) throw failures[0].reason
  }

  private get stopped(): boolean {
    return this.stop.signal.aborted || this.options.signal.aborted
  }

  private async runWorker(worker: number): Promise<void> {
    try {
      for (let session = await this.startSession(worker); session !== null; ) {
        try {
          const healthy = await this.drain(worker, session)
          if (healthy || this.stopped) return
        } finally {
          await session.close()
        }
        this.options.onEvent({ kind: 'browser-replaced', worker })
        session = await this.startSession(worker)
      }
    } catch (error) {
      this.stop.abort()
      throw error
    }
  }

  /** Null when the run was ended meanwhile. */
  private async startSession(worker: number): Promise<RenderSession | null> {
    const started = await this.startBrowser(worker)
    if (started === null) return null
    const { session, gl } = started
    try {
      await this.options.onSession(session, gl)
    } catch (error) {
      await session.close()
      throw error
    }
    this.options.onEvent({ kind: 'browser-ready', worker, gl, info: session.gl })
    return session
  }

  /** A browser may go away, or take too long, while it starts: it gets a few tries. */
  private async startBrowser(worker: number): Promise<StartedSession | null> {
    for (let tries = 1; ; tries++) {
      try {
        return await startOn(this.options.gl, this.options.pages)
      } catch (error) {
        if (!mayStartYet(error)) throw error
        if (this.stopped) return null
        const failure = failureKindOf(error)
        const message = firstLineOf(error)
        if (tries === START_TRIES) throw notStarting(message, error)
        this.options.onEvent({ kind: 'retry', worker, failure, message })
      }
    }
  }

  /** Runs a session's lanes; true when nothing is left, false when the session has to be replaced. */
  private async drain(worker: number, session: RenderSession): Promise<boolean> {
    const lane = { failed: false }
    const runLane = async (slot: number): Promise<void> => {
      try {
        await this.runLane(worker, session, slot, lane)
      } catch (error) {
        this.stop.abort()
        throw error
      }
    }
    await allDone(Array.from({ length: SLOTS }, (_, slot) => runLane(slot)))
    return !lane.failed
  }

  private async runLane(
    worker: number,
    session: RenderSession,
    slot: number,
    lane: { failed: boolean },
  ): Promise<void> {
    while (!lane.failed && !this.stopped) {
      const jobs = await this.queue.take(this.options.batchSize)
      if (jobs.length === 0) return
      if (lane.failed || this.stopped) return this.queue.putBack(jobs)
      let scenes: RenderedScene[]
      try {
        scenes = await session.render(slot, jobs.map(this.options.jobOf))
      } catch (error) {
        lane.failed = true
        // Answers that will not come any more fail at once instead of at their time limits.
        void session.close()
        this.giveBack(worker, jobs, error)
        return
      }
      await this.options.onScenes(worker, scenes, jobs)
    }
  }

  private giveBack(worker: number, jobs: readonly Job[], error: unknown): void {
    const failure = failureKindOf(error)
    const message = firstLineOf(error)
    const tooOften = this.queue.giveBack(jobs, failure)
    if (this.stopped) return
    if (tooOften === null) {
      this.options.onEvent({ kind: 'retry', worker, failure, message })
      return
    }
    throw new SpatialTunnelError({
      code: `render-${failure}`,
      kind: 'run',
      where: this.options.jobOf(tooOften).id,
      found: message,
      expected: 'a drawn scene',
      remedy: 'run the same command again to go on, with --gl swiftshader in an empty folder if it fails again',
      cause: error,
    })
  }
}

const START_TRIES = 4

/** Errors of the system and our own say what is wrong, and it stays wrong; Playwright's say that the browser went. */
function mayStartYet(error: unknown): boolean {
  if (error instanceof SpatialTunnelError) return error.code === 'timed-out'
  return error instanceof Error && !('code' in error)
}

const firstLineOf = (error: unknown): string => (error instanceof Error ? error.message.split('\n')[0]! : String(error))

const notStarting = (message: string, cause: unknown): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'browser-not-starting',
    kind: 'run',
    where: 'browser',
    found: `${message}, ${START_TRIES} times`,
    expected: 'a Chromium that starts',
    remedy: 'look at `spatialtunnel doctor`, then run the same command again',
    cause,
  })

interface StartedSession {
  readonly session: RenderSession
  readonly gl: GlName
}

/** `auto`: llvmpipe, or SwiftShader where the browser does not draw with it. */
export async function startOn(choice: GlChoice, pages: string): Promise<StartedSession> {
  if (choice !== 'auto') return { session: await RenderSession.start({ gl: choice, pages }), gl: choice }
  try {
    return { session: await RenderSession.start({ gl: 'llvmpipe', pages }), gl: 'llvmpipe' }
  } catch (error) {
    if (!(error instanceof SpatialTunnelError) || error.code !== 'gl-unavailable') throw error
    return { session: await RenderSession.start({ gl: 'swiftshader', pages }), gl: 'swiftshader' }
  }
}

/** What is left when the page and the clock have not said it: Playwright's own errors, when a browser goes away. */
function failureKindOf(error: unknown): FailureKind {
  if (error instanceof BatchFailedError) return error.failure.kind
  return error instanceof SpatialTunnelError && error.code === 'timed-out' ? 'timed-out' : 'browser-gone'
}
