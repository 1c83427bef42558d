import { gzipSync } from 'node:zlib'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, type Route, test } from '@playwright/test'
import { parseScene } from '../src/core/scene.ts'
import { encodeSceneToken } from '../src/formats/share-link.ts'
import { StudioDriver } from './studio-driver.ts'

const scene = parseScene({
  objects: [
    { shape: 'sphere', color: 'red', sizeM: 0.24, depthM: 6, thetaDeg: 270 },
    { shape: 'cube', color: 'cyan', sizeM: 0.12, depthM: 3, thetaDeg: 90 },
  ],
})
const address = `#s=${encodeSceneToken(scene)}`

async function expectAccessible(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
  expect(found, state).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the scene page, its dialogs and tabs (${colorScheme})`, async ({ browser }) => {
    test.slow()
    const studio = await StudioDriver.open(await browser.newContext({ colorScheme }), address)
    await expect(studio.page.getByText('116 counter')).toBeVisible()
    await expectAccessible(studio.page, 'scene')
    await studio.picture(`scene-1440-${colorScheme}`)
    // The other tabs are made of the same fields: one of them is enough.
    await studio.page.getByRole('tab', { name: 'Light' }).click()
    await expectAccessible(studio.page, 'Light')
    for (const [key, name] of [
      ['Control+k', 'palette'],
      ['?', 'keys'],
      ['Control+s', 'share'],
    ] as const) {
      await studio.page.keyboard.press(key)
      await expect(studio.page.getByRole('dialog')).toBeVisible()
      await expectAccessible(studio.page, name)
      await studio.picture(`${name}-${colorScheme}`)
      await studio.page.keyboard.press('Escape')
      await expect(studio.page.getByRole('dialog')).toHaveCount(0)
    }
    expect(studio.errors).toEqual([])
    await studio.page.context().close()
  })
}

test('the first visit asks one question, tells, and lets go; it comes once', async ({ context }) => {
  const studio = await StudioDriver.open(context, '', true)
  const { page } = studio
  await expect(page.getByRole('heading', { name: 'Which is farther?' })).toBeVisible()
  await expectAccessible(page, 'question')
  await studio.picture('welcome-question')
  await studio.button('The cyan cube').click()
  await expect(page.getByRole('heading', { name: 'It is the red sphere.' })).toBeFocused()
  await expect(page.getByText('Whoever only looks at height says the cyan cube.')).toBeVisible()
  await expect(page.getByRole('img', { name: /Gemini-2.5-Pro: 91 % consistent, 93 % counter/ })).toBeVisible()
  await expectAccessible(page, 'answer')
  await studio.picture('welcome-answer')
  await studio.button('Move the ball yourself').click()
  await expect(studio.handle(1)).toBeVisible()
  await page.goto('about:blank')
  await page.goto('./')
  await expect(studio.handle(1)).toBeVisible()
  await expect(page.getByText('Which is farther?')).toHaveCount(0)
})

test('the palette finds scenes and actions by a few letters', async ({ context }) => {
  const studio = await StudioDriver.open(context, address)
  await expect(studio.handle(1)).toBeVisible()
  await studio.page.keyboard.press('Control+k')
  await expect(studio.page.getByRole('combobox')).toBeFocused()
  await studio.page.keyboard.type('crowd')
  await studio.page.keyboard.press('Enter')
  expect((await studio.scene()).objects).toHaveLength(8)
  await studio.page.keyboard.press('Control+k')
  await expect(studio.page.getByRole('combobox')).toBeFocused()
  await studio.page.keyboard.type('mirror')
  await studio.page.keyboard.press('Enter')
  await studio.page.keyboard.press('Control+z')
  await studio.page.keyboard.press('Control+z')
  expect(await studio.scene()).toEqual(scene)
  await studio.page.keyboard.press('Control+k')
  await expect(studio.page.getByRole('combobox')).toBeFocused()
  await studio.page.keyboard.type('molmo 800k')
  await studio.page.keyboard.press('Enter')
  await expect(studio.page.getByText('as the paper prints it')).toBeVisible()
  await studio.page.keyboard.press('Control+k')
  await expect(studio.page.getByRole('combobox')).toBeFocused()
  await studio.page.keyboard.type('zzz')
  await expect(studio.page.getByText('Nothing is called that.')).toBeVisible()
})

test('the keyboard alone reaches every control of the page, and one sees where it is', async ({ context }) => {
  const studio = await StudioDriver.open(context, address)
  await expect(studio.page.getByText('116 counter')).toBeVisible()
  const seen: string[] = []
  for (let step = 0; step < 80; step++) {
    await studio.page.keyboard.press('Tab')
    const name = await studio.page.evaluate(() => {
      const element = document.activeElement!
      if (element === document.body) return ''
      const ringed = (target: Element | null): boolean => {
        const { outlineStyle, outlineWidth } = getComputedStyle(target!)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
      }
      // A hidden radio button lights up its label's face, a number field its box.
      const lit = [element, element.parentElement, element.nextElementSibling].some(target => target && ringed(target))
      const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent
      return `${lit ? '' : 'not lit: '}${label || element.textContent}`
    })
    if (name === '') break
    seen.push(name)
  }
  expect(seen.filter(name => name.startsWith('not lit'))).toEqual([])
  const reached = (pattern: RegExp) => seen.some(name => pattern.test(name))
  for (const name of CONTROLS) expect(reached(name), `${name} in ${seen.join(' | ')}`).toBe(true)
})

/** What a person with a keyboard must come to on the Scene page; groups of tabs and radio buttons are one stop. */
const CONTROLS = [
  ...[/^Grid$/, /^Find anything$/, /^Open$/, /^Keys$/, /^Theme/, /^Share$/, /^Boxes$/, /^Δy band$/],
  ...[/^Object 1, red sphere/, /^Object 2, cyan cube/, /^Behind$/, /^Margin/, /^Ask a model$/, /^Add an object$/],
  ...[/^Remove/, /^Angle of object/, /^Depth of object/, /^Object$/, /^cube$/, /^cyan$/, /^Size/, /^Roughness/, /^Yaw/],
  ...[/^Inset/, /^Swap depths$/, /^Mirror$/, /^Flip$/, /^Randomise/, /^Snap$/],
]

test('a lost graphics context comes back with the same picture', async ({ context }) => {
  const studio = await StudioDriver.open(context, address)
  const before = await studio.canvasPixels()
  const canvas = studio.image.locator('canvas')
  await canvas.evaluate((element: HTMLCanvasElement) => {
    const extension = element.getContext('webgl2')!.getExtension('WEBGL_lose_context')!
    Object.assign(window, { restoreContext: () => extension.restoreContext() })
    extension.loseContext()
  })
  await expect(studio.page.getByText('The graphics context was lost')).toBeVisible()
  await studio.page.evaluate(() => (window as unknown as { restoreContext(): void }).restoreContext())
  await expect(studio.page.getByText('The graphics context was lost')).toHaveCount(0)
  await expect.poll(async () => before.data.equals((await studio.canvasPixels()).data)).toBe(true)
})

test('without WebGL the page explains, and truth, placing and links work', async ({ browser }) => {
  const context = await browser.newContext()
  await context.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind.startsWith('webgl') ? null : original.apply(this, [kind, ...rest] as never)
    } as never
  })
  const studio = await StudioDriver.open(context, address)
  await expect(studio.page.getByText('No picture without WebGL 2')).toBeVisible()
  await studio.dragBy(studio.handle(1), 0, 60)
  expect((await studio.scene()).objects[0]!.depthM).toBeLessThan(4)
  await expect(studio.page.getByRole('region', { name: 'Split' })).toContainText('counter')
  await studio.button('Share').click()
  await expect(studio.button('PNG with scene')).toBeDisabled()
  await expect(studio.button('Truth JSON')).toBeEnabled()
  await studio.page.keyboard.press('Escape')
  await expectAccessible(studio.page, 'no WebGL')
  await studio.picture('no-webgl')
  expect(studio.errors).toEqual([])
  await context.close()
})

/** What a finger would miss: everything to tap that is smaller than 44 px, but for the handles over the image. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, [role=slider], [role=tab], label:has(input[type=radio])')]
      .filter(element => element.checkVisibility() && !element.closest('[data-testid=camera-image]'))
      .map(element => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
      .map(
        ({ element, box }) =>
          `${element.getAttribute('aria-label') ?? element.textContent} ${box.width} × ${box.height}`,
      ),
  )

test('on a phone the image stays above a sheet, and fingers hit everything', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const studio = await StudioDriver.open(context, address)
  const dial = (await studio.page.getByRole('slider', { name: /^Angle of object 1/ }).boundingBox())!
  expect(Math.min(dial.width, dial.height)).toBeGreaterThanOrEqual(280)
  expect(dial.y + dial.height).toBeLessThanOrEqual(844)
  const image = await studio.image.boundingBox()
  await studio.picture('phone-place')
  for (const tab of ['Truth', 'Ask', 'Share', 'Place']) {
    await studio.page.getByRole('tab', { name: tab, exact: true }).tap()
    expect(await studio.image.boundingBox()).toEqual(image)
    expect(await smallTargets(studio.page), tab).toEqual([])
    expect(await studio.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(studio.page, tab)
    await studio.picture(`phone-${tab.toLowerCase()}`)
  }
  await studio.button('Menu').tap()
  const menu = studio.page.getByRole('dialog', { name: 'Menu' })
  for (const name of [/^Open/, 'Share', 'Ask a model', 'Keys', /^Theme/])
    await expect(menu.getByRole('button', { name })).toBeVisible()
  expect(await smallTargets(studio.page)).toEqual([])
  await expectAccessible(studio.page, 'menu')
  await studio.picture('phone-menu')
  await menu.getByRole('link', { name: 'Quiz' }).tap()
  await expect(studio.button(/^Quiz.*Quiz on grid/)).toBeVisible()
  expect(await smallTargets(studio.page)).toEqual([])
  await context.close()
})

test('the first load is under 500 kB, gzipped, before three.js, and nothing comes from elsewhere', async ({
  context,
}) => {
  const page = await context.newPage()
  const loaded = new Map<string, Promise<number>>()
  page.on('response', response => {
    const size = async () => ((await response.finished()) === null ? gzipSync(await response.body()).length : 0)
    loaded.set(response.url(), size())
  })
  await page.goto('./')
  await expect(page.getByTestId('camera-image').locator('canvas')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const urls = [...loaded.keys()].filter(url => !url.startsWith('blob:') && !url.startsWith('data:'))
  expect(urls.filter(url => new URL(url).host !== new URL(page.url()).host)).toEqual([])
  const sizes = await Promise.all(urls.filter(url => !/three\.module/.test(url)).map(url => loaded.get(url)!))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(500_000)
})

test('the first question can be answered before three.js is there', async ({ context }) => {
  const page = await context.newPage()
  const held: Route[] = []
  await page.route(/three\.module/, route => void held.push(route))
  await page.goto('./')
  await page.getByRole('button', { name: 'The red sphere' }).click()
  await expect(page.getByText('Whoever only looks at height says')).toBeVisible()
  await expect.poll(() => held.length).toBe(1)
  await expect(page.getByTestId('camera-image').locator('canvas')).toHaveCount(0)
  await held[0]!.continue()
  await expect(page.getByTestId('camera-image').locator('canvas')).toBeVisible()
})

test('reduced motion moves nothing, and 4K keeps the image 1 : 1', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 3840, height: 2160 }, reducedMotion: 'reduce' })
  const studio = await StudioDriver.open(context, address)
  await expect(studio.page.getByText('116 counter')).toBeVisible()
  const moving = await studio.page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter(element => {
        const { transitionDuration, animationName } = getComputedStyle(element)
        return animationName !== 'none' || !/^0s(, 0s)*$/.test(transitionDuration)
      }).length,
  )
  expect(moving).toBe(0)
  expect(await studio.image.boundingBox()).toMatchObject({ width: 512, height: 512 })
  await studio.picture('scene-3840')
  await context.close()
})
