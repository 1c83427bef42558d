import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import type { SceneRow } from '../src/core/dataset.ts'
import { expandSuite } from '../src/core/expand.ts'
import { withChecksum } from '../src/core/manifest-checksum.ts'
import { parseSuite } from '../src/core/suite.ts'
import { StudioDriver } from './studio-driver.ts'

const OUT = 'out/e2e/dataset'
const RENDERED = join(OUT, 'rendered')
const LARGE = join(OUT, 'large')
const ZIP = join(OUT, 'rendered.zip')

const suite = parseSuite(JSON.parse(readFileSync('scenes/grid.json', 'utf8')))
const scenes = [...expandSuite(suite)]
const higherPx = (index: number): number => scenes[index]!.truth.pairs[0]!.fartherHigherByPx!

test.describe.configure({ mode: 'serial' })
let studio: StudioDriver

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  const cli = (...args: string[]) => execFileSync('node', ['dist/cli.js', ...args], { stdio: 'pipe' })
  cli('render', 'scenes/grid.json', '--out', RENDERED, '--limit', '12', '--workers', '1')
  cli('export', RENDERED, '--to', 'zip', '--out', ZIP)
  writeLargeDataset()
  studio = await StudioDriver.open(await browser.newContext(), '#page=dataset')
})
test.afterAll(() => studio.page.context().close())

/** 3,072 scenes, as the phase suite has: the rendered rows again and again, under other ids, with the same pictures. */
function writeLargeDataset(): void {
  cpSync(RENDERED, LARGE, { recursive: true })
  const lines = readFileSync(join(RENDERED, 'scenes.jsonl'), 'utf8').trim().split('\n')
  const rows = Array.from({ length: 3072 }, (_, index) => {
    const row = JSON.parse(lines[index % lines.length]!) as SceneRow
    return JSON.stringify({ ...row, index, id: `grid-${String(index).padStart(6, '0')}` })
  })
  writeFileSync(join(LARGE, 'scenes.jsonl'), `${rows.join('\n')}\n`)
  const manifest = JSON.parse(readFileSync(join(LARGE, 'dataset.json'), 'utf8'))
  writeFileSync(
    join(LARGE, 'dataset.json'),
    JSON.stringify(withChecksum({ ...manifest, counts: { ...manifest.counts, scenes: 3072 } })),
  )
}

const count = () => studio.page.getByRole('status').filter({ hasText: / of [\d,]+ scenes/ })
const option = (name: RegExp) => studio.page.getByRole('region', { name: 'Filters' }).getByRole('checkbox', { name })
const detail = () => studio.page.getByRole('complementary', { name: 'Scene' })

test('before anything is opened, example data under a band that says so', async () => {
  await expect(studio.page.getByTestId('source-bar')).toContainText('Example data')
  await expect(count()).toHaveText('256 of 256 scenes')
  await expect(detail()).toContainText('grid-000000')
  await expect(detail()).toContainText('drawn live')
})

test('filters keep what the truth says, and say so before they are chosen', async () => {
  const counter = scenes.filter(({ truth }) => truth.pairs[0]!.split === 'counter')
  const red = counter.filter(({ scene }) => scene.objects.some(object => object.color === 'red'))
  const far = red.filter(({ index }) => higherPx(index) >= -100)
  await option(/^counter/).check()
  await expect(count()).toHaveText(`${counter.length} of 256 scenes`)
  await expect(option(new RegExp(`^red ${red.length}$`))).toBeVisible()
  await option(/^red/).check()
  await expect(count()).toHaveText(`${red.length} of 256 scenes`)
  await studio.field('Δy from').fill('-100')
  await studio.field('Δy from').press('Enter')
  await expect(count()).toHaveText(`${far.length} of 256 scenes`)
  await studio.field('Scene id contains').fill('nothing')
  await expect(studio.page.getByText('No scene is like that.')).toBeVisible()
  await studio.button('Clear').click()
  await expect(count()).toHaveText('256 of 256 scenes')
})

test('sorted by Δy, the last scene is the one that is most counter', async () => {
  await studio.field('Sorted by').selectOption('falling')
  await studio.page.getByRole('listbox', { name: 'Scenes' }).focus()
  await studio.page.keyboard.press('End')
  const lowest = scenes.reduce((least, { index }) => (higherPx(index) < higherPx(least) ? index : least), 0)
  await expect(detail()).toContainText(scenes[lowest]!.id)
  await expect(detail()).toContainText(`Δy −${Math.abs(higherPx(lowest)).toFixed(1)} px`)
})

