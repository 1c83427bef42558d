/**
 * Probe against Debian's numpy on the same file, loading included: 1,200 pairs × 4,096 dimensions × 36 layers of float32 deltas.
 * `npm run bench:probe` prints one JSON document: the medians of alternating rounds of both (the first of ours, without warm code,
 * apart) and their ratio, the largest difference between their numbers, peak memory, seconds with everything but draws, and
 * seconds of 1,000 bootstrap draws of one layer.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AXES } from '../src/core/relations.ts'
import { stream } from '../src/core/rng.ts'
import { openVectorFile } from '../src/node/read-vectors.ts'
import { blockSums } from '../src/probe/block-sums.ts'
import { scalarIntervals } from '../src/probe/confidence.ts'
import { gramMatrix } from '../src/probe/gram.ts'
import { prepareLayer } from '../src/probe/prepared-layer.ts'
import type { ProbeReport } from '../src/probe/probe-report.ts'
import { runProbe } from '../src/probe/run-probe.ts'
import { AXIS_PAIRS, unbiasedScalarsOf } from '../src/probe/scalars.ts'

const PYTHON = process.env.SPATIALTUNNEL_PYTHON ?? '/usr/bin/python3'
const SIZE = { pairs: 1200, columns: 4096, layers: 36 }
const ROUNDS = 7
const NO_DRAWS = { draws: 0, nullDraws: 0, splits: 0 }

function python(script: string, ...args: readonly string[]): string {
  const result = spawnSync(PYTHON, [join('bench/peers', script), ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (result.status !== 0) throw new Error(result.stderr)
  return result.stdout
}

interface Times {
  readonly seconds: number
  readonly cpuSeconds: number
}

/** Wall-clock and processor seconds: the second do not depend on what else the machine does. */
async function timed<T>(work: () => Promise<T>) {
  const began = performance.now()
  const worked = process.cpuUsage()
  const value = await work()
  const { user, system } = process.cpuUsage(worked)
  return { seconds: (performance.now() - began) / 1000, cpuSeconds: (user + system) / 1e6, value }
}

async function measure(path: string, pairwise: boolean, layers?: number): Promise<ProbeReport> {
  const { file } = await openVectorFile(path, [])
  try {
    const part = layers === undefined ? file : { ...file, layers: file.layers.slice(-layers) }
    return await runProbe(part, { ...NO_DRAWS, pairwise, totalLayers: SIZE.layers })
  } finally {
    await file.close()
  }
}

async function bootstrapOneLayer(path: string) {
  const { file } = await openVectorFile(path, [])
  const prepared = prepareLayer(await file.read(file.layers.at(-1)!))
  const { seconds, cpuSeconds } = await timed(async () => {
    const layer = { gram: gramMatrix(prepared), norms: prepared.norms, starts: prepared.starts }
    return scalarIntervals(layer, unbiasedScalarsOf(blockSums(prepared)), 1000, stream(1, 'bench', 'bootstrap'))
  })
  await file.close()
  return { seconds, cpuSeconds }
}

function medians(times: readonly Times[]): Times {
  const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!
  return { seconds: median(times.map(t => t.seconds)), cpuSeconds: median(times.map(t => t.cpuSeconds)) }
}

interface PeerLayer {
  readonly coherence: readonly number[]
  readonly entanglement: readonly number[]
}

/** The largest difference between the two reports' numbers. */
function difference(report: ProbeReport, peer: Readonly<Record<string, PeerLayer>>): number {
  const gaps = report.layers.flatMap(({ layer, subsets }) => [
    ...AXES.map((axis, a) => subsets.all.axes[axis].coherence! - peer[layer]!.coherence[a]!),
    ...AXIS_PAIRS.map((pair, k) => subsets.all.entanglement[pair].means! - peer[layer]!.entanglement[k]!),
  ])
  return Math.max(...gaps.map(Math.abs))
}

const path = `out/bench/deltas-${SIZE.pairs}-${SIZE.columns}-${SIZE.layers}.npz`
mkdirSync('out/bench', { recursive: true })
if (!existsSync(path)) python('make_deltas.py', path, ...Object.values(SIZE).map(String))

const mine: Times[] = []
const theirs: Times[] = []
let gap = 0
for (let round = 0; round < ROUNDS; round++) {
  const { value, ...times } = await timed(() => measure(path, false))
  mine.push(times)
  const { layers, ...peer } = JSON.parse(python('probe_numpy.py', path)) as Times & {
    layers: Record<string, PeerLayer>
  }
  theirs.push(peer)
  gap = Math.max(gap, difference(value, layers))
}
const peakMb = process.resourceUsage().maxRSS / 1024
const all = await timed(() => measure(path, true, 4))
const result = {
  ...SIZE,
  ours: medians(mine),
  oursFirst: mine[0],
  numpy: medians(theirs),
  timesFaster: medians(theirs).seconds / medians(mine).seconds,
  largestDifference: gap,
  peakMb,
  pairwiseOneLayer: { seconds: all.seconds / 4, cpuSeconds: all.cpuSeconds / 4 },
  bootstrap1000OneLayer: await bootstrapOneLayer(path),
}
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
