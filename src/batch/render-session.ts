import type { Page } from 'playwright'
import type { PassName } from '../core/dataset.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { Scene } from '../core/scene.ts'
import { assertGl, type GlName } from '../node/gl.ts'
import { type LaunchedBrowser, launchBrowser } from '../node/launch-browser.ts'
import { type StaticServer, serveFolders } from '../node/static-server.ts'
import type {
  BatchPage,
  MeasuredScene,
  RenderBatch,
  RenderFailure,
  SlotSpan,
  Transport,
} from '../protocol/render-batch.ts'
import type { GlInfo, RenderJob } from '../protocol/render-job.ts'
import { LabelledWaits } from './labelled-waits.ts'
import { sha256Of } from './sha256.ts'
import { findSlotFiles, PostedSlots, type SlotReader, slotHandlers } from './slot-transport.ts'

/** Batches that a page may have in hand: one drawn, one encoded, one written to disk. */
export const SLOTS = 3

/** Then it gets another try: a page that goes while the browser starts leaves it waiting for ever. */
const START_LIMIT_MS = 30_000
/**
 * A page that has drawn no scene for so long hangs. One takes 10 to 50 ms; a slow machine and a large picture may take a
 * hundred times as long.
 */
const SCENE_LIMIT_MS = 30_000

export interface SessionOptions {
  readonly gl: GlName
  /** Folder of the built pages. */
  readonly pages: string
  /** Left out: whichever works, `file` before `post`. */
  readonly transport?: Transport
  /** How long a page may have work and draw no scene, ms; 30 s. */
  readonly sceneLimitMs?: number
}

/** A scene as the driver gets it: its measurements, and the bytes of its files. */
export interface RenderedScene {
  readonly delivered: MeasuredScene
  readonly files: ReadonlyArray<{ readonly pass: PassName; readonly bytes: Uint8Array }>
}

/** The page told of a failure; the session may go on. */
export class BatchFailedError extends Error {
  override readonly name = 'BatchFailedError'

  constructor(readonly failure: RenderFailure) {
    super(`${failure.sceneId}: ${failure.message}`)
  }
}

/** The window of a render page, as functions that are sent there see it. */
interface RenderWindow {
  readonly spatialTunnelRender?: BatchPage
}

/** One browser with one render page: a worker of the batch. */
export class RenderSession {
  private readonly waits = new LabelledWaits()
  private closing: Promise<void> | null = null

  private constructor(
    private readonly browser: LaunchedBrowser,
    private readonly server: StaticServer,
    private readonly page: Page,
    private readonly slots: SlotReader,
    readonly gl: GlInfo,
    private readonly sceneLimitMs: number,
  ) {}

  /** @throws SpatialTunnelError `gl-unavailable` if the browser draws with another GL, `timed-out`, `browser-missing` */
  static async start(options: SessionOptions): Promise<RenderSession> {
    const posted = new PostedSlots()
    const server = await serveFolders({
      folders: { '/': options.pages },
      handlers: slotHandlers(posted),
    })
    let browser: LaunchedBrowser | null = null
    try {
      const waits = new LabelledWaits()
      browser = await launchBrowser(options.gl)
      const { page, gl } = await waits.for('the render page to load', START_LIMIT_MS, openPage(browser, server))
      assertGl(options.gl, gl.renderer)
      const openSlot: BatchPage['openSlot'] = (slot, token) =>
        page.evaluate(([number, text]) => (window as RenderWindow).spatialTunnelRender!.openSlot(number, text), [
          slot,
          token,
        ] as const)
      const files =
        options.transport === 'post'
          ? null
          : await waits.for('the files of its slots', START_LIMIT_MS, findSlotFiles(openSlot, browser.profile, SLOTS))
      if (files === null && options.transport === 'file') throw noFiles()
      return new RenderSession(browser, server, page, files ?? posted, gl, options.sceneLimitMs ?? SCENE_LIMIT_MS)
    } catch (error) {
      await browser?.close()
      await server.close()
      throw error
    }
  }

