import type { Scene } from '../core/scene.ts'
import type { GlChoice } from '../node/gl.ts'
import { processesBelow } from '../node/process-tree.ts'
import type { RenderSession } from './render-session.ts'
import { startOn } from './session-pool.ts'

export interface DrawRate {
  /** Images a second: drawn, and nothing read back. */
  readonly rate: number
  /** Time of the processor an image in all the browsers' processes, ms; 0 where it cannot be known. */
  readonly cpuMs: number
  /** From the call to pages that can draw, seconds. */
  readonly startUpS: number
  readonly renderer: string
}

/** Of `phase`, whose first twelve scenes show every pair of shapes. */
const WARM_UP = 12

/** Draws scenes with so many browsers, each its share of them. */
export async function drawRate(
  scenes: readonly Scene[],
  pages: string,
  gl: GlChoice,
  browsers: number,
): Promise<DrawRate> {
  const beganMs = performance.now()
  const sessions: RenderSession[] = []
  try {
    for (let i = 0; i < browsers; i++) sessions.push((await startOn(gl, pages)).session)
    const startUpS = (performance.now() - beganMs) / 1000
    // Shaders are compiled on the first picture of every pair of shapes: that is start-up, not drawing.
    await Promise.all(sessions.map(session => session.drawOnly(scenes.slice(0, WARM_UP))))
    const [drawnMs, before] = [performance.now(), browsersCpuMs()]
    const shares = sessions.map((_, i) => scenes.filter((_scene, index) => index % browsers === i))
    await Promise.all(sessions.map((session, i) => session.drawOnly(shares[i]!)))
    return {
      rate: (1000 * scenes.length) / (performance.now() - drawnMs),
      cpuMs: (browsersCpuMs() - before) / scenes.length,
      startUpS,
      renderer: sessions[0]!.gl.renderer,
    }
  } finally {
    await Promise.all(sessions.map(session => session.close()))
  }
}

const browsersCpuMs = (): number => processesBelow(process.pid).reduce((sum, { cpuMs }) => sum + cpuMs, 0)
