import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sha256Hex } from '../core/canonical.ts'
import { runPython, testWithPython } from '../testing/python.ts'
import { standInDataset } from '../testing/stand-in-dataset.ts'
import { readTar, tarEnd, tarEntry } from './tar.ts'
import { webdatasetSample } from './webdataset.ts'

const dir = mkdtempSync(join(tmpdir(), 'tar-'))
afterAll(() => rmSync(dir, { recursive: true }))

const archiveOf = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat([...parts, tarEnd()]))

test('files of every length come back', () => {
  const files = [0, 1, 511, 512, 513, 5000].map(length => ({
    name: `dir/file-${length}.bin`,
    bytes: Uint8Array.from({ length }, (_, k) => (k * 7) % 251),
  }))
  const archive = archiveOf(files.map(file => tarEntry(file.name, file.bytes)))
  expect(archive.byteLength % 512).toBe(0)
  expect(readTar(archive).map(({ name, bytes }) => ({ name, bytes: Uint8Array.from(bytes) }))).toEqual(files)
})

test('damage is found', () => {
  const archive = archiveOf([tarEntry('a.txt', new Uint8Array(600).fill(65))])
  const flipped = Uint8Array.from(archive)
  flipped[3] = 1
  expect(() => readTar(flipped)).toThrow(expect.objectContaining({ code: 'tar-damaged' }))
  expect(() => readTar(archive.subarray(0, 1024))).toThrow(expect.objectContaining({ code: 'tar-damaged' }))
  expect(() => tarEntry('x'.repeat(101), archive)).toThrow(expect.objectContaining({ code: 'tar-name-too-long' }))
})

testWithPython('tarfile', 'Python’s tarfile reads a WebDataset shard', () => {
  const { entries, files } = standInDataset(4)
  const path = join(dir, 'shard.tar')
  writeFileSync(path, archiveOf(entries.flatMap(entry => webdatasetSample(entry, files.get(entry.scene.image)!))))
  const read = runPython(
    `
import hashlib, json, sys, tarfile
samples = []
with tarfile.open(sys.argv[1]) as tar:
    members = tar.getmembers()
    for png, meta in zip(members[0::2], members[1::2]):
        key, extension = png.name.split('.')
        assert extension == 'png' and meta.name == key + '.json' and png.isfile()
        record = json.load(tar.extractfile(meta))
        image = hashlib.sha256(tar.extractfile(png).read()).hexdigest()
        samples.append([key, image, record['imageSha256'], [question['id'] for question in record['questions']]])
print(json.dumps(samples))
`,
    [path],
  )
  expect(JSON.parse(read)).toEqual(
    entries.map(({ scene, questions }) => [
      scene.id,
      sha256Hex(files.get(scene.image)!),
      scene.imageSha256,
      questions.map(question => question.id),
    ]),
  )
})
