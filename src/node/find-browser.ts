import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { SpatialTunnelError } from '../core/errors.ts'
import { PINNED_PACKAGE, pinnedBrowser, pinnedPlace } from './pinned-browser.ts'

/** Names under which Chromium is installed, the quickest to start first. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** Environment variable that names a browser's executable and comes before any other. */
export const BROWSER_VARIABLE = 'SPATIALTUNNEL_BROWSER'

/**
 * The Chromium to draw with: the one that the environment names, that of the optional npm package where somebody
 * installed it, Playwright's own, or the system's.
 *
 * @throws SpatialTunnelError `browser-missing`
 */
export function findBrowser(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment[BROWSER_VARIABLE]
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named
    throw missing(BROWSER_VARIABLE, named, 'the path of a Chromium executable')
  }
  const pinned = pinnedBrowser(pinnedPlace(environment))
  if (pinned !== null) return pinned.executable
  const own = playwrightExecutable()
  if (own !== null) return own
  for (const name of SYSTEM_NAMES) {
    for (const folder of (environment.PATH ?? '').split(delimiter)) {
      const path = join(folder, name)
      if (folder !== '' && existsSync(path)) return path
    }
  }
  throw missing('browser', 'no Chromium', `Playwright's or one of ${SYSTEM_NAMES.join(', ')} on the PATH`)
}

function playwrightExecutable(): string | null {
  try {
    const path = chromium.executablePath()
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

const missing = (where: string, found: string, expected: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'browser-missing',
    kind: 'run',
    where,
    found,
    expected,
    remedy: `run \`npm run setup\`, \`npx playwright install chromium\` or \`npm i --no-save ${PINNED_PACKAGE}\`, or install Debian’s chromium-headless-shell`,
  })
