import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scene } from '../core/scene.ts'
import type { Suite } from '../core/suite.ts'
import type { GlChoice } from '../node/gl.ts'
import type { RenderSession } from './render-session.ts'
import { renderSuite } from './render-suite.ts'
import { planRun } from './run-plan.ts'
import { startOn } from './session-pool.ts'

export interface RenderBench {
  readonly gl: string
  readonly cpu: string
  readonly cores: number
  /** From the call to a page that draws, seconds, the best of the rounds. */
  readonly startUpS: number
  /** RGB, mask and depth as files on disk, images a second. */
  readonly pipeline: number
  /** The same pictures drawn and nothing read back, images a second: over one and two browsers the better. */
  readonly draw: number
  readonly drawByBrowsers: readonly number[]
  /** pipeline ÷ draw. */
  readonly share: number
}

/**
 * Times the first `limit` scenes of a suite: the whole pipeline and the pure draw rate in turn, and the
 * best of each. A machine that others use as well gives fair ratios only when both were measured close together.
 */
export async function benchRender(
  suite: Suite,
  pages: string,
  toolVersion: string,
  options: { readonly gl: GlChoice; readonly workers: number; readonly rounds: number; readonly limit: number },
  onRound: (line: string) => void,
): Promise<RenderBench> {
  const plan = planRun(suite, { limit: options.limit })
  const scenes = Array.from({ length: plan.to }, (_, i) => plan.scenes.scene(i).scene)
  const out = await mkdtemp(join(tmpdir(), 'spatialtunnel-bench-'))
  const best = { startUpS: Number.POSITIVE_INFINITY, pipeline: 0, draw: [0, 0], gl: '' }
  try {
    for (let round = 0; round < options.rounds; round++) {
      const folder = join(out, String(round))
      const summary = await renderSuite({ suite, out: folder, pages, toolVersion }, { ...options })
      await rm(folder, { recursive: true })
      best.pipeline = Math.max(best.pipeline, summary.imagesPerSecond ?? 0)
      for (const browsers of [1, 2]) {
        const { rate, startUpS, renderer } = await drawRate(scenes, pages, options.gl, browsers)
        best.draw[browsers - 1] = Math.max(best.draw[browsers - 1]!, rate)
        if (browsers === 1) best.startUpS = Math.min(best.startUpS, startUpS)
        best.gl = renderer
      }
      const draws = best.draw.map(rate => rate.toFixed(1)).join(', ')
      onRound(`round ${round + 1}: pipeline ${summary.imagesPerSecond} images/s; draw, best so far: ${draws}`)
    }
  } finally {
    await rm(out, { recursive: true, force: true })
  }
  const draw = Math.max(...best.draw)
  return {
    gl: best.gl,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    startUpS: best.startUpS,
    pipeline: best.pipeline,
    draw,
    drawByBrowsers: best.draw,
    share: best.pipeline / draw,
  }
}

async function drawRate(
  scenes: readonly Scene[],
  pages: string,
  gl: GlChoice,
  browsers: number,
): Promise<{ rate: number; startUpS: number; renderer: string }> {
  const beganMs = performance.now()
  const sessions: RenderSession[] = []
  try {
    for (let i = 0; i < browsers; i++) sessions.push((await startOn(gl, pages)).session)
    const startUpS = (performance.now() - beganMs) / 1000
    // Shaders are compiled on the first picture: that is start-up, not drawing.
    await Promise.all(sessions.map(session => session.drawOnly(scenes.slice(0, 2))))
    const drawnMs = performance.now()
    const shares = sessions.map((_, i) => scenes.filter((_scene, index) => index % browsers === i))
    await Promise.all(sessions.map((session, i) => session.drawOnly(shares[i]!)))
    return {
      rate: (1000 * scenes.length) / (performance.now() - drawnMs),
      startUpS,
      renderer: sessions[0]!.gl.renderer,
    }
  } finally {
    await Promise.all(sessions.map(session => session.close()))
  }
}
