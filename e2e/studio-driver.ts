import { resolve } from 'node:path'
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { Scene } from '../src/core/scene.ts'
import { decodeSceneToken, tokenOfLink } from '../src/formats/share-link.ts'

/** The studio as a person meets it: what they see, press and drag. */
export class StudioDriver {
  private constructor(readonly page: Page) {}

  /** Opens the studio; `address` is what stands behind its URL (`#s=…`, `?embed=scene`). */
  static async open(context: BrowserContext, address = '', firstVisit = false): Promise<StudioDriver> {
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    if (!firstVisit) {
      await page.addInitScript(() => {
        if (localStorage.getItem('spatialtunnel') !== null) return
        localStorage.setItem('spatialtunnel', JSON.stringify({ theme: 'system', welcomeSeen: true }))
      })
    }
    await page.goto(`./${address}`)
    const driver = new StudioDriver(page)
    driver.errors = errors
    return driver
  }

  /** Errors of the page and its console so far. */
  errors: string[] = []

  /** Shows another scene on the page that is open, as if its address had been typed: quicker than a new page. */
  async show(address: string): Promise<void> {
    await this.page.keyboard.press('Escape')
    await this.addressCaughtUp()
    await this.page.evaluate(hash => {
      location.hash = hash
    }, address)
  }

  /** The scene that the address holds, once the address has caught up with the last edit. */
  async scene(): Promise<Scene> {
    await this.addressCaughtUp()
    return decodeSceneToken(tokenOfLink(this.page.url()))
  }

  /** The last edit has been written to the address, which happens a little later. */
  private async addressCaughtUp(): Promise<void> {
    await this.page.evaluate(() => new Promise(done => setTimeout(() => setTimeout(done, 30), 240)))
  }

  get image(): Locator {
    return this.page.getByTestId('camera-image')
  }

  handle(index: number): Locator {
    return this.image.getByRole('button', { name: new RegExp(`^Object ${index},`) })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true })
  }

  /** Drags with the mouse from the middle of an element by an offset, in several moves. */
  async dragBy(target: Locator, dx: number, dy: number): Promise<void> {
    const box = (await target.boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await this.page.mouse.move(x, y)
    await this.page.mouse.down()
    for (let step = 1; step <= 8; step++) await this.page.mouse.move(x + (dx * step) / 8, y + (dy * step) / 8)
    await this.page.mouse.up()
  }

  /** Pixels of the live canvas, RGBA, top row first, as base64. */
  async canvasPixels(): Promise<{ width: number; height: number; data: Buffer }> {
    const canvas = this.image.locator('canvas')
    await expect(canvas).toBeVisible()
    const result = await canvas.evaluate(async (element: HTMLCanvasElement) => {
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      const gl = element.getContext('webgl2')!
      const { drawingBufferWidth: width, drawingBufferHeight: height } = gl
      const pixels = new Uint8Array(width * height * 4)
      gl.bindFramebuffer(gl.FRAMEBUFFER, null)
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
      let text = ''
      for (let y = height - 1; y >= 0; y--) {
        for (let at = y * width * 4; at < (y + 1) * width * 4; at += 8192) {
          text += String.fromCharCode(...pixels.subarray(at, Math.min(at + 8192, (y + 1) * width * 4)))
        }
      }
      return { width, height, text: btoa(text) }
    })
    return { width: result.width, height: result.height, data: Buffer.from(result.text, 'base64') }
  }

  /** Drags files or folders of this machine onto the page, as from a file manager. */
  async dropPaths(paths: readonly string[]): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page)
    const data = { items: [], files: paths.map(path => resolve(path)), dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
    }
    await session.detach()
  }

  /** Keeps a picture of this state for people to look at. */
  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: `out/e2e/studio/${name}.png` })
  }
}
