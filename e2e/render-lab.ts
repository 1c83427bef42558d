import type { Page } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import type { GlName } from '../src/node/gl.ts'
import { type LaunchedBrowser, launchBrowser } from '../src/node/launch-browser.ts'

/** The functions of `render-checks.ts`, as the tests call them across the browser's border. */
export type Checks = typeof import('./render-checks.ts')

/** A browser on one GL beside Vite's server, so that modules of `src/` and `e2e/` run in the page as they are. */
export class RenderLab {
  private constructor(
    private readonly server: ViteDevServer,
    private readonly browser: LaunchedBrowser,
    private page: Page,
  ) {}

  static async start(gl: GlName): Promise<RenderLab> {
    const server = await createServer({ server: { port: 0, hmr: false, watch: null }, logLevel: 'error' })
    await server.listen()
    const browser = await launchBrowser(gl)
    const lab = new RenderLab(server, browser, await browser.context.newPage())
    await lab.open()
    return lab
  }

  /** A new page: nothing is left of what was drawn before. */
  async freshPage(): Promise<void> {
    await this.page.close()
    this.page = await this.browser.context.newPage()
    await this.open()
  }

  /** Calls one of the checks in the page; arguments and result travel as JSON. */
  call<Name extends keyof Checks>(
    name: Name,
    ...args: Parameters<Checks[Name]>
  ): Promise<Awaited<ReturnType<Checks[Name]>>> {
    return this.page.evaluate(
      async ([path, check, values]) => {
        const checks = await import(/* @vite-ignore */ path)
        return checks[check](...values)
      },
      ['/e2e/render-checks.ts', name, args] as const,
    )
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.server.close()
  }

  private async open(): Promise<void> {
    const address = this.server.httpServer?.address()
    if (address === null || typeof address !== 'object') throw new Error('the Vite server does not listen')
    await this.page.goto(`http://localhost:${address.port}/render.html`)
  }
}
