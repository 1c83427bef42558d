/**
 * Against Blender, in one run: the same scenes of `phase` at 512 × 512 through our own GLB export, Cycles at 64 and 512
 * samples and Eevee at 64, no denoiser, in turn with our whole pipeline (RGB, mask and depth on disk, two browsers).
 * Start-up is left out on both sides; on Blender's the import as well. A ratio is a peer's seconds an image times our
 * images a second just before and just after it.
 *
 * `npm run bench:blender`; `node dist/bench/blender.js [rounds] [folder for pictures]`. Needs Blender and Xvfb (Debian:
 * blender xvfb) and about eight minutes on two idle cores.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import packageJson from '../package.json' with { type: 'json' }
import phaseSuite from '../scenes/phase.json' with { type: 'json' }
import { renderSuite } from '../src/batch/render-suite.ts'
import { expander } from '../src/core/expand.ts'
import { parseSuite } from '../src/core/suite.ts'
import { sceneGlb } from '../src/formats/gltf.ts'

const SIZE_PX = 512
/** Scenes of `phase` that we draw each time; Blender takes some of them. */
const OUR_SCENES = 384
const SCRIPT = resolve('bench/peers/blender_render.py')

interface Peer {
  readonly name: string
  readonly engine: 'CYCLES' | 'BLENDER_EEVEE'
  readonly samples: number
  /** Pictures a round. */
  readonly images: number
  /** Only in the first rounds. */
  readonly rounds: number
  /** What we are to be faster by. */
  readonly wanted: number | null
}

const PEERS: readonly Peer[] = [
  { name: 'Cycles, 64 samples', engine: 'CYCLES', samples: 64, images: 2, rounds: 9, wanted: 1000 },
  { name: 'Eevee, 64 samples', engine: 'BLENDER_EEVEE', samples: 64, images: 3, rounds: 9, wanted: 350 },
  { name: 'Cycles, 512 samples', engine: 'CYCLES', samples: 512, images: 1, rounds: 1, wanted: null },
]

const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

const rounds = Number(process.argv[2] ?? 2)
const pictures = process.argv[3]
for (const tool of ['blender', 'xvfb-run']) {
  if (spawnSync('which', [tool]).status === 0) continue
  say(`SKIP bench:blender: found no ${tool}, expected Debian's packages blender and xvfb; install them`)
  process.exit(0)
}
const work = mkdtempSync(join(tmpdir(), 'spatialtunnel-blender-'))
const suite = parseSuite(phaseSuite)

/** Our images a second, written whole. */
async function ourRate(): Promise<number> {
  const out = join(work, 'ours')
  const target = { suite, out, pages: resolve('dist'), toolVersion: packageJson.version }
  const { imagesPerSecond } = await renderSuite(target, { limit: OUR_SCENES })
  rmSync(out, { recursive: true })
  say(`  ours: ${imagesPerSecond!.toFixed(1)} images/s`)
  return imagesPerSecond!
}

/** Scenes spread over those that we draw, as GLB files. */
function writeGlbs(count: number): string[] {
  const scenes = expander(suite)
  return Array.from({ length: count }, (_, k) => {
    const { id, scene } = scenes.scene(Math.floor(((k + 0.5) * OUR_SCENES) / count))
    const path = join(work, `${id}.glb`)
    writeFileSync(path, sceneGlb(scene, id))
    return path
  })
}

/** Seconds of each picture, as told from inside Blender. */
async function secondsOf(peer: Peer, files: readonly string[]): Promise<number[]> {
  const out = pictures ?? join(work, 'pictures')
  mkdirSync(out, { recursive: true })
  const options = ['--engine', peer.engine, '--samples', `${peer.samples}`, '--size', `${SIZE_PX}`, '--out', out]
  const blender = ['blender', '-b', '--factory-startup', '--python', SCRIPT, '--', ...options, ...files]
  const [command = '', ...rest] = peer.engine === 'CYCLES' ? blender : ['xvfb-run', '-a', ...blender]
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'ignore'] })
  const seconds: number[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"file"')) continue
    seconds.push((JSON.parse(line) as { seconds: number }).seconds)
    say(`  ${peer.name}: ${seconds.at(-1)!.toFixed(1)} s`)
  }
  if (seconds.length === files.length) return seconds
  throw new Error(`${peer.name}: Blender drew ${seconds.length} of ${files.length} pictures`)
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const results = new Map(PEERS.map(peer => [peer, { seconds: [] as number[], ours: [] as number[] }]))
try {
  const files = writeGlbs(rounds * Math.max(...PEERS.map(peer => peer.images)))
  let before = await ourRate()
  for (let round = 0; round < rounds; round++) {
    say(`round ${round + 1} of ${rounds}`)
    for (const peer of PEERS.filter(peer => round < peer.rounds)) {
      const own = results.get(peer)!
      own.seconds.push(...(await secondsOf(peer, files.slice(round * peer.images, (round + 1) * peer.images))))
      const after = await ourRate()
      own.ours.push(before, after)
      before = after
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

const version = spawnSync('blender', ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0]!.trim()
const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell, k) => (k ? cell.padStart(9) : cell.padEnd(19))).join(' | ')} |\n`
let table = `${version}, ${SIZE_PX} × ${SIZE_PX}, no denoiser; ours: RGB + mask + depth on disk, ${OUR_SCENES} scenes each time\n\n`
table += row(['', 'images', 's/image', 'range', 'ours /s', 'ratio', 'wanted'])
table += row(['-'.repeat(19), ...Array.from({ length: 6 }, () => '-'.repeat(9))])
for (const [{ name, wanted }, { seconds, ours }] of results) {
  const range = `${Math.min(...seconds).toFixed(1)}-${Math.max(...seconds).toFixed(1)}`
  const figures = [`${seconds.length}`, mean(seconds).toFixed(1), range, mean(ours).toFixed(1)]
  const ratio = Math.round(mean(seconds) * mean(ours)).toLocaleString('en')
  table += row([name, ...figures, ratio, wanted === null ? '' : `≥ ${wanted.toLocaleString('en')}`])
}
process.stdout.write(table)
