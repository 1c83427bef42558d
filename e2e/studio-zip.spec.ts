import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import JSZip from 'jszip'
import { parseScene } from '../src/core/scene.ts'
import { encodeSceneToken } from '../src/formats/share-link.ts'
import { StudioDriver } from './studio-driver.ts'

const OUT = 'out/e2e/zip'

const scene = parseScene({
  camera: { widthPx: 256, heightPx: 256 },
  objects: [
    { shape: 'sphere', color: 'red', sizeM: 0.24, depthM: 6, thetaDeg: 270 },
    { shape: 'cube', color: 'cyan', sizeM: 0.12, depthM: 3, thetaDeg: 90 },
  ],
})

test('the plane’s ZIP passes validate, and is byte for byte what render writes', async ({ browser }) => {
  rmSync(OUT, { recursive: true, force: true })
  const studio = await StudioDriver.open(await browser.newContext(), `#page=grid&s=${encodeSceneToken(scene)}`)
  await studio.page.getByLabel('Steps').first().fill('3')
  await studio.page.getByLabel('Steps').first().press('Enter')
  await studio.page.getByLabel('Steps').nth(1).fill('2')
  await studio.page.getByLabel('Steps').nth(1).press('Enter')
  const download = studio.page.waitForEvent('download')
  await studio.button('All 6 scenes as ZIP').click()
  await (await download).saveAs(join(OUT, 'plane.zip'))
  const folder = join(OUT, 'unzipped')
  const zip = await JSZip.loadAsync(readFileSync(join(OUT, 'plane.zip')))
  const paths = Object.keys(zip.files)
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), await zip.file(path)!.async('nodebuffer'))
  }
  expect(paths).toHaveLength(6 * 3 + 3)

  const cli = (...args: string[]) => execFileSync('node', ['dist/cli.js', ...args], { encoding: 'utf8' })
  expect(JSON.parse(cli('validate', folder, '--json'))).toMatchObject({ ok: true, scenes: 6, problems: [] })
  const { suite } = JSON.parse(readFileSync(join(folder, 'dataset.json'), 'utf8'))
  writeFileSync(join(OUT, 'suite.json'), JSON.stringify(suite))
  cli('render', join(OUT, 'suite.json'), '--out', join(OUT, 'rendered'), '--workers', '1')
  for (const path of paths.filter(name => name !== 'dataset.json')) {
    expect(readFileSync(join(folder, path)).equals(readFileSync(join(OUT, 'rendered', path))), path).toBe(true)
  }
  const differing = Object.entries(JSON.parse(readFileSync(join(OUT, 'rendered/dataset.json'), 'utf8')))
  const own = JSON.parse(readFileSync(join(folder, 'dataset.json'), 'utf8'))
  expect(
    differing.filter(([key, value]) => JSON.stringify(own[key]) !== JSON.stringify(value)).map(([key]) => key),
  ).toEqual(['provenance', 'startedAt', 'finishedAt', 'sha256'])
  expect(studio.errors).toEqual([])
})

test('an export that is cancelled leaves the page as it was', async ({ browser }) => {
  const studio = await StudioDriver.open(await browser.newContext(), `#page=grid&s=${encodeSceneToken(scene)}`)
  await studio.button('All 256 scenes as ZIP').click()
  await studio.button('Cancel').click()
  await expect(studio.button('All 256 scenes as ZIP')).toBeVisible()
  expect(studio.errors).toEqual([])
})
