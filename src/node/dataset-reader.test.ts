import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { standInDataset, writeStandInFiles } from '../testing/stand-in-dataset.ts'
import { readManifest, readQuestions, readScenes } from './dataset-reader.ts'
import { readDataset } from './read-dataset.ts'

const written = standInDataset(3)
let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  await writeStandInFiles(written, dir)
})
afterEach(() => rm(dir, { recursive: true }))

test('the whole dataset, as its rows one by one', async () => {
  const dataset = await readDataset(dir)
  expect(dataset.scenes).toEqual(written.entries.map(({ scene }) => scene))
  expect(dataset.questions).toEqual(written.entries.flatMap(({ questions }) => questions))
  expect(dataset.factorFields).toEqual(['objects[0].thetaDeg', 'objects[1].thetaDeg'])
  expect(dataset).toMatchObject({ dir, name: 'grid', manifest: { counts: { scenes: 3, questions: 12 } } })
})

test('a folder that is not there, one without dataset.json, one with something else in its place', async () => {
  await expect(readManifest(join(dir, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' })
  await writeFile(join(dir, 'dataset.json'), '{"version":1,"suite":{"name":"grid"}}')
  await expect(readDataset(dir)).rejects.toMatchObject({ code: 'manifest-invalid' })
  await writeFile(join(dir, 'dataset.json'), '{"version":9}')
  await expect(readDataset(dir)).rejects.toMatchObject({ code: 'version-too-new' })
  await rm(join(dir, 'dataset.json'))
  await expect(readDataset(dir)).rejects.toMatchObject({ code: 'dataset-unfinished' })
})

test('rows of another version, and rows that lead elsewhere', async () => {
  await appendFile(join(dir, 'questions.jsonl'), '{"version":2}\n')
  const questions = readQuestions(dir)
  for (let k = 0; k < 12; k++) expect((await questions.next()).done).toBe(false)
  await expect(questions.next()).rejects.toMatchObject({ code: 'jsonl-row', found: 'version 2' })
  await writeFile(join(dir, 'scenes.jsonl'), '{"version":1,"id":"x","image":"a/../../secret.png","passes":{}}\n')
  await expect(readScenes(dir).next()).rejects.toMatchObject({ code: 'path-outside' })
})
