import { expect, test } from '@playwright/test'
import { writeNpz } from '../src/formats/npz-writer.ts'
import { plantedLayer } from '../src/probe/planted-layer.ts'
import { StudioDriver } from './studio-driver.ts'

test.describe.configure({ mode: 'serial' })
let studio: StudioDriver

test.beforeAll(async ({ browser }) => {
  studio = await StudioDriver.open(await browser.newContext(), '#page=probe')
  await expect(numbers()).toBeVisible({ timeout: 90_000 })
})
test.afterAll(() => studio.page.context().close())

const region = (name: string) => studio.page.getByRole('region', { name, exact: true })
const numbers = () => region('This layer in numbers')
const slider = () => studio.page.getByRole('slider', { name: 'Layer' })

test('example data is called so, and opens at its chosen layer', async () => {
  await expect(region('Data')).toContainText('Example data.')
  await expect(studio.button(/^Chosen: \d+$/)).toHaveAttribute('aria-pressed', 'true')
  await expect(numbers()).toContainText('reliable')
  await studio.picture('probe')
})

test('the slider moves numbers, curves, similarities and cloud together', async () => {
  const all = async () => [
    await numbers().textContent(),
    await region('Coherence by layer').locator('svg').innerHTML(),
    await region('Entanglement by layer').locator('svg').innerHTML(),
    await region('Similarity of mean Δ').locator('svg').innerHTML(),
    await studio.page.getByTestId('cloud').locator('canvas').screenshot().then(String),
  ]
  const before = await all()
  await slider().press('Home')
  await expect(slider()).toHaveAttribute('aria-valuetext', /^layer 0 of/)
  await expect(numbers()).toContainText('not above chance')
  await studio.page.waitForTimeout(1500) // the points glide
  const after = await all()
  for (const [i, text] of after.entries()) expect(text === before[i], `part ${i} stayed`).toBe(false)
  await studio.button(/^Chosen: \d+$/).click()
})

test('a lasso around everything selects every pair, its scenes appear, and one opens in the editor', async () => {
  await studio.button('Lasso').click()
  const box = (await studio.page.getByTestId('lasso').boundingBox())!
  const { mouse } = studio.page
  await mouse.move(box.x + 2, box.y + 2)
  await mouse.down()
  for (const [x, y] of [
    [box.width - 4, 2],
    [box.width - 4, box.height - 4],
    [2, box.height - 4],
  ] as const) {
    await mouse.move(box.x + x, box.y + y, { steps: 3 })
  }
  await mouse.up()
  const scenes = region('Scenes')
  await expect(scenes).toContainText('240 scenes')
  await expect(scenes).toContainText('40 far')
  await expect(scenes.getByRole('img').or(scenes.locator('img')).first()).toBeVisible()
  await studio.picture('probe-lasso')
  await scenes.getByRole('button', { name: /^Open contrastive-000000-h in the editor/ }).click()
  await expect(studio.page.getByRole('region', { name: 'Split' })).toBeVisible()
  await studio.page.goBack()
  await expect(scenes).toContainText('240 scenes')
  await scenes.getByRole('button', { name: 'Clear' }).click()
})

test('hidden categories are not caught by the lasso', async () => {
  await studio.button('left').click()
  const box = (await studio.page.getByTestId('lasso').boundingBox())!
  const { mouse } = studio.page
  await mouse.move(box.x + 2, box.y + 2)
  await mouse.down()
  await mouse.move(box.x + box.width - 4, box.y + 2, { steps: 2 })
  await mouse.move(box.x + box.width - 4, box.y + box.height - 4, { steps: 2 })
  await mouse.move(box.x + 2, box.y + box.height - 4, { steps: 2 })
  await mouse.up()
  await expect(region('Scenes')).toContainText('200 scenes')
  await studio.button('left').click()
})

test('dropped vectors are measured on this device; a damaged file says what is wrong and leaves the rest', async () => {
  const planted = plantedLayer({ layer: 3, perCategory: 8, columns: 32, double: false })
  const parts: Uint8Array[] = []
  await writeNpz({ write: async bytes => void parts.push(bytes.slice()) }, [
    { name: 'delta_L3', shape: [48, 32], data: planted.deltas as Float32Array },
    { name: 'categories_L3', texts: planted.labels.map(label => label.category) },
  ])
  const bytes = Buffer.concat(parts)
  const requests: string[] = []
  studio.page.on('request', request => {
    if (request.method() !== 'GET') requests.push(request.url())
  })
  const input = studio.page.locator('input[type=file]')
  await input.setInputFiles({ name: 'my-model.npz', mimeType: '', buffer: bytes })
  await expect(region('Data')).toContainText('my-model, 48 pairs, 1 layers', { timeout: 60_000 })
  await expect(numbers()).toContainText('split is not known')
  await input.setInputFiles({ name: 'cut.npz', mimeType: '', buffer: bytes.subarray(0, 900) })
  await expect(region('Data')).toContainText('cut.npz')
  await expect(region('Data')).toContainText('my-model')
  expect(requests).toEqual([])
  expect(studio.errors).toEqual([])
})

test('on a phone the slider stays in sight above everything', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  const phone = await StudioDriver.open(context, '#page=probe')
  await expect(phone.page.getByRole('region', { name: 'This layer in numbers' })).toBeVisible({ timeout: 90_000 })
  await phone.picture('probe-phone')
  const scrolled = await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  expect(scrolled).toBe(true)
  await phone.page.getByRole('region', { name: 'Similarity of mean Δ' }).scrollIntoViewIfNeeded()
  await expect(phone.page.getByRole('slider', { name: 'Layer' })).toBeInViewport()
  await context.close()
})
