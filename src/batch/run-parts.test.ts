import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import gridSuite from '../../scenes/grid.json' with { type: 'json' }
import { archiveMember, passPath, pictureName } from '../core/dataset.ts'
import { parseSuite } from '../core/suite.ts'
import { JsonlJournal } from '../node/jsonl-journal.ts'
import { LabelledWaits } from './labelled-waits.ts'
import { REFERENCE_PROVENANCE, REFERENCE_SUITE } from './reference-dataset.fixture.ts'
import { enterRunFolder, markMerging } from './run-folder.ts'
import { RunJournal } from './run-journal.ts'
import { groupSize, groupsOf, planRun } from './run-plan.ts'
import { assertSamePlan, assertSameProvenance } from './same-run.ts'
import { WorkQueue } from './work-queue.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
})
afterEach(() => rm(root, { recursive: true }))

describe('plan', () => {
  const grid = parseSuite(gridSuite)

  test.each([1, 2, 3, 7, 300])('%i shards are the suite, once, in order', count => {
    const ranges = Array.from({ length: count }, (_, i) => planRun(grid, { shard: { index: i + 1, count } }))
    expect(ranges[0]!.from).toBe(0)
    for (const [i, { from }] of ranges.entries()) if (i > 0) expect(from).toBe(ranges[i - 1]!.to)
    expect(ranges.at(-1)!.to).toBe(256)
    const sizes = ranges.map(({ from, to }) => to - from)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  })

  test('a limit takes the first scenes; one beyond the suite is none', () => {
    expect(planRun(grid, { limit: 24 })).toMatchObject({ from: 0, to: 24, limit: 24 })
    expect(planRun(grid, { limit: 24, shard: { index: 2, count: 2 } })).toMatchObject({ from: 12, to: 24 })
    expect(planRun(grid, { limit: 999 })).toMatchObject({ to: 256, limit: null })
  })

  test('large suites have a folder for every thousand scenes', () => {
    expect(passPath(25_600, 'depth', 'grid-012345', 12345)).toBe('depth/12/grid-012345.png')
    expect(passPath(256, 'rgb', 'grid-000001', 1)).toBe('images/grid-000001.png')
    expect(pictureName(10_001, 'grid-010000', 10_000)).toBe('10/grid-010000.png')
    expect(pictureName(10_000, 'grid-009999', 9999)).toBe('grid-009999.png')
  })

  test('an archive has a thousand scenes, in a suite of any size', () => {
    const path = passPath(256, 'depth', 'grid-012345', 12345, 'tar')
    expect(path).toBe('tar/000012.tar/grid-012345.depth.png')
    expect(archiveMember(path)).toEqual({ archive: 'tar/000012.tar', name: 'grid-012345.depth.png' })
    expect(archiveMember('images/12/grid-012345.png')).toBeNull()
    const plan = planRun(grid, { shard: { index: 2, count: 2 } })
    expect([...groupsOf(plan)]).toEqual([0])
    expect(groupSize(plan, 0)).toBe(128)
    expect([...groupsOf({ from: 900, to: 3000 })].map(group => groupSize({ from: 900, to: 3000 }, group))).toEqual([
      100, 1000, 1000,
    ])
  })
})

describe('queue', () => {
  test('hands out in order, takes back to the front', async () => {
    const queue = new WorkQueue([1, 2, 3, 4, 5])
    expect(await queue.take(2)).toEqual([1, 2])
    expect(await queue.take(2)).toEqual([3, 4])
    expect(queue.giveBack([1, 2], 'browser-gone')).toBeNull()
    expect(await queue.take(9)).toEqual([1, 2, 5])
    expect(await queue.take(1)).toEqual([])
  })

  test('asks for jobs when they are taken, not before', async () => {
    let asked = 0
    function* jobs(): Generator<number> {
      while (asked < 1_000_000) yield asked++
    }
    const queue = new WorkQueue(jobs())
    expect(await queue.take(3)).toEqual([0, 1, 2])
    expect(asked).toBe(3)
  })

  test('jobs that come as a stream: whoever takes gets neighbours, and the stream’s error', async () => {
    async function* jobs(): AsyncGenerator<number> {
      yield* [0, 1, 2, 3, 4]
      throw new Error('the table is damaged')
    }
    const queue = new WorkQueue(jobs())
    expect(await Promise.all([queue.take(2), queue.take(2)])).toEqual([
      [0, 1],
      [2, 3],
    ])
    queue.putBack([2, 3])
    expect(await queue.take(3)).toEqual([2, 3, 4])
    await expect(queue.take(1)).rejects.toThrow('damaged')
  })

  test('gives up on a job by the kind of its failures', async () => {
    const queue = new WorkQueue([1, 2])
    const failed: (number | null)[] = []
    for (const kind of ['timed-out', 'gl-lost', 'timed-out', 'timed-out'] as const) {
      failed.push(queue.giveBack(await queue.take(1), kind))
    }
    expect(failed).toEqual([null, null, null, 1])
    expect(new WorkQueue([7]).giveBack([7], 'scene')).toBe(7)
  })
})

