import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright'
import { findBrowser } from './find-browser.ts'
import { GL_FLAGS, type GlName } from './gl.ts'

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

/** Starts Chromium without a window, told to draw with `gl`. */
export async function launchBrowser(gl: GlName, executablePath = findBrowser()): Promise<LaunchedBrowser> {
  const profile = mkdtempSync(join(profileParent(), 'spatialtunnel-'))
  const removeProfile = (): void => rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  const flags = [...QUIET_FLAGS, ...GL_FLAGS[gl].args]
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      args: flags,
      env: { ...definedEnvironment(), ...GL_FLAGS[gl].env },
      handleSIGINT: false,
    })
    return {
      context,
      profile,
      version: context.browser()?.version() ?? 'unknown',
      flags,
      close: async () => {
        await context.close().catch(() => {})
        removeProfile()
      },
    }
  } catch (error) {
    removeProfile()
    throw error
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

const definedEnvironment = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))