  get transport(): Transport {
    return this.slots.transport
  }

  get browserVersion(): string {
    return this.browser.version
  }

  get browserFlags(): readonly string[] {
    return this.browser.flags
  }

  /**
   * Draws scenes and brings their bytes over; up to `SLOTS` calls may be under way, each with its own slot.
   *
   * @throws BatchFailedError, SpatialTunnelError `timed-out`, or Playwright's own error when the browser is gone
   */
  async render(slot: number, jobs: readonly RenderJob[]): Promise<RenderedScene[]> {
    const batch: RenderBatch = { slot, transport: this.transport, jobs }
    const reply = await this.waits.whileMoving(
      `scenes ${jobs[0]?.id} to ${jobs.at(-1)?.id}`,
      this.sceneLimitMs,
      this.page.evaluate(sent => (window as RenderWindow).spatialTunnelRender!.renderBatch(sent), batch),
      () => this.page.evaluate(() => (window as RenderWindow).spatialTunnelRender!.progress()),
    )
    if (reply.failure) throw new BatchFailedError(reply.failure)
    const spans = reply.scenes.flatMap<SlotSpan>(({ files, pixels }) =>
      'sha256' in pixels ? files : [...files, pixels],
    )
    const bytes = await this.slots.read(slot, Math.max(0, ...spans.map(span => span.offset + span.length)))
    const part = ({ offset, length }: SlotSpan): Uint8Array => bytes.subarray(offset, offset + length)
    return reply.scenes.map(({ files, pixels, ...scene }) => ({
      delivered: { ...scene, pixelsSha256: 'sha256' in pixels ? pixels.sha256 : sha256Of(part(pixels)) },
      files: files.map(file => ({ pass: file.pass, bytes: part(file) })),
    }))
  }

  /** Draws these scenes with nothing read back. */
  drawOnly(scenes: readonly Scene[]): Promise<void> {
    return this.page.evaluate(sent => (window as RenderWindow).spatialTunnelRender!.drawOnly(sent), scenes)
  }

  /** Draws a scene once and encodes its passes so many times. */
  encodeOnly(scene: Scene, times: number): Promise<void> {
    return this.page.evaluate(
      ([sent, count]) => (window as RenderWindow).spatialTunnelRender!.encodeOnly(sent, count),
      [scene, times] as const,
    )
  }

  resourceCounts(): Promise<Readonly<Record<string, number>>> {
    return this.page.evaluate(() => (window as RenderWindow).spatialTunnelRender!.resourceCounts())
  }

  /** Never throws, also when the browser is gone already; a second call waits for the first. */
  close(): Promise<void> {
    this.closing ??= this.closeAll()
    return this.closing
  }

  private async closeAll(): Promise<void> {
    await this.browser.close()
    await this.slots.close().catch(() => {})
    await this.server.close()
  }
}

async function openPage(browser: LaunchedBrowser, server: StaticServer): Promise<{ page: Page; gl: GlInfo }> {
  const page = browser.context.pages()[0] ?? (await browser.context.newPage())
  await page.goto(`${server.url}render.html`)
  await page.waitForFunction(() => (window as RenderWindow).spatialTunnelRender !== undefined)
  const gl = await page
    .evaluate(() => (window as RenderWindow).spatialTunnelRender!.glInfo())
    .catch((cause: unknown) => {
      throw noGl(cause)
    })
  return { page, gl }
}

const noGl = (cause: unknown): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'gl-unavailable',
    where: 'render page',
    found: 'no WebGL 2 context',
    expected: 'a browser that draws with WebGL 2',
    remedy: 'ask for --gl swiftshader, or install another Chromium',
    cause,
  })

const noFiles = (): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'transport-unavailable',
    kind: 'run',
    where: 'render page',
    found: 'no file of its storage in the profile',
    expected: 'the files behind its slots',
    remedy: 'leave the choice to the tool',
  })
