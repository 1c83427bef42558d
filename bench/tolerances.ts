/**
 * How far pictures of the same scenes differ between GLs, browsers and kinds of CPU: what the numbers in
 * `src/batch/tolerances.ts` were taken from. 98 scenes: eight of every suite, spread over it, and the gallery.
 *
 * `npm run bench:tolerances`; one JSON line a pair, largest values over the scenes. An older CPU is asked of Mesa by its
 * environment variables. SPATIALTUNNEL_OTHER_BROWSER names another Chromium to compare with.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { compareImages } from '../src/batch/compare-images.ts'
import { RenderSession } from '../src/batch/render-session.ts'
import type { PassName } from '../src/core/dataset.ts'
import { expander } from '../src/core/expand.ts'
import { parseScene, type Scene } from '../src/core/scene.ts'
import { parseSuite } from '../src/core/suite.ts'
import type { GlName } from '../src/node/gl.ts'

const A_SUITE = 8
const A_BATCH = 8
const PASSES: readonly PassName[] = ['rgb', 'mask', 'depth']

type Files = ReadonlyMap<PassName, Uint8Array>

interface Setup {
  readonly name: string
  readonly gl: GlName
  readonly env?: Readonly<Record<string, string>>
}

const LLVMPIPE: Setup = { name: 'llvmpipe', gl: 'llvmpipe' }
const SWIFTSHADER: Setup = { name: 'SwiftShader', gl: 'swiftshader' }
const other = process.env.SPATIALTUNNEL_OTHER_BROWSER
const OTHERS: ReadonlyArray<readonly [Setup, Setup]> = [
  [LLVMPIPE, SWIFTSHADER],
  [LLVMPIPE, { name: 'llvmpipe, 128 bits', gl: 'llvmpipe', env: { LP_NATIVE_VECTOR_WIDTH: '128' } }],
  [LLVMPIPE, { name: 'llvmpipe, 512 bits', gl: 'llvmpipe', env: { LP_NATIVE_VECTOR_WIDTH: '512' } }],
  [LLVMPIPE, { name: 'llvmpipe, AVX only', gl: 'llvmpipe', env: { GALLIUM_OVERRIDE_CPU_CAPS: 'avx' } }],
  [LLVMPIPE, { name: 'llvmpipe, SSE 4.1 only', gl: 'llvmpipe', env: { GALLIUM_OVERRIDE_CPU_CAPS: 'sse4.1' } }],
]
const BROWSERS: ReadonlyArray<readonly [Setup, Setup]> = other
  ? [[SWIFTSHADER, { name: 'SwiftShader, other browser', gl: 'swiftshader', env: { SPATIALTUNNEL_BROWSER: other } }]]
  : []

function scenes(): Scene[] {
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
  const suites = readdirSync('scenes').filter(name => name.endsWith('.json') && name !== 'palette.json')
  const spread = suites.flatMap(name => {
    const expanded = expander(parseSuite(read(`scenes/${name}`)))
    return Array.from(
      { length: A_SUITE },
      (_, k) => expanded.scene(Math.floor(((k + 0.5) * expanded.size) / A_SUITE)).scene,
    )
  })
  const gallery = readdirSync('scenes/gallery').map(name => parseScene(read(`scenes/gallery/${name}`)))
  return [...spread, ...gallery]
}

async function drawAll(setup: Setup, all: readonly Scene[]): Promise<Files[]> {
  const before = { ...process.env }
  Object.assign(process.env, setup.env)
  const session = await RenderSession.start({ gl: setup.gl, pages: resolve('dist') })
  process.stderr.write(`${setup.name}: ${session.gl.renderer}, Chromium ${session.browserVersion}\n`)
  try {
    const files: Files[] = []
    const jobs = all.map((scene, index) => ({ id: `${index}`, index, scene, passes: PASSES }))
    for (let from = 0; from < jobs.length; from += A_BATCH) {
      const batch = await session.render(0, jobs.slice(from, from + A_BATCH))
      for (const { files: own } of batch) files.push(new Map(own.map(({ pass, bytes }) => [pass, bytes.slice()])))
    }
    return files
  } finally {
    await session.close()
    process.env = before
  }
}

/** The largest over the scenes of everything that a tolerance is made of. */
function statistics(a: readonly Files[], b: readonly Files[], within: Readonly<Record<PassName, number>>) {
  return PASSES.map(pass => {
    const found = a.map((files, k) => {
      return compareImages(files.get(pass)!, b[k]!.get(pass)!, { within: within[pass], beyondShare: 1 })
    })
    const most = (of: (f: NonNullable<(typeof found)[number]>) => number): number =>
      Math.max(...found.map(f => (f ? of(f) : 0)))
    return {
      pass,
      within: within[pass],
      scenesDifferent: found.filter(Boolean).length,
      share: most(f => f.share),
      largest: most(f => f.largest),
      beyond: most(f => f.beyond),
      beyondShare: most(f => (f.pixels > 0 ? (f.beyond / f.pixels) * f.share : 0)),
      unexplained: most(f => f.unexplained),
    }
  })
}

const all = scenes()
const drawn = new Map<string, Files[]>()
async function filesOf(setup: Setup): Promise<Files[]> {
  const known = drawn.get(setup.name) ?? (await drawAll(setup, all))
  drawn.set(setup.name, known)
  return known
}

for (const [a, b] of [...OTHERS, ...BROWSERS]) {
  const [ours, theirs] = [await filesOf(a), await filesOf(b)]
  for (const within of [0, 1, 2, 4, 8, 16]) {
    const passes = statistics(ours, theirs, { rgb: within, mask: 0, depth: Math.min(within, 2) })
    const shown = within === 0 ? passes : passes.filter(({ pass }) => pass === 'rgb' || within <= 2)
    for (const row of shown)
      process.stdout.write(`${JSON.stringify({ pair: `${a.name} / ${b.name}`, scenes: all.length, ...row })}\n`)
  }
}
