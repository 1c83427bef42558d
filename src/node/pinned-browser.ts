import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { SpatialTunnelError } from '../core/errors.ts'

/**
 * An npm package that carries a Chromium of one fixed build with SwiftShader, for x86-64 Linux: no root, no system
 * packages, the same browser on every machine. Optional: used when it is installed beside this package.
 */
export const PINNED_PACKAGE = '@sparticuz/chromium'

/** Asks the package, whose name is the argument; it unpacks into the folder for temporary files. */
const UNPACK = 'const found = await import(process.argv[1]); process.stdout.write(await found.default.executablePath())'

export interface PinnedBrowser {
  readonly executable: string
  /** The package's version, which fixes the browser's. */
  readonly version: string
}

export interface PinnedPlace {
  /** The installed package; null = none. */
  readonly folder: string | null
  /** Where it is unpacked once, 200 MB a version. */
  readonly cache: string
}

const require = createRequire(import.meta.url)

export function pinnedPlace(environment: NodeJS.ProcessEnv = process.env): PinnedPlace {
  const cache = join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'spatialtunnel')
  return { folder: process.platform === 'linux' && process.arch === 'x64' ? packageFolder() : null, cache }
}

/**
 * The browser of the package, unpacked if it has not been yet.
 *
 * @returns null when the package is not installed
 * @throws SpatialTunnelError `browser-missing` when it cannot be unpacked
 */
export function pinnedBrowser({ folder, cache }: PinnedPlace = pinnedPlace()): PinnedBrowser | null {
  if (folder === null) return null
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const unpacked = join(cache, `chromium-${version}`)
  const executable = join(unpacked, 'chromium')
  if (!existsSync(executable)) unpack(folder, cache, unpacked)
  return { executable, version }
}

/** Into a folder of its own, which is renamed when it is whole: two processes may do this at once. */
function unpack(folder: string, cache: string, unpacked: string): void {
  mkdirSync(cache, { recursive: true })
  const partial = mkdtempSync(join(cache, 'unpacking-'))
  try {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', UNPACK, PINNED_PACKAGE],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, TMPDIR: partial },
      },
    )
    if (status !== 0 || dirname(stdout) !== partial) throw notUnpacked(folder, stderr)
    if (basename(stdout) !== 'chromium') renameSync(stdout, join(partial, 'chromium'))
    if (!existsSync(unpacked)) renameSync(partial, unpacked)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

function packageFolder(): string | null {
  try {
    let folder = dirname(require.resolve(PINNED_PACKAGE))
    while (!existsSync(join(folder, 'bin')) && dirname(folder) !== folder) folder = dirname(folder)
    return existsSync(join(folder, 'package.json')) ? folder : null
  } catch {
    return null
  }
}

const notUnpacked = (folder: string, output: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'browser-missing',
    kind: 'run',
    where: folder,
    found: `nothing unpacked (${output.trim().split('\n').at(-1) || 'no message'})`,
    expected: 'the Chromium that the package carries',
    remedy: 'free 300 MB in the folder for caches, or remove the package',
  })
