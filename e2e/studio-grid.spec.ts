import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { TUNNEL_ANGLES_DEG } from '../src/core/frames.ts'
import { parseScene, type Scene } from '../src/core/scene.ts'
import { sceneTruth } from '../src/core/truth.ts'
import { encodeSceneToken } from '../src/formats/share-link.ts'
import { StudioDriver } from './studio-driver.ts'

const scene = parseScene({
  objects: [
    { shape: 'sphere', color: 'red', sizeM: 0.24, depthM: 6, thetaDeg: 270 },
    { shape: 'cube', color: 'cyan', sizeM: 0.12, depthM: 3, thetaDeg: 90 },
  ],
})

/** The scene with other angles: what the cell at these columns must hold. */
const turned = (theta1Deg: number, theta2Deg: number): Scene => ({
  ...scene,
  objects: scene.objects.map((object, i) => ({ ...object, thetaDeg: i === 0 ? theta1Deg : theta2Deg })),
})

test.describe.configure({ mode: 'serial' })
let studio: StudioDriver

test.beforeAll(async ({ browser }) => {
  studio = await StudioDriver.open(await browser.newContext(), `#page=grid&s=${encodeSceneToken(scene)}`)
})
test.afterAll(() => studio.page.context().close())

const cell = (column: number, row: number) => studio.page.locator(`[data-column="${column}"][data-row="${row}"]`)
const detail = () => studio.page.getByRole('region', { name: 'Cell' })

test('every cell has the split that the truth of its scene has', async () => {
  await expect(studio.page.locator('[data-split]')).toHaveCount(256)
  const shown = await studio.page
    .locator('[role=gridcell]')
    .evaluateAll(cells => cells.map(element => (element as HTMLElement).dataset.split))
  const expected = TUNNEL_ANGLES_DEG.flatMap(theta1 =>
    TUNNEL_ANGLES_DEG.map(theta2 => sceneTruth(turned(theta1, theta2)).pairs[0]!.split),
  )
  expect(shown).toEqual(expected)
  const counter = expected.filter(split => split === 'counter').length
  await expect(studio.page.getByText(`${counter} counter`, { exact: true })).toBeVisible()
  await expect(cell(4, 12)).toHaveAccessibleName(/: counter, farther object 231 px lower, the scene you edit$/)
})

test('pictures come in, and no two cells look alike', async () => {
  const sums = () =>
    studio.page
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const side = canvas.width / 16
        const context = canvas.getContext('2d')!
        return [0, 1, 2, 3, 4, 5].map(column => {
          const { data } = context.getImageData(column * side + 4, 4, side - 8, side - 8)
          return new Set(new Uint32Array(data.buffer)).size
        })
      })
  await expect.poll(async () => Math.min(...(await sums())), { timeout: 60_000 }).toBeGreaterThan(100)
  await studio.page.screenshot({ path: 'out/e2e/studio-grid.png' })
})

test('pointing at a cell shows its scene, its height difference and its split', async () => {
  await cell(12, 4).hover()
  const higher = sceneTruth(turned(90, 270)).pairs[0]!.fartherHigherByPx!
  await expect(detail()).toContainText('consistent')
  await expect(detail()).toContainText(`Δy +${higher.toFixed(1)} px`)
  await expect(detail()).toContainText('angle θ₁ of object 1 90°')
})

test('arrow keys walk the plane, Enter opens the cell in the editor', async () => {
  await studio.page.mouse.move(5, 500)
  await cell(4, 12).focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await studio.page.keyboard.press(key)
  await expect(cell(5, 14)).toBeFocused()
  await expect(detail()).toContainText('angle θ₁ of object 1 315°')
  await studio.page.keyboard.press('Enter')
  expect(await studio.scene()).toEqual(turned(315, 112.5))
  await expect(studio.page.getByTestId('camera-image')).toBeVisible()
})

test('a click opens the cell; the plane then marks it as the scene that is edited', async () => {
  await studio.page.getByRole('link', { name: 'Grid' }).click()
  await expect(cell(5, 14)).toHaveAttribute('aria-selected', 'true')
  await cell(15, 0).click()
  expect(await studio.scene()).toEqual(turned(0, 337.5))
})

test('any two fields are axes, and a link carries them', async ({ browser }) => {
  await studio.page.getByRole('link', { name: 'Grid' }).click()
  await studio.page.getByLabel('Across', { exact: true }).selectOption('objects[0].depthM')
  await studio.page.getByLabel('Down', { exact: true }).selectOption('objects[1].color')
  await studio.page.getByLabel('From', { exact: true }).fill('4')
  await studio.page.getByLabel('To', { exact: true }).fill('8')
  await studio.page.getByLabel('Steps').fill('5')
  await studio.page.getByLabel('Steps').press('Enter')
  await expect(studio.page.getByRole('heading', { name: /^5 × 12/ })).toBeVisible()
  await studio.page.screenshot({ path: 'out/e2e/studio-grid-fields.png' })
  await expect.poll(() => studio.page.url()).toContain('across=objects[0].depthM:4:8:5')
  const other = await StudioDriver.open(await browser.newContext(), studio.page.url().replace(/^.*#/, '#'))
  await expect(other.page.getByRole('heading', { name: /^5 × 12/ })).toBeVisible()
  await expect(other.page.getByLabel('Across', { exact: true })).toHaveValue('objects[0].depthM')
  await expect(other.page.getByLabel('Down', { exact: true })).toHaveValue('objects[1].color')
  await expect(other.page.getByLabel('To', { exact: true })).toHaveValue('8')
  await other.page.context().close()
  await cell(3, 1).click()
  const opened = await studio.scene()
  expect([opened.objects[0]!.depthM, opened.objects[1]!.color]).toEqual([7, 'green'])
})

test('a row plays; where motion is not wanted it goes on press by press', async () => {
  await studio.page.getByRole('link', { name: 'Grid' }).click()
  await studio.button('Row').click()
  const where = detail().getByText('depth of object 1')
  const first = await where.textContent()
  await expect.poll(() => where.textContent()).not.toBe(first)
  await studio.button('Row').click()
  await studio.page.emulateMedia({ reducedMotion: 'reduce' })
  await cell(0, 3).focus()
  await studio.button('Next in row').click()
  await expect(where).toContainText('5 m')
  await studio.page.emulateMedia({ reducedMotion: null })
})

test('the grid suite: its own scenes and the paper’s counts', async () => {
  await studio.page.getByRole('radio', { name: 'Grid suite' }).click()
  for (const text of ['116 consistent', '116 counter', '24 ambiguous']) {
    await expect(studio.page.getByText(text, { exact: true })).toBeVisible()
  }
  await studio.page.getByRole('radio', { name: 'Splits' }).click()
  await studio.page.emulateMedia({ colorScheme: 'dark' })
  await studio.page.screenshot({ path: 'out/e2e/studio-grid-splits-dark.png' })
})

test('axe finds nothing, and nothing failed on the way', async () => {
  const { violations } = await new AxeBuilder({ page: studio.page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await studio.page.setViewportSize({ width: 390, height: 844 })
  await studio.page.emulateMedia({ colorScheme: 'light' })
  await studio.page.getByRole('radio', { name: 'Pictures' }).click()
  await studio.page.waitForTimeout(3000)
  await studio.page.screenshot({ path: 'out/e2e/studio-grid-phone.png', fullPage: true })
  expect(studio.errors).toEqual([])
})
