import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, expect, test } from '@playwright/test'
import { deflateSync } from 'fflate'
import { parseScene, type Scene } from '../src/core/scene.ts'
import { sceneTruth } from '../src/core/truth.ts'
import { toBase64url } from '../src/formats/base64url.ts'
import { LINK_VERSION } from '../src/formats/link-token.ts'
import { decodePng } from '../src/formats/png.ts'
import { encodeSceneToken } from '../src/formats/share-link.ts'
import { findBrowser } from '../src/node/find-browser.ts'
import { GL_FLAGS, identifyGl } from '../src/node/gl.ts'
import type { CapturedFrame } from '../src/protocol/render-job.ts'
import { StudioDriver } from './studio-driver.ts'

const scene = parseScene({
  light: { sunRotationRad: 4.3 },
  objects: [
    { shape: 'sphere', color: 'magenta', sizeM: 0.22, depthM: 5.5, thetaDeg: 247.5, roughness: 0.2 },
    { shape: 'cube', color: 'yellow', sizeM: 0.13, depthM: 2.9, thetaDeg: 22.5, yawDeg: 15 },
  ],
})
const address = `#s=${encodeSceneToken(scene)}`

/** The batch's picture: the render page's own capture. */
async function batchPixels(studio: StudioDriver, of: Scene): Promise<Buffer> {
  const page = await studio.page.context().newPage()
  await page.goto('./render.html')
  await page.waitForFunction(() => 'spatialTunnelRender' in window)
  const text = await page.evaluate(
    job => {
      const render = (window as unknown as { spatialTunnelRender: { renderJob(job: unknown): CapturedFrame } })
        .spatialTunnelRender
      const { rgb } = render.renderJob(job)
      let bytes = ''
      for (let at = 0; at < rgb.length; at += 8192) bytes += String.fromCharCode(...rgb.subarray(at, at + 8192))
      return btoa(bytes)
    },
    { id: 'x', index: 0, scene: of, passes: ['rgb'] },
  )
  await page.close()
  return Buffer.from(text, 'base64')
}

/** Largest difference of any colour value; `rgba` has a fourth one to leave out. */
function largestDifference(rgba: Uint8Array, rgb: Uint8Array): number {
  expect(rgba.length / 4).toBe(rgb.length / 3)
  let largest = 0
  for (let i = 0, k = 0; k < rgb.length; i += 4, k += 3) {
    for (let c = 0; c < 3; c++) largest = Math.max(largest, Math.abs(rgba[i + c]! - rgb[k + c]!))
  }
  return largest
}

test('a link opened in another browser context gives the identical scene and identical pixels', async ({ browser }) => {
  const sender = await StudioDriver.open(
    await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] }),
    address,
  )
  await sender.handle(1).press('ArrowLeft')
  const sent = await sender.scene()
  const sentPixels = await sender.canvasPixels()
  await sender.button('Share').click()
  await sender.button('Copy link').click()
  await expect(sender.page.getByText('Link copied')).toBeVisible()
  await expect(sender.page.getByText(/on your own computer only/).first()).toBeVisible()
  await expect(sender.page.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await sender.picture('share-dialog')
  const link = await sender.page.evaluate(() => navigator.clipboard.readText())
  expect(link.length).toBeLessThan(300)

  const receiver = await StudioDriver.open(await browser.newContext(), link.replace(/^.*#/, '#'), true)
  expect(await receiver.scene()).toEqual(sent)
  expect(sentPixels.data.equals((await receiver.canvasPixels()).data)).toBe(true)
  await expect(receiver.page.getByText('Which is farther?')).toHaveCount(0)
  await sender.page.context().close()
  await receiver.page.context().close()
})

test('the studio shows the batch’s pixels on SwiftShader too', async ({ baseURL }) => {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...GL_FLAGS.swiftshader.args] })
  const context = await browser.newContext({ baseURL: baseURL! })
  const small = { ...scene, camera: { ...scene.camera, widthPx: 192, heightPx: 192 } }
  const studio = await StudioDriver.open(context, `#s=${encodeSceneToken(small)}`)
  const renderer = await studio.page.evaluate(() => {
    const gl = document.createElement('canvas').getContext('webgl2')!
    return String(gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info')!.UNMASKED_RENDERER_WEBGL))
  })
  expect(identifyGl(renderer)).toBe('swiftshader')
  const batch = await batchPixels(studio, small)
  expect(new Set(batch).size).toBeGreaterThan(50)
  await expect.poll(async () => largestDifference((await studio.canvasPixels()).data, batch)).toBe(0)
  await browser.close()
})

