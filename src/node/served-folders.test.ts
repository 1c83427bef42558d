import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servedFolders, servedFoldersOf } from './served-folders.ts'

let root: string
const row = `${JSON.stringify({ questionId: 'grid-000000-d1', model: 'm', protocol: 'logits', status: 'ok', pYes: 1 })}\n`

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'spatialtunnel-served-'))
  for (const folder of ['grid', 'responses', '.hidden']) await mkdir(join(root, folder))
  const files: Record<string, string> = {
    'grid/dataset.json': '{}',
    'grid/scenes.jsonl': '{"version":1,"id":"grid-000000"}\n',
    'responses/a.jsonl': row,
    'responses/notes.jsonl': '{"questionId":3}\n',
    'responses/a.txt': row,
    'b.jsonl': row,
    '.hidden/c.jsonl': row,
  }
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text)
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('a folder of results: its answers, and the dataset below it', async () => {
  const [own, grid] = await servedFolders(root, 'data/0/')
  expect(own).toMatchObject({ url: 'data/0/', dataset: false, responses: ['b.jsonl', 'responses/a.jsonl'] })
  expect(grid).toEqual({ name: 'grid', url: 'data/0/grid/', dataset: true, responses: [] })
})

test('a dataset alone is itself', async () => {
  const folders = await servedFolders(join(root, 'grid'), 'data/1/')
  expect(folders).toEqual([{ name: 'grid', url: 'data/1/', dataset: true, responses: [] }])
})

test('folders that lie in one another, or are named twice: everything once', async () => {
  const mounts = ['', 'grid', 'responses', ''].map((path, i) => ({ dir: join(root, path), url: `data/${i}/` }))
  const folders = await servedFoldersOf(mounts)
  expect(folders.filter(folder => folder.dataset).map(folder => folder.url)).toEqual(['data/0/grid/'])
  expect(folders.flatMap(folder => folder.responses)).toEqual(['b.jsonl', 'responses/a.jsonl'])
})
