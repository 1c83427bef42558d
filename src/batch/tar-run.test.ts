import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sha256Hex } from '../core/canonical.ts'
import { parseSuite } from '../core/suite.ts'
import { readScenes } from '../node/dataset-reader.ts'
import { openExportSource } from '../node/export/export-source.ts'
import { BROWSER_VARIABLE } from '../node/find-browser.ts'
import { drawnScene } from '../testing/drawn-scene.ts'
import { installStubBrowser } from '../testing/stub-browser.ts'
import { mergeDatasets } from './merge-datasets.ts'
import { REFERENCE_SUITE } from './reference-dataset.fixture.ts'
import type { RenderedScene } from './render-session.ts'
import { type RenderOptions, type RenderSummary, renderSuite } from './render-suite.ts'
import { validateDataset } from './validate-dataset.ts'

let root = ''
let removeStub = (): void => {}
/** The stand-in for the page draws each of the four arrangements once. */
const drawn = new Map<string, RenderedScene>()

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  vi.stubEnv(BROWSER_VARIABLE, process.execPath)
  removeStub = installStubBrowser(job => {
    const key = String(job.scene.objects[0]!.thetaDeg)
    const known = drawn.get(key) ?? drawnScene(job)
    drawn.set(key, known)
    return { ...known, delivered: { ...known.delivered, id: job.id, index: job.index } }
  })
})
afterEach(async () => {
  removeStub()
  vi.unstubAllEnvs()
  await rm(root, { recursive: true })
})

const at = (name: string): string => join(root, name)

/** 1,004 scenes: a whole group and a little of the next. */
const SUITE = parseSuite({
  ...REFERENCE_SUITE,
  name: 'tar-run',
  constraints: [],
  factors: [
    { field: 'light.sunRotationRad', range: { from: 4, step: 0.001, count: 251 } },
    { field: 'objects[0].thetaDeg', values: [0, 90, 180, 225] },
  ],
})

const run = (out: string, options: Partial<RenderOptions> = {}): Promise<RenderSummary> =>
  renderSuite({ suite: SUITE, out: at(out), pages: root, toolVersion: '0' }, { storage: 'tar', workers: 2, ...options })

/** SHA-256 of every file that may not depend on how the run went. */
async function sums(out: string): Promise<Record<string, string>> {
  const names = ['scenes.jsonl', 'questions.jsonl', 'tar/000000.tar', 'tar/000001.tar']
  const sum = async (name: string): Promise<string> => sha256Hex(await readFile(join(at(out), name)))
  return Object.fromEntries(await Promise.all(names.map(async name => [name, await sum(name)])))
}

test('one run, one with an interruption, and two shards merged: the same archives and tables, and they validate', async () => {
  expect(await run('whole')).toMatchObject({ scenes: 1004, rendered: 1004, failed: 0 })
  expect((await readdir(at('whole'))).sort()).toEqual(['dataset.json', 'questions.jsonl', 'scenes.jsonl', 'tar'])
  const whole = await sums('whole')

  const stop = new AbortController()
  let done = 0
  const interrupted = run('parts', {
    signal: stop.signal,
    onEvent: event => {
      if (event.kind === 'scenes-done') done += event.ids.length
      if (done > 600) stop.abort()
    },
  })
  await expect(interrupted).rejects.toMatchObject({ code: 'interrupted' })
  await expect(run('parts', { storage: 'files' })).rejects.toMatchObject({ code: 'out-holds-other-run', kind: 'input' })
  expect((await run('parts', { workers: 1 })).resumed).toBeGreaterThan(600)
  expect(await sums('parts')).toEqual(whole)

  for (const index of [1, 2, 3]) await run(`shard${index}`, { shard: { index, count: 3 } })
  await mergeDatasets(
    [2, 3, 1].map(index => at(`shard${index}`)),
    at('merged'),
  )
  expect(await sums('merged')).toEqual(whole)

  expect(await validateDataset(at('whole'))).toEqual({ scenes: 1004, problemCount: 0, problems: [] })
  const scenes = []
  for await (const scene of readScenes(at('whole'))) scenes.push(scene)
  expect(scenes[1003]!.passes.depth!.path).toBe('tar/000001.tar/tar-run-001003.depth.png')

  const source = await openExportSource(at('whole'))
  const entries = []
  for await (const entry of source.entries()) entries.push(entry)
  const last = entries[1003]!
  expect(last.scene.image).toBe('images/tar-run-001003.png')
  expect(last.questions[0]!.image).toBe('images/tar-run-001003.png')
  expect(await source.pictureBytes(last)).toBe((await source.picture(last)).length)
})
