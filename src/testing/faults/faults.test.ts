import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { REFERENCE_SUITE } from '../../batch/reference-dataset.fixture.ts'
import type { RenderedScene } from '../../batch/render-session.ts'
import { renderSuite } from '../../batch/render-suite.ts'
import { stream } from '../../core/rng.ts'
import { BROWSER_VARIABLE } from '../../node/find-browser.ts'
import { drawnScene } from '../drawn-scene.ts'
import { installStubBrowser } from '../stub-browser.ts'
import { FS_OPERATIONS, type FsEffect, type FsFault, type FsOperation, installFsFault } from './fs-fault.ts'
import { treeDifferences, treeOf } from './tree.ts'

let root = ''
let removeStub = () => {}
const drawn = new Map<string, RenderedScene>()

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  vi.stubEnv(BROWSER_VARIABLE, process.execPath)
  removeStub = installStubBrowser(job => {
    if (!drawn.has(job.id)) drawn.set(job.id, drawnScene(job))
    return drawn.get(job.id)!
  })
})
afterAll(async () => {
  removeStub()
  vi.unstubAllEnvs()
  await rm(root, { recursive: true })
})

const render = (name: string): Promise<unknown> =>
  renderSuite({ suite: REFERENCE_SUITE, out: join(root, name), pages: root, toolVersion: '0' }, { workers: 1 })

/** A run with a fault under it: how it ended, and how many operations counted. */
async function renderUnder(fault: Omit<FsFault, 'below'>, name: string): Promise<{ error: unknown; count: number }> {
  const installed = installFsFault({ ...fault, below: join(root, name) })
  try {
    const error = await render(name).then(
      () => null,
      (reason: unknown) => reason,
    )
    return { error, count: installed.count() }
  } finally {
    installed.remove()
  }
}

const error = (code: string, written = 0.5): FsEffect => ({ kind: 'error', code, written })
/** All but taking away: a process that cannot take its lock away holds it until it ends, and this one goes on. */
const OPERATIONS = FS_OPERATIONS.filter(operation => operation !== 'remove')
const FAULTS: ReadonlyArray<readonly [readonly FsOperation[], FsEffect, number]> = [
  [['open', 'read'], error('EMFILE'), 3],
  [['write'], error('ENOSPC'), 1],
  [['write', 'make'], error('ENOSPC'), Infinity],
  [['sync'], error('EIO'), 1],
  [['rename'], error('EBUSY'), 1],
  [OPERATIONS, error('EIO'), 1],
  [['write', 'open', 'rename', 'make'], error('EROFS'), Infinity],
  [['write'], { kind: 'short', written: 0.5 }, 1],
]

// The long form, with everything else that can go wrong: `npm run soak:faults`.
test('a file system that fails somewhere: the same command then gives the undisturbed bytes', async () => {
  await render('undisturbed')
  const whole = await treeOf(join(root, 'undisturbed'))
  let failed = 0
  const counts: number[] = []
  for (const [i, [operations, effect, times]] of [...FAULTS, ...FAULTS.slice(0, 4)].entries()) {
    const kind = i % FAULTS.length
    const counting = { operations, effect, times: 0, at: 0 }
    const count = counts[kind] ?? (await renderUnder(counting, `counted-${i}`)).count
    counts[kind] = count
    const at = Math.floor(stream(1, 'faults', `fault ${i}`)() * count)
    const place = `fault ${i}: ${JSON.stringify({ effect, at, of: count })}`
    const ended = await renderUnder({ operations, effect, times, at }, `hit-${i}`)
    expect(ended.count, place).toBeGreaterThan(at)
    if (ended.error !== null) failed++
    const after = await render(`hit-${i}`).catch((reason: { code?: string }) => reason)
    // Of a table that was written short and taken for whole, the picture's checksums are lost: it is refused.
    if (effect.kind === 'short' && 'code' in Object(after)) {
      expect(after, place).toMatchObject({ code: expect.stringMatching(/^(file-changed|manifest-(invalid|altered))$/) })
      continue
    }
    expect(after, place).toMatchObject({ scenes: 4, failed: 0 })
    expect(treeDifferences(await treeOf(join(root, `hit-${i}`)), whole), place).toEqual([])
  }
  expect(failed).toBeGreaterThan(7)
})