test('the studio shows the batch’s pixels, live and saved; the saved picture opens as its scene', async ({
  context,
}) => {
  const studio = await StudioDriver.open(context, address)
  const batch = await batchPixels(studio, scene)
  const live = await studio.canvasPixels()
  expect([live.width, live.height]).toEqual([512, 512])
  expect(largestDifference(live.data, batch)).toBe(0)

  await studio.button('Share').click()
  const [download] = await Promise.all([studio.page.waitForEvent('download'), studio.button('PNG with scene').click()])
  const bytes = readFileSync(await download.path())
  const saved = decodePng(bytes)
  expect(Buffer.from(saved.data as Uint8Array).equals(batch)).toBe(true)

  const truth = JSON.parse((await savedFile(studio, 'Truth JSON')).toString())
  expect(truth).toMatchObject(JSON.parse(JSON.stringify(sceneTruth(scene))))
  expect(truth.objects[0].pixels.visibleFraction).toBe(1)
  expect(JSON.parse((await savedFile(studio, 'Scene JSON')).toString())).toEqual(scene)
  const mask = decodePng(await savedFile(studio, 'Mask'))
  expect([...new Set(mask.data)].sort()).toEqual([0, 1, 2])
  const depth = decodePng(await savedFile(studio, 'Depth'))
  const [x, y] = sceneTruth(scene).objects[0]!.centerPx.map(Math.floor) as [number, number]
  expect(mask.data[y * 512 + x]).toBe(1)
  expect(Math.abs(depth.data[y * 512 + x]! - 1000 * (5.5 - 0.22))).toBeLessThan(25)
  expect((await savedFile(studio, 'GLB')).subarray(0, 4).toString()).toBe('glTF')

  await studio.page.keyboard.press('Escape')
  await studio.button('Mirror').click()
  expect(await studio.scene()).not.toEqual(scene)
  await dropFile(studio, 'holiday.png', bytes)
  await expect(studio.page.getByText('Opened a picture with its scene')).toBeVisible()
  expect(await studio.scene()).toEqual(scene)
  const row = { pairId: 'a', layer: 0, original: [1], swapped: [0] }
  await dropFile(studio, 'notes.txt', Buffer.from(JSON.stringify(row)))
  await expect(studio.page).toHaveURL(/#page=probe/)
  await dropFile(studio, 'notes.txt', Buffer.from(JSON.stringify({ imageId: 'a', question: 'q', prediction: 'yes' })))
  await expect(studio.page.getByText('These chains could not be opened')).toBeVisible()
  await expect(studio.page).toHaveURL(/#page=chains/)
  await dropFile(studio, 'notes.txt', Buffer.from('nothing of ours'))
  await expect(studio.page.getByText('This could not be opened')).toBeVisible()
  expect(await studio.scene()).toEqual(scene)
})

async function savedFile(studio: StudioDriver, label: string): Promise<Buffer> {
  const [download] = await Promise.all([studio.page.waitForEvent('download'), studio.button(label).click()])
  return readFileSync(await download.path())
}

async function dropFile(studio: StudioDriver, name: string, bytes: Uint8Array): Promise<void> {
  const transfer = await studio.page.evaluateHandle(
    ([fileName, text]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(text!), letter => letter.charCodeAt(0))], fileName!))
      return data
    },
    [name, Buffer.from(bytes).toString('base64')],
  )
  for (const type of ['dragenter', 'drop']) {
    await studio.page.locator('body').dispatchEvent(type, { dataTransfer: transfer })
  }
}

/** A token with the right checksum over any JSON. */
function forged(json: string): string {
  const packed = deflateSync(new TextEncoder().encode(json))
  let [low, high] = [1, 0]
  for (const byte of packed) {
    low = (low + byte) % 255
    high = (high + low) % 255
  }
  return `#s=1.${toBase64url(Uint8Array.from([low, high, ...packed]))}`
}

test('hostile and broken links give a clear message and a safe page', async ({ context }) => {
  const studio = await StudioDriver.open(context, `#s=${'A'.repeat(50_000)}`, true)
  const message = studio.page.getByRole('status').filter({ hasText: 'could not be opened' })
  await expect(message).toContainText('50000 letters')
  for (const [bad, says] of [
    [address.slice(0, -9), 'copy the whole address again'],
    [`#s=${LINK_VERSION + 1}.AAAA`, 'A newer SpatialTunnel made this link'],
    [forged('['.repeat(4000)), 'levels of brackets'],
    [forged('{"version":1,"objects":[{"shape":"<img src=x onerror=alert(1)>"}]}'), 'object 1, shape'],
    [forged(`{"__proto__":{"polluted":1},${JSON.stringify(scene).slice(1)}`), '__proto__'],
    [forged(' '.repeat(2_000_000)), 'letters of JSON'],
    [forged('{"version":42,"objects":[]}'), 'A newer SpatialTunnel wrote this scene'],
  ] as const) {
    await studio.show(bad)
    await expect(message, bad.slice(0, 60)).toContainText(says, { ignoreCase: true })
    await expect(studio.image).toBeVisible()
  }
  expect(await studio.page.evaluate(() => ({}) as { polluted?: number }).then(empty => empty.polluted)).toBeUndefined()
  await studio.picture('hostile-link')
  await studio.show(address)
  await expect(message).toHaveCount(0)
  expect(await studio.scene()).toEqual(scene)
  expect(studio.errors).toEqual([])
})

test('the embedded view is the picture alone, in a frame of another page as well; nothing else may be framed', async ({
  context,
}) => {
  const studio = await StudioDriver.open(context, `?embed=scene${address}`, true)
  await expect(studio.image).toBeVisible()
  await expect(studio.page.getByRole('banner')).toHaveCount(0)
  await expect(studio.page.getByRole('button')).toHaveCount(0)
  const batch = await batchPixels(studio, scene)
  expect(largestDifference((await studio.canvasPixels()).data, batch)).toBe(0)

  const home = studio.page.url().replace(/[?#].*$/, '')
  const frame = (source: string) => `<iframe src="${source}" width="512" height="512"></iframe>`
  const elsewhere = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(frame(studio.page.url()) + frame(home) + frame(`${home}?embed=scene#page=dataset`))
  })
  await new Promise<void>(done => elsewhere.listen(0, '127.0.0.1', done))
  await studio.page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
  const framed = (index: number) => studio.page.frameLocator('iframe').nth(index).getByTestId('camera-image')
  await expect(framed(0).locator('canvas')).toBeVisible()
  await expect(framed(2).locator('canvas')).toBeVisible()
  await expect(framed(1)).toHaveCount(0)
  expect(studio.errors.filter(error => !error.includes('frame-ancestors'))).toEqual([])
  elsewhere.closeAllConnections()
  elsewhere.close()
})
