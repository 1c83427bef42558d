import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { availableParallelism, freemem, totalmem } from 'node:os'
import { join } from 'node:path'
import { SpatialTunnelError } from '../core/errors.ts'
import { chatUrl } from './chat-endpoint.ts'
import { findBrowser } from './find-browser.ts'
import { GL_NAMES, identifyGl } from './gl.ts'
import { launchBrowser } from './launch-browser.ts'
import { pagesFolder } from './pages-folder.ts'
import { PINNED_PACKAGE, pinnedBrowser } from './pinned-browser.ts'

/** One thing that a command needs: `missing` stops it, `note` only limits it. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'note' | 'missing'
  readonly found: string
  /** What to do; empty when all is well. */
  readonly remedy: string
}

export interface DoctorOptions {
  /** Folder in which datasets will lie. */
  readonly folder: string
  /** A model's server to look at; null = none. */
  readonly baseUrl: string | null
  readonly apiKey: string | undefined
}

const MIN_NODE = [20, 19] as const
/** The whole `phase` suite with all passes takes about this much. */
const MIN_FREE_BYTES = 2e9
const SERVER_TIMEOUT_MS = 5000

type Check = (options: DoctorOptions) => Promise<Finding[]>

/** Looks at everything that the commands need, in the order in which a newcomer meets it. */
export async function* examine(options: DoctorOptions): AsyncGenerator<Finding> {
  for (const check of [node, pages, browser, disk, machine, python, server] satisfies Check[])
    yield* await check(options)
}

const ok = (name: string, found: string): Finding => ({ name, state: 'ok', found, remedy: '' })

const node: Check = async () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return [ok('Node', process.versions.node)]
  const remedy = `install Node ${MIN_NODE.join('.')} or later`
  return [{ name: 'Node', state: 'missing', found: process.versions.node, remedy }]
}

const pages: Check = async () => fromError('built pages', () => pagesFolder())

/** Starts the browser with each software GL, draws nothing, and asks what would draw. */
const browser: Check = async () => {
  const [path] = fromError('browser', () => namedBrowser(findBrowser()))
  if (path!.state !== 'ok') return [path!]
  const renderers = await Promise.all(GL_NAMES.filter(gl => gl !== 'gpu').map(gl => rendererOf(gl)))
  const found = renderers.filter(text => text !== null)
  if (found.length === 0) {
    const remedy =
      'start it by hand and read its message; in a container it may lack shared libraries or user namespaces'
    return [path!, { name: 'GL', state: 'missing', found: 'the browser does not start or has no WebGL 2', remedy }]
  }
  const kinds = new Set(found.map(identifyGl))
  if (kinds.has('llvmpipe')) return [path!, ok('GL', found.find(text => identifyGl(text) === 'llvmpipe')!)]
  const remedy = path!.found.includes(PINNED_PACKAGE)
    ? 'rendering works; a system’s Chromium with Mesa’s llvmpipe, named in SPATIALTUNNEL_BROWSER, is faster'
    : 'rendering works; Mesa’s llvmpipe is faster (Debian: libegl1 libegl-mesa0 libgl1-mesa-dri)'
  return [path!, { name: 'GL', state: 'note', found: found[0]!, remedy }]
}

/** The executable, and the npm package that it came with, if any. */
function namedBrowser(executable: string): string {
  const pinned = pinnedBrowser()
  return pinned?.executable === executable ? `${executable} (${PINNED_PACKAGE} ${pinned.version})` : executable
}

async function rendererOf(gl: 'llvmpipe' | 'swiftshader'): Promise<string | null> {
  try {
    const launched = await launchBrowser(gl)
    try {
      const page = await launched.context.newPage()
      return await page.evaluate(() => {
        const context = new OffscreenCanvas(1, 1).getContext('webgl2')
        const names = context?.getExtension('WEBGL_debug_renderer_info')
        return context && names ? String(context.getParameter(names.UNMASKED_RENDERER_WEBGL)) : null
      })
    } finally {
      await launched.close()
    }
  } catch {
    return null
  }
}

const disk: Check = async ({ folder }) => {
  const name = 'disk'
  try {
    await rm(await mkdtemp(join(folder, '.spatialtunnel-')), { recursive: true })
  } catch (error) {
    const found = `no writing in ${folder} (${(error as NodeJS.ErrnoException).code})`
    return [{ name, state: 'missing', found, remedy: 'run in a folder of your own, or name one with --out' }]
  }
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const found = `${gigabytes(free)} free`
  if (free >= MIN_FREE_BYTES) return [ok(name, found)]
  return [
    { name, state: 'note', found, remedy: `the largest suites need ${gigabytes(MIN_FREE_BYTES)}: free some space` },
  ]
}

const machine: Check = async () => {
  const found = `${availableParallelism()} cores, ${gigabytes(freemem())} of ${gigabytes(totalmem())} memory free`
  if (freemem() > 1.5e9) return [ok('machine', found)]
  return [{ name: 'machine', state: 'note', found, remedy: 'render with --workers 1' }]
}

/** Only the tests' foreign readers need it. */
const python: Check = async () => {
  const { status, stdout } = spawnSync('python3', ['-c', 'import numpy; print(numpy.__version__)'], {
    encoding: 'utf8',
  })
  if (status === 0) return [ok('numpy', stdout.trim())]
  const remedy = 'only tests and public/python need it (Debian: python3-numpy)'
  return [{ name: 'numpy', state: 'note', found: 'none', remedy }]
}

const server: Check = async ({ baseUrl, apiKey }) => {
  const key: Finding = apiKey
    ? ok('key', 'SPATIALTUNNEL_API_KEY is set')
    : {
        name: 'key',
        state: 'note',
        found: 'none',
        remedy: 'a hosted model needs SPATIALTUNNEL_API_KEY; a local one does not',
      }
  return baseUrl === null ? [key] : [key, await serverFinding(baseUrl, apiKey)]
}

async function serverFinding(baseUrl: string, apiKey: string | undefined): Promise<Finding> {
  const name = 'server'
  const [address] = fromError(name, () => chatUrl(baseUrl).href)
  if (address!.state !== 'ok') return address!
  const models = new URL(address!.found.replace(/\/chat\/completions$/, '/models'))
  try {
    const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
    const signal = AbortSignal.timeout(SERVER_TIMEOUT_MS)
    const reply = await fetch(models, { headers, signal, redirect: 'error' })
    if (reply.status === 401 || reply.status === 403) {
      return {
        name,
        state: 'missing',
        found: `HTTP ${reply.status}`,
        remedy: 'set SPATIALTUNNEL_API_KEY to a key it takes',
      }
    }
    const value = (await reply.json().catch(() => null)) as { data?: { id?: unknown }[] } | null
    const names = (value?.data ?? []).map(model => String(model.id))
    if (names.length > 0) return ok(name, `models ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`)
    const remedy = 'it lists no models: check the address (it usually ends in /v1), or simply try `ask`'
    return { name, state: 'note', found: `HTTP ${reply.status}`, remedy }
  } catch {
    const remedy = 'start the server, or check host and port; a firewall or proxy may be in between'
    return { name, state: 'missing', found: `no reply from ${models.host}`, remedy }
  }
}

function fromError(name: string, look: () => string): Finding[] {
  try {
    return [ok(name, look())]
  } catch (error) {
    if (!(error instanceof SpatialTunnelError)) throw error
    return [{ name, state: 'missing', found: error.found, remedy: error.remedy ?? `expected ${error.expected}` }]
  }
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`
