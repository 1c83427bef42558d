import type { WebGLRenderer } from 'three'
import type { GlInfo } from '../protocol/render-job.ts'

/** Who really draws: flags for a software GL are sometimes ignored without a word, so the driver asserts this. */
export function glInfo(renderer: WebGLRenderer): GlInfo {
  const gl = renderer.getContext()
  const debug = gl.getExtension('WEBGL_debug_renderer_info')
  const text = (name: number): string => String(gl.getParameter(name) ?? '')
  return {
    vendor: text(debug ? debug.UNMASKED_VENDOR_WEBGL : gl.VENDOR),
    renderer: text(debug ? debug.UNMASKED_RENDERER_WEBGL : gl.RENDERER),
    version: text(gl.VERSION),
  }
}
