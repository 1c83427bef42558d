import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Suite } from '../core/suite.ts'
import type { GlChoice } from '../node/gl.ts'
import { drawRate } from './draw-rate.ts'
import { renderSuite } from './render-suite.ts'
import { planRun } from './run-plan.ts'

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
