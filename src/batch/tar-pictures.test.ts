import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sha256Hex } from '../core/canonical.ts'
import { shuffled, stream } from '../core/rng.ts'
import { parseSuite } from '../core/suite.ts'
import { readTar } from '../formats/tar.ts'
import { datasetFiles } from '../node/dataset-files.ts'
import { runPython, testWithPython } from '../testing/python.ts'
import type { RenderedScene } from './render-session.ts'
import { planRun } from './run-plan.ts'
import type { StoredScene } from './stored-scene.ts'
import { tarPictures } from './tar-pictures.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
})
afterEach(() => rm(root, { recursive: true }))

const at = (name: string): string => join(root, name)

const SUITE = parseSuite({
  version: 1,
  name: 'tars',
  seed: 1,
  base: { objects: [{ shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 6, thetaDeg: 0 }] },
  factors: [{ field: 'light.sunRotationRad', range: { from: 4, step: 0.0001, count: 2100 } }],
})
const PLAN = planRun(SUITE, { storage: 'tar', passes: ['rgb', 'mask'] })

/** Bytes of a scene that belong to no other; as long as its index says. */
function drawn(index: number): RenderedScene {
  const { id } = PLAN.scenes.scene(index)
  const bytes = (pass: string): Uint8Array => Buffer.from(`${pass} ${id} `.repeat(1 + (index % 40)))
  return {
    delivered: { id, index, pixelsSha256: '', objects: [], problems: [] },
    files: [
      { pass: 'rgb', bytes: bytes('rgb') },
      { pass: 'mask', bytes: bytes('mask') },
    ],
  }
}

const ids = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i)

/** Stores the second group in this order, eight at once. */
async function storeGroup(name: string, order: readonly number[]): Promise<StoredScene[]> {
  const pictures = tarPictures(at(name), at(`${name}/.run`), PLAN)
  const stored: StoredScene[] = []
  for (let i = 0; i < order.length; i += 8) stored.push(...(await pictures.store(order.slice(i, i + 8).map(drawn))))
  stored.sort((a, b) => a.index - b.index)
  if (stored.length === 1000) await pictures.complete(1, async () => stored)
  await pictures.close()
  return stored
}

const archiveSha256 = async (name: string): Promise<string> => sha256Hex(await readFile(at(`${name}/tar/000001.tar`)))

test('the archive is the same whatever came first, and nothing but archives is left', async () => {
  await storeGroup('in-order', ids(1000, 2000))
  await storeGroup('any-order', shuffled(stream(1, 'tars', 'order'), ids(1000, 2000)))
  expect(await archiveSha256('any-order')).toBe(await archiveSha256('in-order'))
  expect(await readdir(at('any-order/tar'))).toEqual(['000001.tar'])
  expect(await readdir(at('any-order/.run/packs'))).toEqual([])
  const files = readTar(await readFile(at('any-order/tar/000001.tar')))
  expect(files).toHaveLength(2000)
  expect(files[3]).toEqual({ name: 'tars-001001.mask.png', bytes: drawn(1001).files[1]!.bytes })
})

test('after a kill: what is journalled and whole counts, half a scene and a cut pack do not', async () => {
  await storeGroup('whole', ids(1000, 2000))
  const first = await storeGroup('killed', ids(1000, 1600))
  await appendFile(at('killed/.run/packs/000001.pack'), 'half a sce')
  const pictures = tarPictures(at('killed'), at('killed/.run'), PLAN)
  expect(await pictures.whole(1, first)).toEqual(first)
  const rest = await pictures.store(ids(1600, 2000).map(drawn))
  await pictures.complete(1, async () => [...first, ...rest])
  await pictures.close()
  expect(await archiveSha256('killed')).toBe(await archiveSha256('whole'))

  const cut = await storeGroup('cut', ids(1000, 1600))
  await truncate(at('cut/.run/packs/000001.pack'), cut[500]!.files[1]!.span!.position)
  const left = tarPictures(at('cut'), at('cut/.run'), PLAN)
  expect(await left.whole(1, cut)).toEqual(cut.slice(0, 500))
  await left.close()
})

test('an archive of an earlier part: taken as it is, or not at all', async () => {
  const stored = await storeGroup('earlier', ids(1000, 2000))
  const path = at('earlier/tar/000001.tar')
  const bytes = await readFile(path)
  const whole = (scenes: readonly StoredScene[]): Promise<StoredScene[]> =>
    tarPictures(at('earlier'), at('earlier/.run'), PLAN).whole(1, scenes)
  expect(await whole(stored)).toHaveLength(1000)
  expect(await whole(stored.slice(0, 999))).toEqual([])
  await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' })
  const touched = Uint8Array.from(bytes)
  touched[512 * 301]! ^= 1
  for (const damaged of [touched, bytes.subarray(0, 100_000), new Uint8Array()]) {
    await writeFile(path, damaged)
    expect(await whole(stored)).toEqual([])
  }
})

test('a picture is read by its path, whatever is read before', async () => {
  const stored = await storeGroup('read', ids(1000, 2000))
  const files = datasetFiles(at('read'))
  for (const index of [1999, 1000, 1001, 1500, 1001]) {
    for (const [i, { path }] of stored[index - 1000]!.files.entries()) {
      expect(Buffer.from(await files.read(path))).toEqual(Buffer.from(drawn(index).files[i]!.bytes))
      expect(await files.size(path)).toBe(drawn(index).files[i]!.bytes.length)
    }
  }
  await expect(files.read('tar/000001.tar/tars-000001.png')).rejects.toMatchObject({ code: 'file-missing' })
  await writeFile(at('read/tar/000002.tar'), Buffer.alloc(512, 65))
  await expect(files.read('tar/000002.tar/tars-002000.png')).rejects.toMatchObject({
    code: 'tar-damaged',
    kind: 'data',
  })
})

testWithPython(
  'tarfile',
  'Python’s tarfile reads an archive; names up to the first dot are WebDataset’s samples',
  async () => {
    await storeGroup('python', ids(1000, 2000))
    const read = runPython(
      `
import json, sys, tarfile
samples = {}
with tarfile.open(sys.argv[1]) as tar:
    for member in tar:
        key, extension = member.name.split('.', 1)
        samples.setdefault(key, {})[extension] = tar.extractfile(member).read().decode()
print(json.dumps([len(samples), list(samples)[:2], samples['tars-001777']]))
`,
      [at('python/tar/000001.tar')],
    )
    const [rgb, mask] = drawn(1777).files.map(({ bytes }) => Buffer.from(bytes).toString())
    expect(JSON.parse(read)).toEqual([1000, ['tars-001000', 'tars-001001'], { png: rgb, 'mask.png': mask }])
  },
)
