import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type BrowserContext, chromium } from 'playwright'
import { SpatialTunnelError } from '../core/errors.ts'
import { findBrowser } from './find-browser.ts'
import { GL_FLAGS, type GlName } from './gl.ts'
import { processesBelow } from './process-tree.ts'

/** Nothing that a render page needs; all of it takes time or looks for a network. */
const QUIET_FLAGS = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--mute-audio',
]

const PROFILE_PREFIX = 'spatialtunnel-browser-'

/** A browser that has not started by then hangs, and is killed. */
const LAUNCH_LIMIT_MS = 30_000

/** A browser that has not closed by then hangs, and is killed: this process would not end while any part of it lives. */
const CLOSE_LIMIT_MS = 5000

/** A browser of its own profile, as the driver keeps it. */
export interface LaunchedBrowser {
  readonly context: BrowserContext
  /** Where the profile lies; files that a page writes are found below it. */
  readonly profile: string
  readonly version: string
  readonly flags: readonly string[]
  /** Closes it and takes the profile away; never throws. */
  close(): Promise<void>
}

/**
 * Starts Chromium without a window, told to draw with `gl`.
 *
 * @throws SpatialTunnelError `timed-out`, `browser-missing`; Playwright's own error for a browser that goes at once
 */
export async function launchBrowser(gl: GlName, executablePath = findBrowser()): Promise<LaunchedBrowser> {
  const parent = profileParent()
  removeForsakenProfiles(parent)
  const profile = mkdtempSync(join(parent, `${PROFILE_PREFIX}${process.pid}-`))
  const removeProfile = (): void => {
    try {
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // A browser that is slow to end may still write; the next start takes the folder away.
    }
  }
  const flags = [...QUIET_FLAGS, ...GL_FLAGS[gl].args]
  let late = false
  const limit = setTimeout(() => {
    late = true
    for (const group of groupsOf(profile)) killGroup(group)
  }, LAUNCH_LIMIT_MS)
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      args: flags,
      env: { ...definedEnvironment(), ...GL_FLAGS[gl].env },
      handleSIGINT: false,
      // It does not notice that its browser was killed, and would wait for three minutes.
      timeout: LAUNCH_LIMIT_MS + 500,
    })
    // Now: once its first process has ended, those that hang are nobody's children and hard to find.
    const groups = groupsOf(profile)
    return {
      context,
      profile,
      version: context.browser()?.version() ?? 'unknown',
      flags,
      close: async () => {
        const closed = context.close().then(
          () => true,
          () => true,
        )
        if (!(await Promise.race([closed, delay(CLOSE_LIMIT_MS, false, { ref: false })]))) groups.forEach(killGroup)
        removeProfile()
      },
    }
  } catch (error) {
    removeProfile()
    throw late ? notStarted(error) : error
  } finally {
    clearTimeout(limit)
  }
}

const notStarted = (cause: unknown): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'timed-out',
    kind: 'run',
    where: 'the browser to start',
    found: `nothing after ${LAUNCH_LIMIT_MS / 1000} s`,
    expected: 'an answer',
    cause,
  })

/**
 * The groups of processes that Playwright starts for a profile, by their leaders, whose numbers nobody else is given while
 * one of a group lives. Linux only: elsewhere nothing is found.
 */
const groupsOf = (profile: string): number[] =>
  processesBelow(process.pid)
    .filter(({ pid, group, command }) => pid === group && command.includes(profile))
    .map(({ pid }) => pid)

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it is gone.
  }
}

/** Memory where there is plenty, else the disk: what a page hands over as a file passes through here. */
function profileParent(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 1e9 ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Profiles of processes that were killed: their browsers ended with them, their files did not. */
function removeForsakenProfiles(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${PROFILE_PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined) continue
    try {
      process.kill(Number(pid), 0)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH')
        rmSync(join(parent, name), { recursive: true, force: true })
    }
  }
}

const definedEnvironment = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))
