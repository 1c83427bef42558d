import type { BatchPage } from '../protocol/render-batch.ts'
import type { CapturedFrame, RenderJob } from '../protocol/render-job.ts'
import { type Capturer, createCapturer } from './capture.ts'
import { createBatchPage } from './delivery/batch-page.ts'

/** What the driver finds on the render page's window. */
export interface RenderPage extends BatchPage {
  /** Draws one scene and hands its pixels over as they are: for tests and for looking. */
  renderJob(job: RenderJob): CapturedFrame
}

declare global {
  interface Window {
    spatialTunnelRender?: RenderPage
  }
}

/** Puts the renderer on the window: one capturer a page, made at the first job. */
export function installRenderPage(target: Window): Capturer {
  const capturer = createCapturer()
  target.spatialTunnelRender = {
    ...createBatchPage(capturer),
    renderJob: job => capturer.capture(job.scene, job.passes),
  }
  return capturer
}

installRenderPage(window)
