import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseSuite } from '../core/suite.ts'
import { decodePng, encodePng } from '../formats/png.ts'
import { BROWSER_VARIABLE } from '../node/find-browser.ts'
import { drawnScene } from '../testing/drawn-scene.ts'
import { installStubBrowser } from '../testing/stub-browser.ts'
import type { DrawScene } from '../testing/stub-context.ts'
import { REFERENCE_SUITE } from './reference-dataset.fixture.ts'
import { renderSuite } from './render-suite.ts'
import { type RerenderOptions, rerenderDataset } from './rerender-dataset.ts'

const SCENES = 12
const SUITE = parseSuite({
  ...REFERENCE_SUITE,
  base: { ...REFERENCE_SUITE.base, camera: { widthPx: 48, heightPx: 36 } },
  constraints: [],
  factors: [{ field: 'objects[0].thetaDeg', range: { from: 0, step: 30, count: SCENES } }],
})

let root = ''
let removeStub = (): void => {}
const draw = (how: DrawScene): void => {
  removeStub()
  removeStub = installStubBrowser(how)
}
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  vi.stubEnv(BROWSER_VARIABLE, process.execPath)
  draw(drawnScene)
})
afterEach(async () => {
  removeStub()
  removeStub = () => {}
  vi.unstubAllEnvs()
  await rm(root, { recursive: true })
})

const rendered = (storage: 'files' | 'tar') =>
  renderSuite({ suite: SUITE, out: join(root, storage), pages: root, toolVersion: '0' }, { storage, workers: 2 })

const again = (storage: 'files' | 'tar', options: Partial<RerenderOptions> = {}) =>
  rerenderDataset(join(root, storage), root, '0', {
    scene: null,
    gl: 'auto',
    tolerance: false,
    workers: 2,
    signal: new AbortController().signal,
    onEvent: () => {},
    ...options,
  })

/** One colour value of the scenes 3 and 7 is another. */
const drawOtherwise: DrawScene = job => {
  const drawn = drawnScene(job)
  if (job.index !== 3 && job.index !== 7) return drawn
  const files = drawn.files.map(file => {
    if (file.pass !== 'rgb') return file
    const image = decodePng(file.bytes)
    image.data[0]! += 1
    return { ...file, bytes: encodePng(image) }
  })
  return { ...drawn, files }
}

test.each(['files', 'tar'] as const)('drawn again: the same, and what is not (%s)', async storage => {
  await rendered(storage)
  expect(await again(storage)).toMatchObject({ verdict: 'equal', identical: SCENES, differences: 0, different: [] })
  draw(drawOtherwise)
  const found = await again(storage)
  expect(found).toMatchObject({ verdict: 'different', identical: SCENES - 2, within: 0, beyond: 2, differences: 2 })
  expect(found.different.map(({ scene, pass }) => [scene, pass])).toEqual([
    ['reference-000003', 'rgb'],
    ['reference-000007', 'rgb'],
  ])
  expect(await again(storage, { scene: 'reference-000007' })).toMatchObject({ identical: 0, beyond: 1 })
  expect(await again(storage, { scene: 'reference-000008' })).toMatchObject({ identical: 1, beyond: 0 })
})

test('a browser that goes away while it draws: every scene is still compared once', async () => {
  await rendered('tar')
  let drawn = 0
  draw(job => {
    if (++drawn === 5) throw new Error('the browser is gone')
    return drawnScene(job)
  })
  expect(await again('tar')).toMatchObject({ verdict: 'equal', identical: SCENES })
})

test('a scene that is not there, a table cut short, a stop in between', async () => {
  await rendered('tar')
  await expect(again('tar', { scene: 'nowhere' })).rejects.toMatchObject({ code: 'scene-unknown' })
  const stop = new AbortController()
  const stopped = again('tar', {
    workers: 1,
    signal: stop.signal,
    onEvent: ({ kind }) => kind === 'scenes-done' && stop.abort(),
  })
  await expect(stopped).rejects.toMatchObject({ code: 'interrupted' })
  const path = join(root, 'tar', 'scenes.jsonl')
  const lines = (await readFile(path, 'utf8')).split('\n')
  await writeFile(path, `${lines.slice(0, 5).join('\n')}\n`)
  await expect(again('tar')).rejects.toMatchObject({ code: 'scene-count', found: '5 rows in scenes.jsonl' })
  await writeFile(path, `${lines.slice(0, 5).join('\n')}\n{"version":1,\n`)
  await expect(again('tar')).rejects.toMatchObject({ code: 'jsonl-row' })
})
