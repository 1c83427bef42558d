import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { standInDataset, writeStandInFiles } from '../testing/stand-in-dataset.ts'
import { readManifest, readQuestions, readScenes } from './dataset-reader.ts'
import { readEvaluationData, readEvaluationQuestions } from './read-evaluation-data.ts'

const written = standInDataset(3)
let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  await writeStandInFiles(written, dir)
})
afterEach(() => rm(dir, { recursive: true }))

test('the rows of a dataset, one by one', async () => {
  expect(await allOf(readScenes(dir))).toEqual(written.entries.map(({ scene }) => scene))
  expect(await allOf(readQuestions(dir))).toEqual(written.entries.flatMap(({ questions }) => questions))
  expect(await readManifest(dir)).toMatchObject({ suite: { name: 'grid' }, counts: { scenes: 3, questions: 12 } })
})

test('what scoring reads of it', async () => {
  const dataset = await readEvaluationData(dir)
  expect(dataset).toMatchObject({ dir, name: 'grid', factorFields: ['objects[0].thetaDeg', 'objects[1].thetaDeg'] })
  for (const [k, { scene }] of written.entries.entries()) expect(scene).toMatchObject(dataset.scenes[k]!)
  const questions = written.entries.flatMap(entry => entry.questions)
  for (const [k, question] of questions.entries()) expect(question).toMatchObject(dataset.questions[k]!)
  expect(dataset.questions).toHaveLength(12)
  expect(await readEvaluationQuestions(dir)).toEqual(dataset.questions)
})

async function allOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

test('a folder that is not there, one without dataset.json, one with something else in its place', async () => {
  await expect(readManifest(join(dir, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' })
  await writeFile(join(dir, 'dataset.json'), '{"version":1,"suite":{"name":"grid"}}')
  await expect(readEvaluationData(dir)).rejects.toMatchObject({ code: 'manifest-invalid' })
  await writeFile(join(dir, 'dataset.json'), '{"version":9}')
  await expect(readEvaluationData(dir)).rejects.toMatchObject({ code: 'version-too-new' })
  await rm(join(dir, 'dataset.json'))
  await expect(readEvaluationData(dir)).rejects.toMatchObject({ code: 'dataset-unfinished' })
  await mkdir(join(dir, 'dataset.json'))
  await expect(readManifest(dir)).rejects.toMatchObject({ code: 'EISDIR', path: join(dir, 'dataset.json') })
})

test('rows of another version, and rows that lead elsewhere', async () => {
  await appendFile(join(dir, 'questions.jsonl'), '{"version":2}\n')
  const questions = readQuestions(dir)
  for (let k = 0; k < 12; k++) expect((await questions.next()).done).toBe(false)
  await expect(questions.next()).rejects.toMatchObject({ code: 'jsonl-row', found: 'version 2' })
  await writeFile(join(dir, 'scenes.jsonl'), '{"version":1,"id":"x","image":"a/../../secret.png","passes":{}}\n')
  await expect(readScenes(dir).next()).rejects.toMatchObject({ code: 'path-outside' })
})