describe('waits', () => {
  test('a time-out names what it waited for, and what else is open', async () => {
    const waits = new LabelledWaits()
    const other = waits.for('the other thing', 60_000, delay(50))
    await expect(waits.for('the thing', 5, new Promise(() => {}))).rejects.toMatchObject({
      code: 'timed-out',
      where: 'the thing',
      remedy: 'also waiting for: the other thing',
    })
    await other
  })

  test('answers and errors pass through', async () => {
    const waits = new LabelledWaits()
    expect(await waits.for('x', 1000, Promise.resolve(3))).toBe(3)
    await expect(waits.for('x', 1000, Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})

describe('folder', () => {
  test('new and empty folders are entered; others are left alone', async () => {
    const folder = await enterRunFolder(join(root, 'a', 'b'))
    expect(folder.holdsDataset).toBe(false)
    await folder.release(true)
    expect(await readdir(join(root, 'a', 'b'))).toEqual([])
    await writeFile(join(root, 'thesis.tex'), '')
    await expect(enterRunFolder(root)).rejects.toMatchObject({ code: 'out-not-empty', kind: 'input' })
    await expect(enterRunFolder(join(root, 'thesis.tex'))).rejects.toMatchObject({ code: 'EEXIST' })
  })

  test('one run a folder: a living process holds it, a dead one’s lock is taken over', async () => {
    const lock = join(root, '.run', 'lock')
    await mkdir(join(root, '.run'))
    await writeFile(lock, '1')
    await expect(enterRunFolder(root)).rejects.toMatchObject({ code: 'run-in-progress' })
    await writeFile(lock, '999999999')
    const folder = await enterRunFolder(root)
    await writeFile(join(folder.runPath, 'journal.jsonl'), '')
    await folder.release(false)
    expect(await readdir(join(root, '.run'))).toEqual(['journal.jsonl'])
  })

  test('a refusal leaves nothing behind, in a dataset either', async () => {
    await writeFile(join(root, 'dataset.json'), '')
    const folder = await enterRunFolder(root)
    expect(folder.holdsDataset).toBe(true)
    await folder.release(false)
    expect(await readdir(root)).toEqual(['dataset.json'])
  })

  test('a merge does not go on where a run is unfinished, nor the other way round', async () => {
    const refused = { code: 'out-holds-other-run', kind: 'input' }
    const run = await enterRunFolder(join(root, 'run'))
    await writeFile(join(run.runPath, 'journal.jsonl'), '')
    await run.release(false)
    await expect(enterRunFolder(join(root, 'run'), 'merge')).rejects.toMatchObject(refused)
    const merge = await enterRunFolder(join(root, 'merge'), 'merge')
    await markMerging(merge.path)
    await merge.release(false)
    await expect(enterRunFolder(join(root, 'merge'))).rejects.toMatchObject(refused)
    await (await enterRunFolder(join(root, 'merge'), 'merge')).release(true)
    expect(await readdir(join(root, 'merge'))).toEqual([])
  })

  test('many runs that begin and end at once: each is alone, or refused', async () => {
    let inside = 0
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, async (_, i) => {
        const folder = await enterRunFolder(join(root, 'busy'))
        inside++
        expect(inside).toBe(1)
        await delay(i % 3)
        inside--
        await folder.release(true)
      }),
    )
    const refusals = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(new Set(refusals)).toEqual(new Set(['run-in-progress']))
    expect(refusals.length).toBeLessThan(12)
  })
})

describe('journal and identity', () => {
  const plan = planRun(REFERENCE_SUITE)
  const stored = { id: 'reference-000001', index: 1, pixelsSha256: '', objects: [], files: [] }

  test('what was written is there on the next opening, but for a line that was cut', async () => {
    const first = await RunJournal.open(root)
    expect(first.started).toBeNull()
    await first.start(plan, REFERENCE_PROVENANCE, '2026-01-01')
    await first.append([stored])
    await first.close()
    const group = join(root, 'groups', '000000.jsonl')
    // A row that was changed is left out: its scene is drawn again.
    const changed = { ...stored, index: 2, pixelsSha256: 'b' }
    const third = await RunJournal.open(root)
    await third.append([changed])
    await third.close()
    await writeFile(group, (await readFile(group, 'utf8')).replace('"pixelsSha256":"b"', '"pixelsSha256":"c"'))
    await writeFile(group, '{"kind":"scenes","sce', { flag: 'a' })
    const second = await RunJournal.open(root)
    expect(second.started).toMatchObject({ suiteName: 'reference', provenance: REFERENCE_PROVENANCE })
    expect(await second.group(0)).toEqual({ stored: [stored], refused: [] })
    await second.close()
  })

  test('scenes without the row that says what drew them are refused', async () => {
    const path = join(root, 'journal.jsonl')
    const journal = await RunJournal.open(root)
    await journal.start(plan, REFERENCE_PROVENANCE, '2026-01-01')
    await journal.append([stored])
    await journal.close()
    await writeFile(path, (await readFile(path, 'utf8')).replace('2026', '2027'))
    await expect(RunJournal.open(root)).rejects.toMatchObject({ code: 'journal-damaged' })
  })

  test('behind half a line nothing is written', async () => {
    const journal = await JsonlJournal.open(join(root, 'rows.jsonl'), value => value)
    await expect(journal.append(1n)).rejects.toThrow(TypeError)
    await expect(journal.append({ whole: true })).rejects.toThrow(TypeError)
    await journal.close()
    expect(await readFile(join(root, 'rows.jsonl'), 'utf8')).toBe('')
  })

  test('a file a thousand scenes; in a group the suite’s order, and the last word on a scene', async () => {
    const journal = await RunJournal.open(root)
    const scene = (index: number, pixelsSha256 = ''): typeof stored => ({ ...stored, index, pixelsSha256 })
    const refused = { id: 'reference-001001', index: 1001, problems: [], objects: [] }
    await journal.append([scene(1002), scene(999), scene(1000)])
    await journal.refuse([refused])
    await journal.append([scene(1000, 'again')])
    expect(await journal.group(0)).toEqual({ stored: [scene(999)], refused: [] })
    expect(await journal.group(1)).toEqual({ stored: [scene(1000, 'again'), scene(1002)], refused: [refused] })
    await journal.append([scene(1001)])
    expect(await journal.group(1)).toEqual({ stored: [scene(1000, 'again'), scene(1001), scene(1002)], refused: [] })
    await journal.close()
    expect(await readdir(join(root, 'groups'))).toEqual(['000000.jsonl', '000001.jsonl'])
  })

  test('another suite, passes or shard, another GL, browser, tool', async () => {
    const journal = await RunJournal.open(root)
    await journal.start(plan, REFERENCE_PROVENANCE, '2026-01-01')
    const head = journal.started!
    const refused = { code: 'out-holds-other-run', kind: 'input' }
    expect(() => assertSamePlan(root, head, plan)).not.toThrow()
    for (const other of [
      planRun(parseSuite(gridSuite)),
      planRun(REFERENCE_SUITE, { passes: ['rgb'] }),
      planRun(REFERENCE_SUITE, { storage: 'tar' }),
      planRun(REFERENCE_SUITE, { shard: { index: 1, count: 2 } }),
    ]) {
      expect(() => assertSamePlan(root, head, other)).toThrow(expect.objectContaining(refused))
    }
    const { gl, browser } = REFERENCE_PROVENANCE
    for (const [code, change] of [
      ['gl-differs', { gl: { ...gl, renderer: 'x' } }],
      ['browser-differs', { browser: { ...browser, version: '9' } }],
      ['tool-differs', { toolVersion: '9' }],
    ] as const) {
      expect(() => assertSameProvenance(root, { ...REFERENCE_PROVENANCE, ...change }, REFERENCE_PROVENANCE)).toThrow(
        expect.objectContaining({ code, kind: 'input' }),
      )
    }
    expect(() =>
      assertSameProvenance(root, { ...REFERENCE_PROVENANCE, cpuModel: 'x' }, REFERENCE_PROVENANCE),
    ).not.toThrow()
    await journal.close()
  })
})
