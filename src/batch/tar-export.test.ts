import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Storage } from '../core/dataset.ts'
import { parseSuite } from '../core/suite.ts'
import { openExportSource } from '../node/export/export-source.ts'
import { EXPORT_DEFAULTS, EXPORTERS, type ExportName, type ExportOptions } from '../node/export/exporters.ts'
import { REFERENCE_SUITE, writeReferenceDataset } from './reference-dataset.fixture.ts'
import { planRun } from './run-plan.ts'
import { sha256Of } from './sha256.ts'

const SUITE = parseSuite({
  ...REFERENCE_SUITE,
  role: 'train',
  base: { ...REFERENCE_SUITE.base, camera: { widthPx: 48, heightPx: 36 } },
  constraints: [],
  questions: ['depth', 'contrastive'],
})

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  for (const storage of ['files', 'tar'] as const) {
    await writeReferenceDataset(join(root, storage), planRun(SUITE, { storage }))
  }
})
afterAll(() => rm(root, { recursive: true }))

/** SHA-256 by path; the hash of the tables, which name their pictures otherwise in an archive, put aside. */
async function exported(storage: Storage, name: ExportName, options: Partial<ExportOptions>) {
  const source = await openExportSource(join(root, storage))
  const { contentSha256 } = source.head
  const neutral = (text: string) =>
    text
      .replaceAll(contentSha256, '')
      .replaceAll(contentSha256.slice(0, 12), '')
      .replaceAll(contentSha256.slice(0, 8), '')
  const out = join(root, `${storage}-${name}-${JSON.stringify(options).length}`)
  const { count } = await EXPORTERS[name](source, out, { ...EXPORT_DEFAULTS, ...options })
  const files = (await readdir(out, { recursive: true, withFileTypes: true }).catch(() => null)) ?? []
  const paths = files.filter(file => file.isFile()).map(file => relative(out, join(file.parentPath, file.name)))
  if (files.length === 0) paths.push('')
  expect(paths).toHaveLength(count)
  const sums = paths.sort().map(async path => {
    const text = neutral(await readFile(join(out, path), 'latin1'))
    return [neutral(path), sha256Of(Buffer.from(text, 'latin1'))]
  })
  return Object.fromEntries(await Promise.all(sums))
}

test.each<[ExportName, number, Partial<ExportOptions>]>([
  ['vlmevalkit', 4, { maxBytes: 1 }],
  ['lmms-eval', 3, {}],
  ['inspect', 5, {}],
  ['hf', 2, {}],
  ['hf', 2, { rows: 'scene' }],
  ['hf', 6, { layout: 'imagefolder' }],
  ['webdataset', 5, { maxBytes: 1 }],
  ['coco', 5, {}],
  ['gqa', 6, {}],
  ['probing', 1, {}],
  ['sft', 8, {}],
  ['glb', 1, { scene: 'reference-000002' }],
])('%s: %i files, the same from archives as from files', async (name, count, options) => {
  const sums = await exported('tar', name, options)
  expect(Object.keys(sums)).toHaveLength(count)
  expect(sums).toEqual(await exported('files', name, options))
})
