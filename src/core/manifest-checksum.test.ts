import { expect, test } from 'vitest'
import { QUESTIONS_FILE, SCENES_FILE } from './dataset.ts'
import { type DatasetManifest, manifestOf, parseManifest } from './manifest.ts'
import { withChecksum } from './manifest-checksum.ts'
import { stream } from './rng.ts'
import { parseSuite, suiteSha256Of } from './suite.ts'

const suite = parseSuite({
  version: 1,
  name: 'two',
  seed: 1,
  base: { objects: [{ shape: 'cube', color: 'red', sizeM: 0.1, depthM: 3, thetaDeg: 90 }] },
  factors: [{ field: 'objects[0].depthM', values: [3, 4] }],
})
const table = { sha256: 'a0'.repeat(32), bytes: 1234, rows: 2 }
const manifest = manifestOf(
  {
    suite,
    suiteSha256: suiteSha256Of(suite),
    shard: null,
    limit: null,
    passes: ['rgb', 'mask'],
    storage: 'files',
    provenance: {
      toolVersion: '0.2.0',
      gl: { name: 'llvmpipe', vendor: 'Mesa', renderer: 'llvmpipe (LLVM 19, 256 bits)', version: 'WebGL 2.0' },
      browser: { version: '147', flags: ['--mute-audio'] },
      cpuModel: 'Prozessor für Prüfungen',
      platform: 'linux x64',
    },
    startedAt: '2026-11-30T00:00:00.000Z',
    finishedAt: '2026-11-30T00:00:01.000Z',
  },
  { consistent: 1, counter: 1, ambiguous: 0 },
  { [SCENES_FILE]: table, [QUESTIONS_FILE]: table },
)
const text = `${JSON.stringify(manifest, null, 2)}\n`

const read = (bytes: Uint8Array): DatasetManifest => parseManifest(JSON.parse(new TextDecoder().decode(bytes)))
const readText = (content: string): DatasetManifest => read(new TextEncoder().encode(content))

test('what is written is read, in whatever order and spacing', () => {
  expect(readText(text)).toEqual(manifest)
  expect(readText(JSON.stringify(Object.fromEntries(Object.entries(manifest).reverse())))).toEqual(manifest)
})

test('one bit flipped, any of them: refused', () => {
  const bytes = new TextEncoder().encode(text)
  const places = stream(1, 'manifest', 'bits')
  for (let trial = 0; trial < 600; trial++) {
    const flipped = bytes.slice()
    const [at, bit] = [Math.floor(places() * bytes.length), Math.floor(places() * 8)]
    flipped[at]! ^= 1 << bit
    expect(() => read(flipped), `bit ${bit} of byte ${at}`).toThrow()
  }
})

test('cut anywhere: refused', () => {
  for (let length = 0; length < text.trimEnd().length; length += 7) {
    expect(() => readText(text.slice(0, length)), `${length} characters`).toThrow()
  }
})

test('a changed value, and one that no version knows, are told as such', () => {
  const altered = { code: 'manifest-altered', kind: 'data', remedy: expect.stringContaining('by hand') }
  const check = (value: object) => expect(() => parseManifest(value)).toThrow(expect.objectContaining(altered))
  check({ ...manifest, finishedAt: '2026-11-30T00:00:02.000Z' })
  check({ ...manifest, suite: { ...manifest.suite, title: 'another' } })
  check({ ...manifest, note: 'no field of ours' })
  check({ ...manifest, provenance: { ...manifest.provenance, note: 'no field of ours' } })
})

test('one of an earlier version has no checksum; a damaged name of the checksum is none', () => {
  const { sha256, storage, ...earlier } = manifest
  expect(parseManifest(earlier)).toEqual({ ...earlier, storage })
  expect(() => parseManifest({ ...earlier, sha257: sha256 })).toThrow(/sha257/)
})

test('a field of a later version counts as well', () => {
  expect(parseManifest(withChecksum({ ...manifest, later: true }))).toMatchObject({ seed: 1 })
})
