import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scene } from '../core/scene.ts'
import type { Suite } from '../core/suite.ts'
import { readScenes } from '../node/dataset-reader.ts'
import type { GlChoice } from '../node/gl.ts'
import { processesBelow } from '../node/process-tree.ts'
import { writeFileAtomic } from '../node/write-file.ts'
import { drawRate } from './draw-rate.ts'
import { renderSuite } from './render-suite.ts'
import { planRun } from './run-plan.ts'
import { startOn } from './session-pool.ts'

/** Where an image's time of the processor goes, ms; all 0 where `/proc` does not tell. */
export interface StageTimes {
  /** The browsers' time when they only draw. */
  readonly draw: number
  /** What the page and the GL take besides: read-back, certificate, three.js, handing over. */
  readonly page: number
  /** Unpacking a frame and encoding three PNG files. */
  readonly encode: number
  /** The driver without its writing: checksums, messages, rows. */
  readonly driver: number
  /** Writing three files and renaming them. */
  readonly disk: number
  /** The browsers' other processes. */
  readonly other: number
}

export interface SizeBench {
  readonly sizePx: number
  readonly scenes: number
  readonly gl: string
  /** RGB, mask and depth as files on disk, images a second. */
  readonly pipeline: number
  /** The same pictures drawn and nothing read back, images a second: over one and two browsers the better. */
  readonly draw: number
  /** pipeline ÷ draw. */
  readonly share: number
  readonly stagesMs: StageTimes
}

/** Pixels that a size draws in all; within bounds, so that small pictures end soon and large ones still are many. */
const PIXELS = 100e6
const SCENES = { least: 96, most: 512 }
/** The part of a run over which time is counted: shaders are compiled before it, browsers end behind it. */
const COUNTED = { from: 0.15, to: 0.85 }
const ENCODINGS = 32

export interface SizesOptions {
  readonly gl: GlChoice
  readonly workers: number
  readonly rounds: number
  readonly sizesPx: readonly number[]
  /** No more scenes a size than this. */
  readonly limit: number
}

