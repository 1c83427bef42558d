/**
 * The commands that go through a whole dataset, each as the built command line in a process of its own with a heap of
 * 192 MiB, on a dataset of a tenth of the scenes and on all of them: peak memory may hardly differ. `ask` goes on with a
 * file that answers all but some questions; `score`, whose memory grows with the questions, gets a heap by their number.
 * Prints one JSON document, exit 1 past a limit. `npm run soak:streams`, or with fewer scenes: `node dist/bench/streams.js 10000`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderSuite } from '../src/batch/render-suite.ts'
import { rerenderDataset } from '../src/batch/rerender-dataset.ts'
import { writeDatasetReport } from '../src/cli/write-dataset-report.ts'
import { installStubBrowser } from '../src/testing/stub-browser.ts'
import { ANSWERED_MODEL, startAnswering, writeAnswers } from './answers.ts'
import { folderShape, MOST_IN_A_FOLDER } from './folder-shape.ts'
import { tinyFrames } from './tiny-frames.ts'
import { tinySuite } from './tiny-suite.ts'

const HEAP_MIB = 192
const LIMITS = {
  /** Resident memory of one process. */
  peakMiB: 400,
  /** Peak with all scenes to peak with a tenth of them. */
  growth: 1.25,
}

/** `score` keeps what it reads of every row: a million questions of one model are to fit into this heap. */
const SCORE_HEAP_MIB = 4096
/** Questions of a scene of the suite: four about depth, a contrastive pair. */
const QUESTIONS_A_SCENE = 6
/** Questions that are left to ask. */
const LEFT_TO_ASK = 500

interface Paths {
  /** The dataset. */
  readonly data: string
  /** Address of a chat server that answers at once. */
  readonly server: string
  /** Where the command may write; gone afterwards unless it is kept. */
  readonly out: string
  /** Where an earlier command wrote, by its name. */
  of(name: string): string
}

interface Command {
  readonly name: string
  /** A script and its arguments. */
  readonly call: (paths: Paths) => readonly string[]
  /** Later commands read what it writes. */
  readonly keep?: true
  /** In place of the limit for all: its memory grows by some tens of bytes a question. */
  readonly growth?: number
  /** Heap of a command whose memory grows with the scenes, MiB a scene: no other limit holds for it. */
  readonly heapMiBAScene?: number
}

const cli = (...args: readonly string[]): readonly string[] => ['dist/cli.js', ...args]

const exportTo = (to: string, ...more: readonly string[]): Command => ({
  name: ['export', to, ...more].join(' '),
  call: ({ data, out }) => cli('export', data, '--to', to, '--out', out, '--json', ...more),
})

const OWN_SCRIPT = fileURLToPath(import.meta.url)

/** What is measured, in this order. */
const COMMANDS: readonly Command[] = [
  exportTo('vlmevalkit'),
  exportTo('lmms-eval'),
  exportTo('inspect'),
  exportTo('hf', '--rows', 'scene'),
  exportTo('hf', '--layout', 'imagefolder'),
  exportTo('webdataset'),
  exportTo('coco'),
  exportTo('gqa'),
  exportTo('probing'),
  exportTo('sft'),
  exportTo('zip'),
  { name: 'baseline', call: ({ data, out }) => cli('baseline', data, '--model', 'height', '--out', out, '--json') },
  { name: 'answers', call: ({ data, out }) => [OWN_SCRIPT, 'answers', data, out], keep: true },
  {
    name: 'ask',
    growth: 1.6,
    call: ({ data, server, of }) =>
      cli('ask', data, '--base-url', server, '--model', ANSWERED_MODEL, '--out', of('answers')),
  },
  {
    name: 'score',
    call: ({ data, of }) => cli('score', data, of('answers'), '--draws', '20', '--json'),
    heapMiBAScene: (SCORE_HEAP_MIB * QUESTIONS_A_SCENE) / 1e6,
  },
  { name: 'validate', call: ({ data }) => cli('validate', data, '--json') },
  { name: 'rerender', call: ({ data }) => [OWN_SCRIPT, 'rerender', data] },
]

