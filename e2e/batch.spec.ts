import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import gridSuite from '../scenes/grid.json' with { type: 'json' }
import { decodePng, encodePng } from '../src/formats/png.ts'
import { processesBelow } from '../src/testing/processes.ts'
import { contents, errorLines, journalled, run, start, until } from './command-line.ts'

/** The 256 scenes of the grid, small: many enough to be interrupted in the middle, quick to draw. */
let GRID: string[] = []
const SCENES = 256

let root = ''
const at = (name: string): string => join(root, name)

test.describe.configure({ mode: 'serial' })
test.setTimeout(300_000)
test.beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'spatialtunnel-e2e-'))
  const suite = structuredClone(gridSuite)
  suite.base.camera.widthPx = 128
  suite.base.camera.heightPx = 128
  await writeFile(at('grid.json'), JSON.stringify(suite))
  GRID = [at('grid.json')]
})
test.afterAll(() => rm(root, { recursive: true, force: true }))

test('a suite becomes a dataset: certified, counted, told as one JSON document', async () => {
  const done = await run('render', ...GRID, '--out', at('one'), '--workers', '1', '--json')
  expect(done.exitCode).toBe(0)
  const summary = JSON.parse(done.stdout)
  expect(summary).toMatchObject({ out: at('one'), scenes: SCENES, rendered: SCENES, resumed: 0, failed: 0 })
  expect(summary.splits).toEqual({ consistent: 116, counter: 116, ambiguous: 24 })
  const manifest = JSON.parse(await readFile(at('one/dataset.json'), 'utf8'))
  expect(manifest.provenance.gl).toMatchObject({
    name: summary.gl,
    renderer: expect.stringMatching(/llvmpipe|SwiftShader/),
  })
  expect(existsSync(at('one/report.html'))).toBe(true)
  expect(existsSync(at('one/.run'))).toBe(false)
  const checked = await run('validate', at('one'), '--json')
  expect(JSON.parse(checked.stdout)).toEqual({ ok: true, scenes: SCENES, problemCount: 0, problems: [] })
})

