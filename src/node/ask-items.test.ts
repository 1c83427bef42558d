import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shuffled, stream } from '../core/rng.ts'
import { groupBy } from '../evaluate/group-by.ts'
import { standInDataset, writeStandInFiles } from '../testing/stand-in-dataset.ts'
import { AskItems } from './ask-items.ts'

const dataset = standInDataset(20)
const questions = dataset.entries.flatMap(entry => entry.questions)
const hashes = new Map(dataset.entries.map(({ scene }) => [scene.id, scene.imageSha256]))
const inMemory = questions.map(question => ({ question, imageSha256: hashes.get(question.sceneId)! }))

let dir: string
let items: AskItems
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ask-items-'))
  await writeStandInFiles(dataset, dir)
  items = await AskItems.open(dir)
})
afterAll(async () => {
  await items.close()
  await rm(dir, { recursive: true })
})

const listed = (places: readonly number[]) => Promise.all(places.map(place => items.item(place)))

test('the questions with their pictures’ hashes, in the dataset’s order, all or the first', async () => {
  expect(await listed(items.inOrder())).toEqual(inMemory)
  expect(await listed(items.inOrder(7))).toEqual(inMemory.slice(0, 7))
})

test('a question is the same whichever was read before', async () => {
  for (const place of shuffled(stream(7, 'ask-items.test', 'order'), items.inOrder())) {
    expect(await items.item(place)).toEqual(inMemory[place])
  }
})

test('shuffled by scene: the order that the seed has always given, a scene’s questions together', async () => {
  const order = items.shuffledByScene(20260605)
  const groups = [...groupBy(inMemory, item => item.question.sceneId).values()]
  expect(await listed(order)).toEqual(shuffled(stream(20260605, 'ask', 'order'), groups).flat())
  expect((await listed(order.slice(0, 12))).map(item => item.question.id)).toMatchInlineSnapshot(`
    [
      "grid-000191-d1",
      "grid-000191-d2",
      "grid-000191-d3",
      "grid-000191-d4",
      "grid-000148-d1",
      "grid-000148-d2",
      "grid-000148-d3",
      "grid-000148-d4",
      "grid-000074-d1",
      "grid-000074-d2",
      "grid-000074-d3",
      "grid-000074-d4",
    ]
  `)
  const four = items.shuffledByScene(20260605, 4)
  expect(four).toEqual(order.slice(0, four.length))
  expect(new Set((await listed(four)).map(item => item.question.sceneId)).size).toBe(4)
})

test('a question of no scene is named', async () => {
  const other = await mkdtemp(join(tmpdir(), 'ask-items-'))
  await writeStandInFiles(dataset, other)
  await writeFile(join(other, 'questions.jsonl'), `${JSON.stringify({ ...questions[0], sceneId: 'gone' })}\n`)
  await expect(AskItems.open(other)).rejects.toMatchObject({ code: 'question-without-scene' })
  await rm(other, { recursive: true })
})
