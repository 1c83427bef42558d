import { SpatialTunnelError } from '../core/errors.ts'
import type { GlChoice, GlName } from '../node/gl.ts'
import type { RenderJob } from '../protocol/render-job.ts'
import { BatchFailedError, type RenderedScene, RenderSession, SLOTS } from './render-session.ts'
import type { FailureKind, OnRunEvent } from './run-events.ts'
import type { WorkQueue } from './work-queue.ts'

export interface PoolOptions {
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
  /** Stores what was drawn. Errors end the pool. */
  onScenes(worker: number, scenes: readonly RenderedScene[]): Promise<void>
  jobOf(index: number): RenderJob
}

/** Browsers as workers: each with one page and `SLOTS` batches in hand, replaced when it goes. */
export class SessionPool {
  private readonly stop = new AbortController()

  constructor(
    private readonly options: PoolOptions,
    private readonly queue: WorkQueue<number>,
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
      let first = await this.startSession(worker)
      for (;;) {
        const session = first
        try {
          const healthy = await this.drain(worker, session)
          if (healthy || this.stopped) return
        } finally {
          await session.close()
        }
        this.options.onEvent({ kind: 'browser-replaced', worker })
        first = await this.startSession(worker)
      }
    } catch (error) {
      this.stop.abort()
      throw error
    }
  }

  private async startSession(worker: number): Promise<RenderSession> {
    const { session, gl } = await startOn(this.options.gl, this.options.pages)
    try {
      await this.options.onSession(session, gl)
    } catch (error) {
      await session.close()
      throw error
    }
    this.options.onEvent({ kind: 'browser-ready', worker, gl, info: session.gl })
    return session
  }

  /** Runs a session's lanes; true when nothing is left, false when the session has to be replaced. */
  private async drain(worker: number, session: RenderSession): Promise<boolean> {
    const lane = { failed: false }
    await Promise.all(Array.from({ length: SLOTS }, (_, slot) => this.runLane(worker, session, slot, lane)))
    return !lane.failed
  }

  private async runLane(
    worker: number,
    session: RenderSession,
    slot: number,
    lane: { failed: boolean },
  ): Promise<void> {
    while (!lane.failed && !this.stopped) {
      const indices = this.queue.take(this.options.batchSize)
      if (indices.length === 0) return
      let scenes: RenderedScene[]
      try {
        scenes = await session.render(slot, indices.map(this.options.jobOf))
      } catch (error) {
        lane.failed = true
        // Answers that will not come any more fail at once instead of at their time limits.
        void session.close()
        this.giveBack(worker, indices, error)
        return
      }
      await this.options.onScenes(worker, scenes)
    }
  }

  private giveBack(worker: number, indices: readonly number[], error: unknown): void {
    const failure = failureKindOf(error)
    const message = error instanceof Error ? error.message.split('\n')[0]! : String(error)
    const tooOften = this.queue.giveBack(indices, failure)
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

/** `auto`: llvmpipe, or SwiftShader where the browser does not draw with it. */
export async function startOn(choice: GlChoice, pages: string): Promise<{ session: RenderSession; gl: GlName }> {
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
