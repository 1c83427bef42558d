import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import gridSuite from '../scenes/grid.json' with { type: 'json' }
import { RenderSession } from '../src/batch/render-session.ts'
import { type RenderSummary, renderSuite } from '../src/batch/render-suite.ts'
import type { RunEvent } from '../src/batch/run-events.ts'
import { planRun } from '../src/batch/run-plan.ts'
import { parseSuite } from '../src/core/suite.ts'
import { launchBrowser } from '../src/node/launch-browser.ts'
import type { RenderReply } from '../src/protocol/render-batch.ts'
import { processesBelow, processesWith } from '../src/testing/processes.ts'

let root = ''
test.beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'spatialtunnel-e2e-'))
  await mkdir(join(root, 'pages'))
  await writeFile(join(root, 'pages', 'render.html'), '<!doctype html><script src="page.js"></script>')
})
test.afterEach(() => rm(root, { recursive: true, force: true }))

/** A run over a render page that draws nothing and answers every batch as it is told. */
async function renderWith(replies: string): Promise<{ summary: RenderSummary; events: RunEvent[] }> {
  const page = `
    const good = job => ({ id: job.id, index: job.index, files: [], pixels: { sha256: '' }, objects: [], problems: [] })
    window.spatialTunnelRender = {
      glInfo: () => ({ vendor: 'none', renderer: 'SwiftShader, or so it says', version: '' }),
      openSlot: async () => false,
      renderBatch: async ({ slot, jobs }) => {
        await fetch('/slot?slot=' + slot, { method: 'POST', body: new Blob([]) })
        ${replies}
      },
    }`
  await writeFile(join(root, 'pages', 'page.js'), page)
  const events: RunEvent[] = []
  const summary = await renderSuite(
    { suite: parseSuite(gridSuite), out: join(root, 'out'), pages: join(root, 'pages'), toolVersion: '0' },
    { gl: 'swiftshader', limit: 4, workers: 1, onEvent: event => events.push(event) },
  )
  return { summary, events }
}

const reply = (value: RenderReply): string => `return ${JSON.stringify(value)}`

test('a scene whose certificate fails is listed and refused; there is no dataset.json', async () => {
  const { summary, events } = await renderWith(`
    const problems = [{ code: 'depth-off', object: 2, message: 'red cube: depth is 5 mm off' }]
    return { scenes: jobs.map(job => ({ ...good(job), problems: job.index === 2 ? problems : [] })) }`)
  expect(summary).toMatchObject({ scenes: 3, rendered: 3, failed: 1 })
  expect(events).toContainEqual({ kind: 'scene-refused', id: 'grid-000002', problems: ['red cube: depth is 5 mm off'] })
  const rows = (await readFile(join(root, 'out', 'failures.jsonl'), 'utf8')).trimEnd().split('\n')
  expect(rows.map(row => JSON.parse(row))).toEqual([
    expect.objectContaining({ id: 'grid-000002', problems: [expect.objectContaining({ code: 'depth-off' })] }),
  ])
  expect(existsSync(join(root, 'out', 'dataset.json'))).toBe(false)
})

test('a scene that throws ends the run: trying again would not help', async () => {
  const failing = renderWith(reply({ failure: { kind: 'scene', sceneId: 'grid-000000', message: 'no such shape' } }))
  await expect(failing).rejects.toMatchObject({
    code: 'render-scene',
    kind: 'run',
    found: 'grid-000000: no such shape',
  })
})

test('a lost GL is tried again in a new browser, a few times', async () => {
  const failing = renderWith(reply({ failure: { kind: 'gl-lost', sceneId: 'grid-000000', message: 'context lost' } }))
  await expect(failing).rejects.toMatchObject({ code: 'render-gl-lost', kind: 'run' })
})

test('a browser that draws with something else than it was told is refused', async () => {
  const page = `window.spatialTunnelRender = { glInfo: () => ({ vendor: '', renderer: 'NVIDIA H200', version: '' }) }`
  await writeFile(join(root, 'pages', 'page.js'), page)
  const refused = renderSuite(
    { suite: parseSuite(gridSuite), out: join(root, 'out'), pages: join(root, 'pages'), toolVersion: '0' },
    { gl: 'swiftshader', limit: 4, workers: 1 },
  )
  await expect(refused).rejects.toMatchObject({ code: 'gl-unavailable', kind: 'input' })
  expect(existsSync(join(root, 'out', 'dataset.json'))).toBe(false)
})

test('both transports bring the same bytes', async () => {
  const scenes = planRun(parseSuite(gridSuite), { limit: 3 }).scenes
  const jobs = [0, 1, 2].map(index => {
    const { id, scene } = scenes.scene(index)
    return { id, index, scene, passes: ['rgb', 'mask', 'depth'] as const }
  })
  const results = []
  for (const transport of ['file', 'post'] as const) {
    const session = await RenderSession.start({ gl: 'swiftshader', pages: 'dist', transport })
    results.push(await session.render(0, jobs))
    await session.close()
  }
  expect(results[0]).toEqual(results[1])
  expect(results[0]!.flatMap(scene => scene.files.map(file => file.pass))).toHaveLength(9)
})

test('a browser that hangs does not outlive its run', async () => {
  const browser = await launchBrowser('swiftshader')
  const running = (): number[] => processesWith(browser.profile)
  expect(running()).not.toEqual([])
  for (const pid of running()) process.kill(pid, 'SIGSTOP')
  await browser.close()
  await expect.poll(running, { timeout: 3000 }).toEqual([])
  expect(existsSync(browser.profile)).toBe(false)
})

test('a page that hangs is found by its standing still, however many scenes it has in hand', async () => {
  const session = await RenderSession.start({ gl: 'swiftshader', pages: 'dist', sceneLimitMs: 4000 })
  const scenes = planRun(parseSuite(gridSuite), { limit: 200 }).scenes
  const jobs = Array.from({ length: 200 }, (_, index) => {
    const { id, scene } = scenes.scene(index)
    return { id, index, scene, passes: ['rgb'] as const }
  })
  expect(await session.render(0, jobs.slice(0, 1))).toHaveLength(1)
  const rendering = session.render(0, jobs)
  const hung = processesBelow(process.pid, '--type=renderer')
  for (const page of hung) process.kill(page, 'SIGSTOP')
  await expect(rendering).rejects.toMatchObject({ code: 'timed-out', found: 'nothing after 4 s' })
  await session.close()
  // The browser itself closes at once and leaves its page behind, which would keep this process alive.
  const left = (): number[] => processesWith('--type=renderer').filter(pid => hung.includes(pid))
  await expect.poll(left, { timeout: 3000 }).toEqual([])
})
