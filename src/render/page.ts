import type { CapturedFrame, GlInfo, RenderJob } from '../protocol/render-job.ts'
import { type Capturer, createCapturer, type ResourceCounts } from './capture.ts'

/** What the driver finds on the render page's window. */
export interface RenderPage {
  renderJob(job: RenderJob): CapturedFrame
  glInfo(): GlInfo
  resourceCounts(): ResourceCounts
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
    renderJob: job => capturer.capture(job.scene, job.passes),
    glInfo: () => capturer.glInfo(),
    resourceCounts: () => capturer.resourceCounts(),
  }
  return capturer
}

installRenderPage(window)
