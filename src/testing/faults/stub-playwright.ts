import type { chromium as Chromium } from 'playwright'
import { stubContext } from '../stub-context.ts'

/** What the driver uses of Playwright, over the stand-in for the browser: most of a command's start is Playwright's own. */
export const chromium: Pick<typeof Chromium, 'launchPersistentContext' | 'executablePath'> = {
  launchPersistentContext: async (profile, options) => stubContext(profile, options?.args),
  executablePath: () => process.execPath,
}
