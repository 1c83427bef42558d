import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Suite } from '../core/suite.ts'
import type { GlChoice } from '../node/gl.ts'
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
  const pending: Promise<void>[] = []
  let [stored, browsersReplaced] = [0, 0]
  const sample = async (scenes: number): Promise<void> => {
    const taken = { scenes, browsersMiB: await descendantsMiB(process.pid), driverMiB: await residentMiB(process.pid) }
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
          if (Math.floor(before / SAMPLE_EVERY) !== Math.floor(stored / SAMPLE_EVERY)) pending.push(sample(stored))
        },
      },
    )
    await Promise.all(pending)
    const largest = (from: number, to: number): number =>
      Math.max(...samples.filter(({ scenes }) => scenes >= from && scenes <= to).map(({ browsersMiB }) => browsersMiB))
    const [earlyMiB, lateMiB] = [largest(500, 1000), largest(options.scenes - 500, options.scenes)]
    return { gl, samples, earlyMiB, lateMiB, ratio: lateMiB / earlyMiB, browsersReplaced }
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/** Sum over the children of a process, their children and so on; the process itself is left out. */
async function descendantsMiB(root: number): Promise<number> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    // The name in brackets may hold spaces and brackets; the parent is the second field behind it.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (parent > 0) parents.set(Number(name), parent)
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === root || isBelow(parent))
  }
  const sizes = await Promise.all([...parents.keys()].filter(isBelow).map(residentMiB))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}
