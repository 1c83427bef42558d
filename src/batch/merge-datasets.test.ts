import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withChecksum } from '../core/manifest-checksum.ts'
import { mergeDatasets } from './merge-datasets.ts'
import { REFERENCE_SUITE, writeReferenceDataset } from './reference-dataset.fixture.ts'
import { planRun } from './run-plan.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  await writeReferenceDataset(join(root, 'whole'))
  for (const index of [1, 2, 3]) await writeShard(index)
})
afterEach(() => rm(root, { recursive: true }))

const at = (name: string): string => join(root, name)
const shards = [3, 1, 2].map(index => `shard${index}`)

const writeShard = (index: number): Promise<void> =>
  writeReferenceDataset(at(`shard${index}`), planRun(REFERENCE_SUITE, { shard: { index, count: 3 } }))

async function contents(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
  const paths = names.map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort()
  return Object.fromEntries(
    await Promise.all(paths.map(async path => [path, await readFile(join(folder, path), 'base64')])),
  )
}

test('shards in any order give what one run writes', async () => {
  await mergeDatasets(shards.map(at), at('merged'))
  expect(await contents(at('merged'))).toEqual(await contents(at('whole')))
})

test('merged already: refused, and what a killed run left beside the dataset goes', async () => {
  await mergeDatasets(shards.map(at), at('merged'))
  const whole = await contents(at('merged'))
  await mkdir(at('merged/.run'))
  await writeFile(at('merged/.run/merging'), '')
  await expect(mergeDatasets(shards.map(at), at('merged'))).rejects.toMatchObject({ code: 'out-not-empty' })
  expect(await contents(at('merged'))).toEqual(whole)
})

test('archives that two shards have a part of become one', async () => {
  await writeReferenceDataset(at('whole-tar'), planRun(REFERENCE_SUITE, { storage: 'tar' }))
  const parts = [2, 1].map(index => at(`tar${index}`))
  for (const [i, part] of parts.entries()) {
    const shard = { index: 2 - i, count: 2 }
    await writeReferenceDataset(part, planRun(REFERENCE_SUITE, { storage: 'tar', shard }))
  }
  await mergeDatasets(parts, at('merged'))
  expect(await contents(at('merged'))).toEqual(await contents(at('whole-tar')))
  expect(Object.keys(await contents(at('merged')))).toEqual([
    'dataset.json',
    'questions.jsonl',
    'scenes.jsonl',
    'tar/000000.tar',
  ])
  await expect(mergeDatasets([at('tar1'), at('shard3')], at('mixed'))).rejects.toMatchObject({
    code: 'merge-other-run',
  })
})

test('a missing, a double and a foreign shard, another GL', async () => {
  const merge = (names: string[]): Promise<unknown> => mergeDatasets(names.map(at), at('merged'))
  await expect(merge(['shard1', 'shard3'])).rejects.toMatchObject({ code: 'merge-incomplete', kind: 'input' })
  await expect(merge(['shard1', 'shard2'])).rejects.toMatchObject({ code: 'merge-incomplete' })
  await expect(merge(['shard1', 'shard2', 'shard2', 'shard3'])).rejects.toMatchObject({ code: 'merge-overlap' })
  await edit('shard2', manifest => {
    manifest.provenance.gl.renderer = 'another'
  })
  await expect(merge(shards)).rejects.toMatchObject({ code: 'gl-differs', kind: 'input' })
  await edit('shard2', manifest => {
    manifest.suiteSha256 = '0'.repeat(64)
  })
  await expect(merge(shards)).rejects.toMatchObject({ code: 'merge-other-run', kind: 'input' })
  await expect(readdir(at('merged'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a picture that was touched ends the merge without a dataset.json', async () => {
  await writeFile(at('shard2/masks/reference-000001.png'), 'no picture')
  await expect(mergeDatasets(shards.map(at), at('merged'))).rejects.toMatchObject({
    code: 'file-changed',
    kind: 'data',
  })
  expect(await readdir(at('merged'))).not.toContain('dataset.json')
})

interface DatasetManifestDraft {
  suiteSha256: string
  provenance: { gl: { renderer: string } }
}

async function edit(name: string, change: (manifest: DatasetManifestDraft) => void): Promise<void> {
  const path = at(`${name}/dataset.json`)
  const manifest: DatasetManifestDraft = JSON.parse(await readFile(path, 'utf8'))
  change(manifest)
  await writeFile(path, JSON.stringify(withChecksum(manifest)))
}
