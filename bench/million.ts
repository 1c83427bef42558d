/**
 * A million scenes through the real driver: planned, queued, journalled, written into archives as two shards, merged,
 * reported and validated; only the browser is a stand-in that answers the protocol with tiny pictures. Every step is a
 * process of its own with a heap of 256 MiB at most, its memory watched. Prints one JSON document, exit 1 past a limit.
 * `npm run soak:million`, or with fewer scenes: `node dist/bench/million.js 10000`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mergeDatasets } from '../src/batch/merge-datasets.ts'
import { renderSuite } from '../src/batch/render-suite.ts'
import { validateDataset } from '../src/batch/validate-dataset.ts'
import { writeDatasetReport } from '../src/cli/write-dataset-report.ts'
import type { Suite } from '../src/core/suite.ts'
import { installStubBrowser } from '../src/testing/stub-browser.ts'
import { folderShape, MOST_IN_A_FOLDER } from './folder-shape.ts'
import { tinyFrames } from './tiny-frames.ts'
import { tinySuite } from './tiny-suite.ts'

const HEAP_MIB = 256
const LIMITS = {
  /** Resident memory of one process. */
  peakMiB: 480,
  /** Largest resident memory of a step's last tenth to that of its second tenth, by time. */
  growth: 1.2,
  filesInAFolder: MOST_IN_A_FOLDER,
  reportMB: 10,
}

/** What a process does that is called with a step's name; returns how many scenes it went through. */
const STEPS: Readonly<Record<string, (suite: Suite, dir: string) => Promise<number>>> = {
  'render 1/2': (suite, dir) => render(suite, dir, 1),
  'render 2/2': (suite, dir) => render(suite, dir, 2),
  merge: async (_, dir) => {
    const { counts } = await mergeDatasets([join(dir, '2'), join(dir, '1')], join(dir, 'merged'), writeDatasetReport)
    return counts.scenes
  },
  validate: async (_, dir) => {
    const { scenes, problemCount, problems } = await validateDataset(join(dir, 'merged'))
    if (problems[0]) throw new Error(`${problemCount} problems, the first: ${JSON.stringify(problems[0])}`)
    return scenes
  },
}

async function render(suite: Suite, dir: string, index: number): Promise<number> {
  installStubBrowser(tinyFrames())
  const request = { suite, out: join(dir, String(index)), pages: 'dist', toolVersion: 'soak' }
  const shard = { index, count: 2 }
  const summary = await renderSuite(request, { storage: 'tar', shard, workers: 2, beforeLast: writeDatasetReport })
  return summary.scenes
}

interface Step {
  readonly step: string
  readonly scenes: number
  readonly seconds: number
  readonly peakMiB: number
  /** Last tenth to second tenth. */
  readonly growth: number
}

/** Runs a step in a process of its own and looks at its memory twice a second. */
async function watched(step: string, scenes: number, dir: string): Promise<Step> {
  const began = performance.now()
  const args = [`--max-old-space-size=${HEAP_MIB}`, fileURLToPath(import.meta.url), String(scenes), step, dir]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', part => {
    text += part
  })
  const residentMiB: number[] = []
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    const kb = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
    if (kb) residentMiB.push(Number(kb) / 1024)
  }, 500)
  const [code] = await once(child, 'close')
  clearInterval(timer)
  if (code !== 0) throw new Error(`${step}: exit ${code}`)
  const tenth = (from: number): number => {
    const at = (share: number): number => Math.floor((residentMiB.length * share) / 10)
    return Math.max(...residentMiB.slice(at(from), Math.max(at(from + 1), at(from) + 1)))
  }
  const seconds = (performance.now() - began) / 1000
  const result = {
    step,
    scenes: Number(text),
    seconds: Number(seconds.toFixed(1)),
    peakMiB: Math.round(Math.max(...residentMiB)),
    growth: Number((tenth(9) / tenth(1)).toFixed(3)),
  }
  process.stderr.write(`${JSON.stringify(result)}\n`)
  return result
}

interface Disk {
  readonly files: number
  readonly mostInAFolder: number
  readonly gigabytes: number
  readonly reportMB: number
}

async function diskOf(dataset: string): Promise<Disk> {
  const { files, mostInAFolder, bytes } = await folderShape(dataset)
  const report = await stat(join(dataset, 'report.html'))
  return { files, mostInAFolder, gigabytes: bytes / 1e9, reportMB: report.size / 1e6 }
}

async function soak(scenes: number): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'spatialtunnel-million-'))
  try {
    const halves = await Promise.all(['render 1/2', 'render 2/2'].map(step => watched(step, scenes, dir)))
    const steps = [...halves, await watched('merge', scenes, dir), await watched('validate', scenes, dir)]
    const disk = await diskOf(join(dir, 'merged'))
    const broken = [
      ...steps.flatMap(({ step, peakMiB }) => (peakMiB > LIMITS.peakMiB ? [`${step}: peak ${peakMiB} MiB`] : [])),
      ...steps.flatMap(({ step, growth }) => (growth > LIMITS.growth ? [`${step}: growth ${growth}`] : [])),
      ...(disk.mostInAFolder > LIMITS.filesInAFolder ? [`${disk.mostInAFolder} files in a folder`] : []),
      ...(disk.reportMB > LIMITS.reportMB ? [`a report of ${disk.reportMB} MB`] : []),
      ...(steps.at(-1)!.scenes === scenes ? [] : ['scenes are missing']),
    ]
    const million = { scenes, heapMiB: HEAP_MIB, limits: LIMITS, steps, disk, broken }
    process.stdout.write(`${JSON.stringify({ million }, null, 2)}\n`)
    if (broken.length > 0) process.exitCode = 1
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

const [count = '1000000', step, dir] = process.argv.slice(2)
const scenes = Number(count)
if (step === undefined || dir === undefined) await soak(scenes)
else process.stdout.write(String(await STEPS[step]!(tinySuite('million', scenes), dir)))
