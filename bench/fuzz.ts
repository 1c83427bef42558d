/**
 * Hostile inputs, seeded, for every reader of something that a stranger may have written: each is read or refused with the
 * package's own error, within a second, within bounded memory, and leaves the prototypes as they were.
 *
 * `npm run soak:fuzz`; `node dist/bench/fuzz.js [inputs a reader] [seed] [reader] [index]` takes one reader, or one input.
 * The readers run in a process of their own, so that one that never comes back, or ends it, is named as well. Exit 1 on any violation.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { feed, fuzzInput } from '../src/testing/fuzz/fuzz-reader.ts'
import { fuzzReaders } from '../src/testing/fuzz/readers.ts'

/** One input may take this long, of the processor's time: a busy machine is no fault of a reader. */
const LIMIT_MS = 1000
/** After this long without an answer the worker is given up. */
const HANG_MS = 10_000
/** Resident memory of the whole process, at any time. */
const LIMIT_MIB = 1024
/** Violations that are printed of each reader. */
const SHOWN = 5
/** Set in the process that reads. */
const READING = 'SPATIALTUNNEL_FUZZ_READING'

const [inputs = '4000', seed = '1', only, single] = process.argv.slice(2)

interface Row {
  readonly reader: string
  readonly inputs: number
  readonly accepted: number
  readonly refused: number
  readonly slowestMs: number
  readonly slowestIndex: number
  readonly violations: readonly string[]
}

/** What the reading process tells on its fourth stream, a line each: the input that comes next, or a reader's row. */
type Told = { readonly reader: string; readonly index: number } | { readonly row: Row; readonly peakMiB: number }

/** Written at once: nothing is lost if this process ends. */
const tell = (told: Told): void => {
  writeSync(3, `${JSON.stringify(told)}\n`)
}

async function readAll(): Promise<void> {
  const readers = (await fuzzReaders()).filter(reader => !only || reader.name === only)
  for (const reader of readers) {
    const row = { accepted: 0, refused: 0, slowestMs: 0, slowestIndex: 0, violations: [] as string[] }
    const [from, to] = single === undefined ? [0, Number(inputs)] : [Number(single), Number(single) + 1]
    for (let index = from; index < to; index++) {
      tell({ reader: reader.name, index })
      const bytes = fuzzInput(reader, Number(seed), index)
      const began = process.cpuUsage()
      try {
        row[await feed(reader, bytes)]++
      } catch (error) {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
        row.violations.push(`index ${index}: ${text.slice(0, single === undefined ? 160 : 4000)}`)
      }
      const { user, system } = process.cpuUsage(began)
      const ms = (user + system) / 1000
      if (ms > row.slowestMs) [row.slowestMs, row.slowestIndex] = [ms, index]
      if (ms > LIMIT_MS) row.violations.push(`index ${index}: ${ms.toFixed(0)} ms`)
      if (single !== undefined) process.stderr.write(`sha256 ${createHash('sha256').update(bytes).digest('hex')}\n`)
    }
    const peakMiB = process.resourceUsage().maxRSS / 1024
    tell({ row: { reader: reader.name, inputs: to - from, ...row }, peakMiB })
  }
}

/** @returns whether every reader kept its word */
async function watch(): Promise<boolean> {
  const child = spawn(process.execPath, process.argv.slice(1), {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, [READING]: '1' },
  })
  const rows: Row[] = []
  let [peakMiB, place, lastWord] = [0, 'before the first input', performance.now()]
  createInterface({ input: child.stdio[3] as Readable }).on('line', text => {
    const told = JSON.parse(text) as Told
    lastWord = performance.now()
    if ('index' in told) place = `${told.reader}, seed ${seed}, index ${told.index}`
    else {
      rows.push(told.row)
      peakMiB = told.peakMiB
      print(told.row)
    }
  })
  const timer = setInterval(() => {
    if (performance.now() - lastWord > HANG_MS) child.kill('SIGKILL')
  }, 100)
  const [code] = await once(child, 'close')
  clearInterval(timer)
  if (code !== 0) process.stdout.write(`  VIOLATION ${place}: no answer in ${HANG_MS / 1000} s, or the process ended\n`)
  const total = rows.reduce((sum, row) => sum + row.inputs, 0)
  const bad = rows.reduce((sum, row) => sum + row.violations.length, 0)
  const memory = `peak of memory ${peakMiB.toFixed(0)} MiB (limit ${LIMIT_MIB})`
  process.stdout.write(`\n${total.toLocaleString('en')} inputs, seed ${seed}, ${bad} violations, ${memory}\n`)
  return code === 0 && total > 0 && bad === 0 && peakMiB <= LIMIT_MIB
}

const HEAD = ['reader', 'inputs', 'accepted', 'refused', 'slowest ms', 'seed']
const line = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell, i) => (i === 0 ? String(cell).padEnd(28) : String(cell).padStart(10))).join(' ')}\n`

function print({ reader, inputs: count, accepted, refused, slowestMs, slowestIndex, violations }: Row): void {
  process.stdout.write(line([reader, count, accepted, refused, slowestMs.toFixed(1), seed]))
  for (const text of violations.slice(0, SHOWN)) process.stdout.write(`  VIOLATION seed ${seed}, ${text}\n`)
  if (violations.length > SHOWN) process.stdout.write(`  and ${violations.length - SHOWN} more\n`)
  if (slowestMs > LIMIT_MS / 2) process.stdout.write(`  slowest: index ${slowestIndex}\n`)
}

if (process.env[READING]) await readAll()
else {
  process.stdout.write(line(HEAD))
  process.exitCode = (await watch()) ? 0 : 1
}
