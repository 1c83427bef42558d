import { expect, test } from 'vitest'
import chains from '../../../scenes/chains.json' with { type: 'json' }
import contrastive from '../../../scenes/contrastive.json' with { type: 'json' }
import grid from '../../../scenes/grid.json' with { type: 'json' }
import phase from '../../../scenes/phase.json' with { type: 'json' }
import size from '../../../scenes/size.json' with { type: 'json' }
import train from '../../../scenes/train.json' with { type: 'json' }
import { expandSuite } from '../../core/expand.ts'
import { questionsOf } from '../../core/questions.ts'
import { parseSuite } from '../../core/suite.ts'
import { parsePrediction } from '../read/parse-prediction.ts'
import { mixedOrder, sceneRows } from './sft-examples.ts'
import { markedRow, partsRow, readSftRow, type SftRow } from './sft-row.ts'

const suite = parseSuite(train)
const scenes = [...expandSuite(suite, 0, 12)].map(scene => ({ ...scene, image: `images/${scene.id}.png` }))
const rowsOf = (chainsPerScene: number): SftRow[] =>
  scenes.flatMap(scene =>
    sceneRows(scene, questionsOf({ sceneId: scene.id, ...scene }, suite.questions), chainsPerScene, suite.seed),
  )

test('a chain’s target reads back as its answer; the dataset’s questions have the answer alone', () => {
  const rows = rowsOf(3)
  const targets = rows.map(({ messages }) => messages[1]!.text)
  const reasoned = targets.filter(text => text.startsWith('<think>'))
  expect(reasoned.length).toBeGreaterThan(30)
  for (const text of reasoned) {
    const [, answer] = /<answer>\n(.*)\n<\/answer>$/.exec(text)!
    expect(parsePrediction(text, [answer!])).toMatchObject({ status: 'ok', answer })
  }
  const bare = targets.filter(text => !text.startsWith('<think>'))
  expect(bare.length).toBeGreaterThan(30)
  for (const text of bare) expect(['Yes', 'No']).toContain(text)
  expect(rowsOf(0).every(({ messages }) => !messages[1]!.text.includes('<think>'))).toBe(true)
})

test('both forms are read back as the same rows', () => {
  for (const row of rowsOf(1)) {
    expect(readSftRow(JSON.parse(JSON.stringify(markedRow(row))), 'x')).toEqual(row)
    expect(readSftRow(JSON.parse(JSON.stringify(partsRow(row))), 'x')).toEqual(row)
  }
})

test('a row without its picture’s mark, or of another form, is refused', () => {
  const refused = expect.objectContaining({ code: 'sft-row', where: 'old.jsonl:3' })
  const messages = [{ role: 'user', content: 'Is it?' }]
  expect(() => readSftRow({ messages, images: ['a.png'] }, 'old.jsonl:3')).toThrow(refused)
  expect(() => readSftRow({ conversations: [] }, 'old.jsonl:3')).toThrow(refused)
  expect(() => readSftRow({ messages: [{ role: 'tool', content: '' }] }, 'old.jsonl:3')).toThrow(refused)
  expect(() => readSftRow(null, 'old.jsonl:3')).toThrow(refused)
})

test('replayed rows make up their share; the same seed mixes the same', () => {
  const mixed = mixedOrder(90, 500, 0.25, 1)
  const numbers = [...mixed.order]
  expect(mixed.replayed).toBe(30)
  expect(numbers).toHaveLength(120)
  expect(numbers.filter(k => k < 90).sort((a, b) => a - b)).toEqual(Array.from({ length: 90 }, (_, k) => k))
  const old = numbers.filter(k => k >= 90)
  expect(new Set(old).size).toBe(30)
  expect(Math.max(...old)).toBeLessThan(590)
  expect(Math.max(...old)).toBeGreaterThan(130)
  expect(numbers.slice(0, 90).some(k => k >= 90)).toBe(true)
  expect(mixedOrder(90, 500, 0.25, 1)).toEqual(mixed)
  expect(mixedOrder(90, 500, 0.25, 2)).not.toEqual(mixed)
  expect(mixedOrder(90, 3, 0.9, 1).replayed).toBe(3)
})

test('the train suite shares no angle, no seed and no name with any evaluation suite, and says its role', () => {
  expect(suite).toMatchObject({ role: 'train', canary: expect.stringMatching(/^SPATIALTUNNEL-TRAIN-[0-9a-f-]{36}$/) })
  const angles = (json: unknown) =>
    new Set([...expandSuite(parseSuite(json), 0, 30)].flatMap(({ scene }) => scene.objects.map(o => o.thetaDeg)))
  const trained = angles(train)
  for (const evaluation of [grid, phase, size, contrastive, chains]) {
    expect(parseSuite(evaluation)).toMatchObject({ role: 'evaluation' })
    expect(evaluation.seed).not.toBe(train.seed)
    for (const angle of angles(evaluation)) expect(trained.has(angle)).toBe(false)
  }
})
