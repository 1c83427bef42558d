/**
 * Partition: a TSV of EmbSpatial-Bench's form with pictures in base64, split by the command line as anybody would run it;
 * its speed and the peak of its memory, from /proc (Linux). `npm run bench:partition` takes 256 MiB, `npm run
 * soak:partition` 2 GiB; prints one JSON document, exit 1 past a limit.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { stream } from '../src/core/rng.ts'
import { delimitedLine } from '../src/formats/delimited.ts'
import { encodePng } from '../src/formats/png.ts'

const LIMIT_MIB = 400
const LIMIT_MB_PER_SECOND = 150
const bytes = Number(process.argv[2] ?? 2 ** 28)

/** Pictures of noise, as incompressible as photographs: about 65,000 letters each. */
function pictures(): string[] {
  const next = stream(1, 'bench', 'pictures')
  return Array.from({ length: 4 }, () => {
    const data = Uint8Array.from({ length: 128 * 128 * 3 }, () => Math.floor(next() * 256))
    return Buffer.from(encodePng({ kind: 'rgb8', widthPx: 128, heightPx: 128, data })).toString('base64')
  })
}

/** @returns how many rows were written */
async function writeTable(path: string): Promise<number> {
  const images = pictures()
  const next = stream(1, 'bench', 'rows')
  const file = createWriteStream(path)
  file.write(delimitedLine(['index', 'image', 'question', 'A', 'B', 'answer', 'category', 'objects'], '\t'))
  let [rows, written] = [0, 0]
  while (written < bytes) {
    const box = (): number[] => [10, Math.round(next() * 100), 20, 20]
    const objects = JSON.stringify({ bbox: [box(), box()], name: ['lamp', 'chair'] })
    const cells = [rows, images[rows % images.length]!, 'Which is farthest?', 'lamp', 'chair', 'A', 'far', objects]
    const line = delimitedLine(cells, '\t')
    written += line.length
    rows++
    if (!file.write(line)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
  return rows
}

interface Watched {
  /** Peak of resident memory. */
  readonly peakMiB: number
  readonly cpuSeconds: number
}

/** Looks at a process until it ends: the kernel keeps its peak, its time is read as late as possible. */
async function watch(child: ChildProcess): Promise<Watched> {
  let [peakMiB, cpuSeconds, alive] = [0, 0, true]
  const ended = once(child, 'exit').then(() => {
    alive = false
  })
  while (alive) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peakMiB = Math.max(peakMiB, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024)
    const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '')
    // Behind the name: state is the first field, user and system time the twelfth and thirteenth, in hundredths.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    cpuSeconds = Math.max(cpuSeconds, (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100)
    await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 40))])
  }
  return { peakMiB, cpuSeconds }
}

const dir = await mkdtemp(join(tmpdir(), 'spatialtunnel-partition-'))
try {
  const table = join(dir, 'table.tsv')
  const rows = await writeTable(table)
  const began = performance.now()
  const child = spawn(process.execPath, ['dist/cli.js', 'partition', table, '--out', join(dir, 'out'), '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', part => {
    text += part
  })
  const watched = await watch(child)
  const seconds = (performance.now() - began) / 1000
  const { total, consistent, counter, ambiguous } = JSON.parse(text)
  const mbPerSecond = bytes / 1e6 / seconds
  const mbPerCpuSecond = bytes / 1e6 / watched.cpuSeconds
  const limits = { limitMbPerSecond: LIMIT_MB_PER_SECOND, limitMiB: LIMIT_MIB }
  const counts = { rows, total, consistent, counter, ambiguous }
  const result = { bytes, ...counts, seconds, mbPerSecond, mbPerCpuSecond, ...watched, ...limits }
  process.stdout.write(`${JSON.stringify({ partition: result }, null, 2)}\n`)
  if (total !== rows || watched.peakMiB > LIMIT_MIB || mbPerSecond < LIMIT_MB_PER_SECOND) process.exitCode = 1
} finally {
  await rm(dir, { recursive: true, force: true })
}
