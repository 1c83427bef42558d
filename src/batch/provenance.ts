import { arch, cpus, platform } from 'node:os'
import type { Provenance } from '../core/manifest.ts'
import type { GlName } from '../node/gl.ts'
import type { RenderSession } from './render-session.ts'

/** What a session draws with, as the manifest records it. */
export function provenanceOf(session: RenderSession, gl: GlName, toolVersion: string): Provenance {
  return {
    toolVersion,
    gl: { name: gl, vendor: session.gl.vendor, renderer: session.gl.renderer, version: session.gl.version },
    browser: { version: session.browserVersion, flags: [...session.browserFlags] },
    cpuModel: cpus()[0]?.model.trim() ?? 'unknown',
    platform: `${platform()} ${arch()}`,
  }
}