test('mask and depth are drawn, and the scene opens in the editor', async () => {
  for (const [pass, least] of [
    ['Mask', 3],
    ['Depth', 50],
  ] as const) {
    await detail().getByRole('radio', { name: pass }).click()
    await expect
      .poll(() =>
        detail()
          .locator('canvas')
          .evaluate((canvas: HTMLCanvasElement) => {
            const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
            return new Set(new Uint32Array(data.buffer)).size
          }),
      )
      .toBeGreaterThanOrEqual(least)
    await studio.page.screenshot({ path: `out/e2e/studio-dataset-${pass.toLowerCase()}.png` })
  }
  const id = await detail().getByRole('heading', { level: 2 }).textContent()
  await detail().getByRole('button', { name: 'Open in the editor' }).click()
  expect(await studio.scene()).toEqual(scenes.find(scene => scene.id === id)!.scene)
  await studio.page.getByRole('link', { name: 'Dataset' }).click()
})

test('a rendered folder: its own pictures, each against its checksum', async () => {
  await studio.page.getByTestId('folder-input').setInputFiles(RENDERED)
  await expect(count()).toHaveText('12 of 12 scenes')
  await expect(studio.page.getByTestId('source-bar')).not.toContainText('Example data')
  for (const pass of ['Image', 'Mask', 'Depth']) {
    await detail().getByRole('radio', { name: pass }).click()
    await expect(detail()).toContainText('checksum matches')
  }
  await expect(detail()).toContainText('100 %')
  await detail().getByRole('radio', { name: 'Image' }).click()
  await expect(studio.page.getByRole('button', { name: 'grid, 12 scenes' })).toBeVisible()
  await studio.page.screenshot({ path: 'out/e2e/studio-dataset-folder.png' })
})

test('the folder, dropped on any page, is recognised and opens here', async () => {
  await studio.page.getByRole('link', { name: 'Scene' }).click()
  await studio.dropPaths([LARGE])
  await expect(count()).toHaveText('3,072 of 3,072 scenes')
  await studio.page.getByRole('link', { name: 'Grid' }).click()
  await studio.dropPaths([RENDERED])
  await expect(count()).toHaveText('12 of 12 scenes')
  await option(/^counter/).check()
  await studio.page.getByRole('listbox', { name: 'Scenes' }).focus()
  await studio.page.keyboard.press('End')
  const seen = [await count().textContent(), await detail().getByRole('heading', { level: 2 }).textContent()]
  await studio.page.getByRole('link', { name: 'Scene' }).click()
  await studio.page.getByRole('link', { name: 'Dataset' }).click()
  expect([await count().textContent(), await detail().getByRole('heading', { level: 2 }).textContent()]).toEqual(seen)
})

test('its ZIP shows the same', async () => {
  await studio.page.getByTestId('zip-input').setInputFiles(ZIP)
  await expect(studio.page.getByText('Opened grid')).toBeVisible()
  await expect(count()).toHaveText('12 of 12 scenes')
  await detail().getByRole('radio', { name: 'Depth' }).click()
  await expect(detail()).toContainText('checksum matches')
})

test('3,072 scenes: only the tiles in sight exist', async () => {
  await studio.page.getByTestId('folder-input').setInputFiles(LARGE)
  await expect(count()).toHaveText('3,072 of 3,072 scenes')
  const tiles = studio.page.getByRole('listbox', { name: 'Scenes' }).getByRole('option')
  expect(await tiles.count()).toBeLessThan(120)
  await studio.page.getByRole('listbox', { name: 'Scenes' }).focus()
  await studio.page.keyboard.press('End')
  await expect(studio.page.getByRole('option', { name: /^grid-003071/ })).toBeInViewport()
  expect(await tiles.count()).toBeLessThan(120)
})

test('a folder that is no dataset is refused in words, and what was open stays', async () => {
  await studio.page.getByTestId('folder-input').setInputFiles('scenes')
  await expect(studio.page.getByText('This dataset could not be opened')).toBeVisible()
  await expect(studio.page.getByText(/found no dataset\.json/)).toBeVisible()
  await expect(count()).toHaveText('3,072 of 3,072 scenes')
  await studio.button('Dismiss').click()
})

test('axe finds nothing, and nothing failed on the way', async () => {
  await studio.page.reload()
  await expect(count()).toHaveText('256 of 256 scenes')
  const { violations } = await new AxeBuilder({ page: studio.page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  for (const colorScheme of ['dark', 'light'] as const) {
    await studio.page.emulateMedia({ colorScheme })
    for (const [name, width, height] of [
      ['wide', 1440, 900],
      ['phone', 390, 844],
    ] as const) {
      await studio.page.setViewportSize({ width, height })
      await studio.page.waitForTimeout(1000)
      expect(await studio.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await studio.page.screenshot({ path: `out/e2e/studio-dataset-${name}-${colorScheme}.png` })
    }
  }
  expect(studio.errors).toEqual([])
})