test('two workers give the bytes of one; a finished dataset is left as it is', async () => {
  expect((await run('render', ...GRID, '--out', at('two'), '--workers', '2')).exitCode).toBe(0)
  expect(await contents(at('two'))).toEqual(await contents(at('one')))
  const again = await run('render', ...GRID, '--out', at('two'), '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({ rendered: 0, resumed: SCENES, imagesPerSecond: null })
})

test('three shards, merged, give the bytes of one run', async () => {
  for (const i of [1, 2, 3]) {
    expect((await run('render', ...GRID, '--shard', `${i}/3`, '--out', at(`shard${i}`))).exitCode).toBe(0)
  }
  const merged = await run('merge', at('shard3'), at('shard1'), at('shard2'), '--out', at('merged'), '--json')
  expect(JSON.parse(merged.stdout)).toMatchObject({ scenes: SCENES, questions: 4 * SCENES })
  expect(await contents(at('merged'))).toEqual(await contents(at('one')))
})

test('after kill -9 of the run, the same command goes on and gives the same bytes', async () => {
  const first = start('render', ...GRID, '--out', at('killed'))
  await until('the first scenes', () => journalled(at('killed')) > 0)
  first.process.kill('SIGKILL')
  await first.finished
  expect(existsSync(at('killed/dataset.json'))).toBe(false)
  // A file that was half written when the power went.
  await writeFile(at('killed/images/grid-000000.png'), 'half a pic')
  const second = await run('render', ...GRID, '--out', at('killed'), '--json')
  expect(second.exitCode).toBe(0)
  const { rendered, resumed } = JSON.parse(second.stdout)
  expect(rendered + resumed).toBe(SCENES)
  expect(resumed).toBeGreaterThan(0)
  expect(await contents(at('killed'))).toEqual(await contents(at('one')))
})

for (const [name, text] of [
  ['a browser', '--user-data-dir='],
  ['a browser’s GPU process', '--type=gpu-process'],
] as const) {
  test(`after kill -9 of ${name}, the run goes on and gives the same bytes`, async () => {
    const out = at(`without ${name}`)
    const going = start('render', ...GRID, '--out', out, '--json')
    await until('the first scenes', () => journalled(out) > 0)
    const victims = processesBelow(going.process.pid!, text)
    expect(victims.length).toBeGreaterThan(0)
    process.kill(victims[0]!, 'SIGKILL')
    const done = await going.finished
    expect([done.exitCode, JSON.parse(done.stdout).failed]).toEqual([0, 0])
    expect(await contents(out)).toEqual(await contents(at('one')))
  })
}

test('Ctrl-C ends a run in order, and it goes on', async () => {
  const going = start('render', ...GRID, '--out', at('stopped'))
  await until('the first scenes', () => journalled(at('stopped')) > 0)
  going.process.kill('SIGINT')
  const stopped = await going.finished
  expect(stopped.exitCode).toBe(3)
  expect(errorLines(stopped).at(-1)).toMatch(/^error: .*run the same command again/)
  expect((await run('render', ...GRID, '--out', at('stopped'))).exitCode).toBe(0)
  expect(await contents(at('stopped'))).toEqual(await contents(at('one')))
})

test('rerender in fresh browsers finds the same bytes, and names what was altered', async () => {
  const same = await run('rerender', at('merged'), '--json')
  expect([same.exitCode, JSON.parse(same.stdout)]).toMatchObject([
    0,
    { verdict: 'equal', identical: SCENES, within: 0, different: [], tolerance: { kind: 'same' }, notes: [] },
  ])
  await cp(at('one'), at('altered'), { recursive: true })
  const path = at('altered/depth/grid-000007.png')
  const depth = decodePng(await readFile(path))
  depth.data[1000]! += 3
  await writeFile(path, encodePng(depth))
  const different = await run('rerender', at('altered'), '--scene', 'grid-000007', '--json')
  expect(different.exitCode).toBe(1)
  expect(JSON.parse(different.stdout)).toMatchObject({
    identical: 0,
    verdict: 'different',
    different: [
      { scene: 'grid-000007', pass: 'depth', code: 'pixels-differ', pixels: 1, largest: 3, boxPx: [104, 7, 1, 1] },
    ],
  })
  const checked = await run('validate', at('altered'), '--json')
  expect(checked.exitCode).toBe(1)
  expect(JSON.parse(checked.stdout).problems).toEqual([
    expect.objectContaining({ scene: 'grid-000007', code: 'file-changed' }),
  ])
})

test('another GL is refused, and with --tolerance held against what is stated for the two', async () => {
  const { name } = JSON.parse(await readFile(at('one/dataset.json'), 'utf8')).provenance.gl
  const other = name === 'llvmpipe' ? 'swiftshader' : 'llvmpipe'
  const refused = await run('rerender', at('one'), '--gl', other)
  expect([refused.exitCode, errorLines(refused).length]).toEqual([2, 1])
  const scene = ['--scene', 'grid-000007', '--json'] as const
  const within = await run('rerender', at('one'), '--gl', other, '--tolerance', ...scene)
  expect([within.exitCode, JSON.parse(within.stdout)]).toMatchObject([
    0,
    { verdict: 'within-tolerance', within: 1, tolerance: { kind: 'other-gl' } },
  ])
  const altered = await run('rerender', at('altered'), '--gl', other, '--tolerance', ...scene)
  expect([altered.exitCode, JSON.parse(altered.stdout).verdict]).toEqual([1, 'different'])
})

test.describe('bad input is one line and its exit code', () => {
  const scene = { shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 4, thetaDeg: 0 }
  const suite = (objects: object[], more: object = {}): object => ({
    version: 1,
    name: 'bad',
    seed: 1,
    base: { objects },
    ...more,
  })
  const suites: Record<string, object | string> = {
    'unknown shape': suite([{ ...scene, shape: 'pyramid' }]),
    'size 0': suite([{ ...scene, sizeM: 0 }]),
    'an object larger than the tunnel': suite([{ ...scene, sizeM: 0.8, insetM: 0.5 }]),
    'depth behind the camera': suite([{ ...scene, depthM: 0.1 }]),
    'an angle that is no number': `{"version":1,"name":"bad","seed":1,"base":{"objects":[${JSON.stringify(scene).replace('"thetaDeg":0', '"thetaDeg":NaN')}]}}`,
    'nine objects': suite(Array.from({ length: 9 }, () => scene)),
    '10⁹ scenes': suite([scene], {
      factors: [1, 2, 3].map(() => ({ field: 'objects[0].thetaDeg', range: { from: 0, step: 0.1, count: 1000 } })),
    }),
  }
  for (const [name, content] of Object.entries(suites)) {
    test(name, async () => {
      const path = at('bad.json')
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
      const refused = await run('render', path, '--out', at('nothing'))
      expect(errorLines(refused)).toEqual([expect.stringMatching(/^error: .*found .*expected /)])
      expect(refused.exitCode).toBe(2)
      expect(existsSync(at('nothing/dataset.json'))).toBe(false)
    })
  }

  const calls: Record<string, () => readonly string[]> = {
    'a suite that is not there': () => ['render', 'nowhere.json', '--out', at('nothing')],
    'another suite’s run in the folder': () => ['render', 'scenes/size.json', '--limit', '2', '--out', at('one')],
    'another shard’s run in the folder': () => ['render', ...GRID, '--shard', '2/3', '--out', at('shard1')],
    'a folder of something else': () => ['render', ...GRID, '--out', 'src'],
    'a file in place of the folder': () => ['render', ...GRID, '--out', 'package.json'],
    'a place where nothing can be written': () => ['render', ...GRID, '--out', '/proc/nothing'],
    'a shard out of range': () => ['render', ...GRID, '--shard', '4/3', '--out', at('nothing')],
    'an unknown pass': () => ['render', ...GRID, '--passes', 'rgb,heat', '--out', at('nothing')],
    'shards of different suites': () => ['merge', at('one'), at('shard1'), '--out', at('nothing')],
    'a dataset that is not finished': () => ['validate', root],
    'a scene that is not there': () => ['rerender', at('one'), '--scene', 'grid-999999'],
  }
  for (const [name, call] of Object.entries(calls)) {
    test(name, async () => {
      const refused = await run(...call())
      expect(errorLines(refused)[0]).toMatch(/^error: /)
      expect(refused.exitCode).toBe(2)
    })
  }
})

test('a disk that runs full: one line, nothing half written, and the run goes on with more room', async () => {
  const disk = at('disk')
  await mkdir(disk)
  const { spawnSync } = await import('node:child_process')
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).status === 0
  test.skip(!mounted, 'no right to mount a small disk')
  try {
    const full = await run('render', ...GRID, '--out', join(disk, 'grid'))
    expect(errorLines(full)).toEqual([expect.stringMatching(/^error: .*the disk is full/)])
    expect(full.exitCode).toBe(3)
    expect(existsSync(join(disk, 'grid', 'dataset.json'))).toBe(false)
    expect(Object.keys(await contents(join(disk, 'grid'))).filter(path => path.endsWith('.partial'))).toEqual([])
    spawnSync('mount', ['-o', 'remount,size=64m', disk])
    expect((await run('render', ...GRID, '--out', join(disk, 'grid'))).exitCode).toBe(0)
    expect(await contents(join(disk, 'grid'))).toEqual(await contents(at('one')))
  } finally {
    spawnSync('umount', ['-l', disk])
  }
})