/** What a process does that is called with a word; only here is the browser a stand-in. */
const STEPS: Readonly<Record<string, (folder: string, argument: string) => Promise<void>>> = {
  async render(folder, count) {
    const scenes = Number(count)
    const suite = tinySuite('streams', scenes, { role: 'train', questions: ['depth', 'contrastive'] })
    const request = { suite, out: folder, pages: 'dist', toolVersion: 'soak' }
    await renderSuite(request, { storage: 'tar', limit: scenes, workers: 2, beforeLast: writeDatasetReport })
  },
  answers: (folder, out) => writeAnswers(folder, out, LEFT_TO_ASK),
  async rerender(folder) {
    const { signal } = new AbortController()
    const options = { scene: null, gl: 'auto', tolerance: false, workers: 2, signal, onEvent: () => {} } as const
    const { verdict } = await rerenderDataset(folder, 'dist', 'soak', options)
    if (verdict !== 'equal') throw new Error(`rerender: ${verdict}`)
  },
}

interface Measured {
  readonly seconds: number
  readonly peakMiB: number
}

/** Runs a script with a small heap and watches its peak. */
async function measured(name: string, call: readonly string[], heapMiB = HEAP_MIB): Promise<Measured> {
  const began = performance.now()
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMiB}`, ...call], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peakKiB = 0
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peakKiB = Math.max(peakKiB, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0))
  }, 50)
  const [code] = await once(child, 'close')
  clearInterval(timer)
  if (code !== 0) throw new Error(`${name}: exit ${code}`)
  return { seconds: (performance.now() - began) / 1000, peakMiB: Math.round(peakKiB / 1024) }
}

interface Row {
  readonly command: string
  readonly scenes: number
  readonly seconds: number
  readonly heapMiB: number
  readonly peakMiB: number | null
  /** Entries of the fullest folder that it wrote. */
  readonly mostInAFolder: number
  readonly error?: string
}

/** All commands on one dataset. */
async function rowsOf(root: string, scenes: number, server: string): Promise<Row[]> {
  const data = join(root, String(scenes))
  await measured('render', [OWN_SCRIPT, 'render', data, String(scenes)])
  const pathOf = (name: string): string => join(root, `${scenes}-${name.replaceAll(/\W+/g, '-')}`)
  const rows: Row[] = []
  for (const { name, call, keep, heapMiBAScene = 0 } of COMMANDS) {
    const out = pathOf(name)
    const heapMiB = Math.max(HEAP_MIB, Math.floor(heapMiBAScene * scenes))
    const head = { command: name, scenes, heapMiB }
    const { seconds, peakMiB, error } = await measured(name, call({ data, server, out, of: pathOf }), heapMiB).then(
      measurement => ({ ...measurement, error: undefined }),
      (failure: Error) => ({ seconds: 0, peakMiB: null, error: failure.message }),
    )
    const { mostInAFolder } = existsSync(out) ? await folderShape(out) : { mostInAFolder: 0 }
    const row = { ...head, seconds: Number(seconds.toFixed(1)), peakMiB, mostInAFolder, ...(error ? { error } : {}) }
    process.stderr.write(`${JSON.stringify(row)}\n`)
    rows.push(row)
    if (!keep) await rm(out, { recursive: true, force: true })
  }
  return rows
}

function broken(few: readonly Row[], many: readonly Row[]): string[] {
  return many.flatMap(({ command, peakMiB, mostInAFolder, error }, k) => {
    const before = few[k]!
    if (peakMiB === null || before.peakMiB === null) return [error ?? before.error ?? command]
    if (mostInAFolder > MOST_IN_A_FOLDER) return [`${command}: ${mostInAFolder} entries in a folder`]
    // Its heap was the limit.
    if (COMMANDS[k]!.heapMiBAScene !== undefined) return []
    const { growth: most = LIMITS.growth } = COMMANDS[k]!
    const growth = peakMiB / before.peakMiB
    return [
      ...(peakMiB > LIMITS.peakMiB ? [`${command}: peak ${peakMiB} MiB`] : []),
      ...(growth > most ? [`${command}: ${peakMiB} MiB after ${before.peakMiB}`] : []),
    ]
  })
}

async function soak(scenes: number): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'spatialtunnel-streams-'))
  const server = await startAnswering()
  try {
    const few = await rowsOf(root, Math.ceil(scenes / 10), server.baseUrl)
    const many = await rowsOf(root, scenes, server.baseUrl)
    const problems = broken(few, many)
    const streams = { scenes, heapMiB: HEAP_MIB, limits: LIMITS, rows: [...few, ...many], broken: problems }
    process.stdout.write(`${JSON.stringify({ streams }, null, 2)}\n`)
    if (problems.length > 0) process.exitCode = 1
  } finally {
    server.close()
    await rm(root, { recursive: true, force: true })
  }
}

const [first = '100000', folder, argument = ''] = process.argv.slice(2)
const step = STEPS[first]
if (step && folder) {
  installStubBrowser(tinyFrames())
  await step(folder, argument)
} else await soak(Number(first))
