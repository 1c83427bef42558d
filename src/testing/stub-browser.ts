import { chromium } from 'playwright'
import { type DrawScene, stubContext } from './stub-context.ts'

/**
 * Puts a stand-in for the browser under Playwright: one page that answers the protocol of `src/protocol` in this very
 * process and delivers through the files of its slots. All of the driver above it is the real one.
 *
 * @returns takes it away
 */
export function installStubBrowser(draw?: DrawScene): () => void {
  const { launchPersistentContext } = chromium
  chromium.launchPersistentContext = async (profile, options) => stubContext(profile, options?.args, draw)
  return () => {
    chromium.launchPersistentContext = launchPersistentContext
  }
}
