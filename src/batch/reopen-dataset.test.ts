import { existsSync, truncateSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BROWSER_VARIABLE } from '../node/find-browser.ts'
import { treeDifferences, treeOf } from '../testing/faults/tree.ts'
import { installStubBrowser } from '../testing/stub-browser.ts'
import { REFERENCE_SUITE } from './reference-dataset.fixture.ts'
import { type RenderOptions, type RenderSummary, renderSuite } from './render-suite.ts'
import type { RunEvent } from './run-events.ts'
import { validateDataset } from './validate-dataset.ts'

let root = ''
let remove = () => {}
const at = (name: string): string => join(root, 'set', name)
const render = (options: Partial<RenderOptions> = {}): Promise<RenderSummary> =>
  renderSuite(
    { suite: REFERENCE_SUITE, out: join(root, 'set'), pages: root, toolVersion: '0' },
    { workers: 1, ...options },
  )

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  vi.stubEnv(BROWSER_VARIABLE, process.execPath)
  remove = installStubBrowser()
})
afterEach(async () => {
  remove()
  vi.unstubAllEnvs()
  await rm(root, { recursive: true })
})

test('what a dataset lost is drawn again, and nothing else; its table is what everything is known by', async () => {
  expect(await render()).toMatchObject({ rendered: 4, resumed: 0 })
  const whole = await treeOf(join(root, 'set'))
  expect(await render()).toMatchObject({ rendered: 0, resumed: 4 })

  await rm(at('images/reference-000001.png'))
  await truncate(at('depth/reference-000003.png'), 40)
  await rename(at('questions.jsonl'), join(root, 'questions.jsonl'))
  expect((await validateDataset(join(root, 'set'))).problems.length).toBeGreaterThan(0)
  expect(await render()).toMatchObject({ rendered: 2, resumed: 2 })
  expect(treeDifferences(await treeOf(join(root, 'set')), whole)).toEqual([])

  const table = await readFile(at('scenes.jsonl'), 'utf8')
  await writeFile(at('scenes.jsonl'), table.replace('"visibleFraction":1', '"visibleFraction":2'))
  await expect(render()).rejects.toMatchObject({ code: 'file-changed', kind: 'data' })
  expect(existsSync(at('dataset.json'))).toBe(true)
  expect(existsSync(at('.run'))).toBe(false)

  await writeFile(at('scenes.jsonl'), table)
  const manifest = await readFile(at('dataset.json'), 'utf8')
  await writeFile(at('dataset.json'), manifest.replace('"seed": 7', '"seed": 6'))
  await expect(render()).rejects.toMatchObject({ code: 'manifest-altered', kind: 'data', where: at('dataset.json') })
})

test.each(['files', 'tar'] as const)(
  'a disk that lost rows of the journal ends the run; the next one draws them (%s)',
  async storage => {
    const lose = (event: RunEvent): void => {
      if (event.kind === 'scenes-done' && event.ids.includes('reference-000003'))
        truncateSync(at('.run/groups/000000.jsonl'), 900)
    }
    await expect(render({ storage, onEvent: lose })).rejects.toMatchObject({ code: 'journal-incomplete', kind: 'run' })
    expect(existsSync(at('dataset.json'))).toBe(false)
    const { rendered, resumed } = await render({ storage })
    expect(rendered).toBeGreaterThan(0)
    expect(rendered + resumed).toBe(4)
    expect(await validateDataset(join(root, 'set'))).toEqual({ scenes: 4, problemCount: 0, problems: [] })
  },
)