/** Times square pictures of several sizes: the whole pipeline and the pure draw rate in turn, the best of each counts. */
export async function benchSizes(
  suite: Suite,
  pages: string,
  toolVersion: string,
  options: SizesOptions,
  onSize: (bench: SizeBench) => void,
): Promise<SizeBench[]> {
  const out = await mkdtemp(join(tmpdir(), 'spatialtunnel-bench-'))
  try {
    const all: SizeBench[] = []
    for (const sizePx of options.sizesPx) {
      const bench = await benchSize(atSize(suite, sizePx), sizePx, { out, pages, toolVersion }, options)
      all.push(bench)
      onSize(bench)
    }
    return all
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

interface Place {
  readonly out: string
  readonly pages: string
  readonly toolVersion: string
}

/** The suite with square pictures of this size. */
function atSize(suite: Suite, sizePx: number): Suite {
  const { base } = suite
  return { ...suite, base: { ...base, camera: { ...base.camera, widthPx: sizePx, heightPx: sizePx } } }
}

async function benchSize(suite: Suite, sizePx: number, place: Place, options: SizesOptions): Promise<SizeBench> {
  const limit = Math.round(Math.min(options.limit, SCENES.most, Math.max(SCENES.least, PIXELS / sizePx ** 2)))
  const plan = planRun(suite, { limit })
  const scenes = Array.from({ length: plan.to }, (_, i) => plan.scenes.scene(i).scene)
  let best: PipelineRun = { rate: 0, pageMs: 0, otherMs: 0, driverMs: 0, diskMs: 0 }
  let draw = { rate: 0, cpuMs: 0, renderer: '' }
  for (let round = 0; round < options.rounds; round++) {
    const run = await pipelineRun(suite, limit, join(place.out, `${sizePx}-${round}`), place, options)
    if (run.rate > best.rate) best = run
    for (const browsers of [1, 2]) {
      const drawn = await drawRate(scenes, place.pages, options.gl, browsers)
      if (drawn.rate > draw.rate) draw = drawn
    }
  }
  const encode = await encodeMs(scenes, place.pages, options.gl)
  const page = Math.max(0, best.pageMs - draw.cpuMs - encode)
  return {
    sizePx,
    scenes: plan.to,
    gl: draw.renderer,
    pipeline: best.rate,
    draw: draw.rate,
    share: best.rate / draw.rate,
    stagesMs: {
      draw: draw.cpuMs,
      page,
      encode,
      driver: Math.max(0, best.driverMs - best.diskMs),
      disk: best.diskMs,
      other: best.otherMs,
    },
  }
}

/** A run into a folder: images a second, and time of the processor an image. */
interface PipelineRun {
  readonly rate: number
  /** In the processes of pages and GL. */
  readonly pageMs: number
  readonly otherMs: number
  readonly driverMs: number
  readonly diskMs: number
}

async function pipelineRun(
  suite: Suite,
  limit: number,
  folder: string,
  { pages, toolVersion }: Place,
  { gl, workers }: SizesOptions,
): Promise<PipelineRun> {
  const samples: Sample[] = []
  let done = 0
  const summary = await renderSuite(
    { suite, out: folder, pages, toolVersion },
    {
      gl,
      workers,
      limit,
      onEvent: event => {
        if (event.kind !== 'scenes-done') return
        done += event.ids.length
        const share = done / limit
        const wanted = samples.length === 0 ? share >= COUNTED.from : samples.length === 1 && share >= COUNTED.to
        if (wanted) samples.push({ done, ...cpuNow() })
      },
    },
  )
  const [first, last] = samples
  const perImage = (of: (sample: Sample) => number): number =>
    first && last ? (of(last) - of(first)) / (last.done - first.done) : 0
  const run = {
    rate: summary.imagesPerSecond ?? 0,
    pageMs: perImage(sample => sample.pageMs),
    otherMs: perImage(sample => sample.otherMs),
    driverMs: perImage(sample => sample.driverMs),
    diskMs: await diskMs(folder),
  }
  await rm(folder, { recursive: true })
  return run
}

interface Sample {
  readonly done: number
  readonly pageMs: number
  readonly otherMs: number
  readonly driverMs: number
}

function cpuNow(): Omit<Sample, 'done'> {
  const browsers = processesBelow(process.pid)
  const sum = (own: typeof browsers): number => own.reduce((total, { cpuMs }) => total + cpuMs, 0)
  const pages = browsers.filter(({ command }) => /--type=(gpu-process|renderer)/.test(command))
  const { user, system } = process.cpuUsage()
  return { pageMs: sum(pages), otherMs: sum(browsers) - sum(pages), driverMs: (user + system) / 1000 }
}

/** Writes a dataset's pictures once more, as `render` does, and counts nothing else. */
async function diskMs(folder: string): Promise<number> {
  const copy = join(folder, 'again')
  await mkdir(copy)
  let [spent, images] = [0, 0]
  for await (const { id, image, passes } of readScenes(folder)) {
    const paths = [image, passes.mask?.path, passes.depth?.path].filter(path => path !== undefined)
    const files = await Promise.all(paths.map(path => readFile(join(folder, path))))
    const before = process.cpuUsage()
    await Promise.all(files.map((bytes, k) => writeFileAtomic(join(copy, `${id}-${k}`), bytes, { sync: false })))
    const { user, system } = process.cpuUsage(before)
    spent += (user + system) / 1000
    images++
  }
  return spent / images
}

/** Time of the processor that encoding a scene takes a page; a few scenes, each many times. */
async function encodeMs(scenes: readonly Scene[], pages: string, gl: GlChoice): Promise<number> {
  const { session } = await startOn(gl, pages)
  try {
    const some = scenes.filter((_, index) => index % Math.ceil(scenes.length / 4) === 0)
    const spentBy = async (times: number): Promise<number> => {
      const before = cpuNow().pageMs
      for (const scene of some) await session.encodeOnly(scene, times)
      return cpuNow().pageMs - before
    }
    await spentBy(1)
    return ((await spentBy(ENCODINGS + 1)) - (await spentBy(1))) / (ENCODINGS * some.length)
  } finally {
    await session.close()
  }
}
