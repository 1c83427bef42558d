import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Suite } from '../core/suite.ts'
import type { GlChoice } from '../node/gl.ts'
import { processesBelow, residentMiB } from '../node/process-tree.ts'
import { renderSuite } from './render-suite.ts'

export interface MemorySample {
  /** Scenes stored so far. */
  readonly scenes: number
  /** Resident memory of all browser processes together, MiB. */
  readonly browsersMiB: number
  /** Resident memory of this process, MiB. */
  readonly driverMiB: number
}

export interface MemorySoak {
  readonly gl: string
  readonly samples: readonly MemorySample[]
  /** Largest browser memory over the scenes 500-1,000 and over the last 500, MiB. */
  readonly earlyMiB: number
  readonly lateMiB: number
  readonly ratio: number
  readonly browsersReplaced: number
}

/** Flat means: at the end no more than this times what it was at the start. */
export const MEMORY_LIMIT = 1.1

const SAMPLE_EVERY = 100

/**
 * Draws `scenes` scenes of a suite without replacing a browser and watches the memory of the browsers' process tree.
 * Linux only: it reads /proc.
 */
export async function soakMemory(
  suite: Suite,
  pages: string,
  toolVersion: string,
  options: { readonly gl: GlChoice; readonly workers: number; readonly scenes: number },
  onSample: (sample: MemorySample) => void,
): Promise<MemorySoak> {
  const out = await mkdtemp(join(tmpdir(), 'spatialtunnel-soak-'))
  const samples: MemorySample[] = []
  let [stored, browsersReplaced] = [0, 0]
  const sample = (scenes: number): void => {
    const browsersMiB = processesBelow(process.pid).reduce((sum, browser) => sum + browser.residentMiB, 0)
    const taken = { scenes, browsersMiB, driverMiB: residentMiB(process.pid) }
    samples.push(taken)
    onSample(taken)
  }
  try {
    const { gl } = await renderSuite(
      { suite, out: join(out, 'soak'), pages, toolVersion },
      {
        gl: options.gl,
        workers: options.workers,
        limit: options.scenes,
        onEvent: event => {
          if (event.kind === 'browser-replaced') browsersReplaced++
          if (event.kind !== 'scenes-done') return
          const before = stored
          stored += event.ids.length
          if (Math.floor(before / SAMPLE_EVERY) !== Math.floor(stored / SAMPLE_EVERY)) sample(stored)
        },
      },
    )
    const largest = (from: number, to: number): number =>
      Math.max(...samples.filter(({ scenes }) => scenes >= from && scenes <= to).map(({ browsersMiB }) => browsersMiB))
    const [earlyMiB, lateMiB] = [largest(500, 1000), largest(options.scenes - 500, options.scenes)]
    return { gl, samples, earlyMiB, lateMiB, ratio: lateMiB / earlyMiB, browsersReplaced }
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}
