import { expect, test } from 'vitest'
import { printedSplits } from '../printed-rows.ts'
import { couldBeCorners } from './cv-bench.ts'
import { decodeBase64Head } from './image-height.ts'
import { PARTITION_DEFAULTS, Partitioner } from './partition.ts'
import { parsedField } from './partition-row.ts'

const options = { ...PARTITION_DEFAULTS, form: null, boxes: 'corners', heightOfBytes: () => null } as const

/** Heights by which the target is above its rival, px of 480: the margin is 24. */
const HIGHER_BY = { consistent: [25, 200], counter: [-25, -200], ambiguous: [23, -23, 0] } as const
const SPLITS = ['consistent', 'counter', 'ambiguous'] as const

/** A far or a close question about a target that is `higherBy` px higher than the other side if far, lower if close. */
function embSpatialRow(i: number, higherBy: number) {
  const relation = i % 2 ? 'far' : 'close'
  const [targetY, rivalY] = relation === 'far' ? [200, 200 + higherBy] : [200, 200 - higherBy]
  const objects = [
    { bbox: [10, rivalY - 10, 30, 20], name: 'lamp' },
    { bbox: [50, targetY - 5, 30, 10], name: 'Sofa' },
    { bbox: [90, rivalY - 30, 30, 60], name: 'chair' },
  ]
  const answer_options = ['lamp', 'sofa', 'chair', 'door']
  return { question_id: `q${i}`, relation, objects, answer_options, answer: 1, image_height: 480 }
}

test.each(printedSplits())('the printed counts of $benchmark come out of data that has them', printed => {
  const partitioner = new Partitioner(options)
  let i = 0
  for (const split of SPLITS) {
    for (let n = 0; n < printed[split]; n++, i++) {
      const deltas = HIGHER_BY[split]
      const label = partitioner.add(embSpatialRow(i, deltas[n % deltas.length]!))
      expect([label.id, label.split]).toEqual([`q${i}`, split])
    }
  }
  const { total, consistent, counter, ambiguous, skipped } = partitioner.summary()
  expect({ benchmark: printed.benchmark, consistent, counter, ambiguous, total }).toMatchObject({
    benchmark: printed.benchmark,
    consistent: printed.consistent,
    counter: printed.counter,
    ambiguous: printed.ambiguous,
    total: printed.total,
  })
  expect(skipped).toEqual({})
})

test('rows without usable boxes are counted by reason', () => {
  const partitioner = new Partitioner(options)
  const row = embSpatialRow(1, 100)
  const faulty: Record<string, unknown>[] = [
    { ...row, relation: 'left' },
    { ...row, objects: [] },
    { ...row, objects: null },
    { ...row, objects: row.objects.map(object => ({ ...object, bbox: [1, 2, 0, 4] })) },
    { ...row, objects: row.objects.map(object => ({ ...object, bbox: [1, 'x', 3, 4] })) },
    { ...row, answer: 3 },
    { ...row, answer: '' },
    { ...row, answer: 'table' },
    { ...row, image_height: undefined, image: 'not base64' },
  ]
  for (const record of [row, ...faulty]) partitioner.add(record)
  expect(partitioner.summary()).toMatchObject({
    total: 1,
    skipped: {
      'not-depth': 1,
      'no-boxes': 2,
      'bad-box': 2,
      'target-not-found': 1,
      'no-answer': 2,
      'no-image-height': 1,
    },
  })
})

test('a TSV: fields as JSON or as Python prints them, options in columns, the answer’s letter', () => {
  const tsv = {
    index: '7',
    category: 'far',
    question: 'Which is the farthest?',
    A: "child's chair",
    B: 'sofa',
    answer: 'A',
    height: '100',
  }
  const python = `{'bbox': [[0, 10, 5, 10], [0, 60, 5, 10]], 'name': ["child's chair", 'sofa']}`
  const json = JSON.stringify([
    { bbox: [0, 10, 5, 10], name: "child's chair" },
    { bbox: [0, 60, 5, 10], name: 'sofa' },
  ])
  for (const objects of [python, json]) {
    const label = new Partitioner(options).add({ ...tsv, objects })
    expect(label).toEqual({ id: '7', split: 'consistent', reason: null, higherByShare: 0.5, correct: null })
  }
  expect(parsedField("{'a': None, 'b': [True, False]}")).toEqual({ a: null, b: [true, false] })
})

test('CV-Bench: the answer is the closer one; corners and sizes', () => {
  const row = {
    idx: 3,
    task: 'Depth',
    choices: ['car', 'dog'],
    answer: '(B)',
    question: 'Which is closer …?',
    height: 100,
  }
  const corners = [
    [0, 10, 9, 30],
    [0, 60, 9, 90],
  ]
  const sizes = corners.map(([x, y, right, bottom]) => [x, y, right! - x!, bottom! - y!])
  for (const [boxes, bbox] of [
    ['corners', corners],
    ['size', sizes],
  ] as const) {
    expect(new Partitioner({ ...options, boxes }).add({ ...row, bbox })).toMatchObject({
      id: '3',
      split: 'consistent',
      higherByShare: 0.55,
    })
    expect(new Partitioner({ ...options, boxes }).add({ ...row, bbox, answer: '(A)' }).split).toBe('counter')
  }
  expect(
    new Partitioner({ ...options, form: 'cv-bench' }).add({ ...row, task: 'Distance', bbox: corners }).reason,
  ).toBe('not-depth')
  expect([couldBeCorners(corners), couldBeCorners(sizes), couldBeCorners(JSON.stringify(corners))]).toEqual([
    true,
    false,
    true,
  ])
})

test('the plain form, in its three kinds', () => {
  const split = (record: Record<string, unknown>) =>
    new Partitioner(options).add({ id: 'a', imageHeight: '100', ...record }).split
  expect(split({ farY: '20', nearY: '30' })).toBe('consistent')
  expect(split({ farY: '30', nearY: '20' })).toBe('counter')
  expect(split({ farY: '30', nearY: '34.9' })).toBe('ambiguous')
  expect(split({ farBox: '[0, 10, 4, 20]', nearBox: '[0, 40, 4, 20]' })).toBe('consistent')
  expect(split({ boxA: [0, 10, 4, 20], boxB: [0, 40, 4, 20], farther: 'B' })).toBe('counter')
})

test('predictions give the accuracy of each split', () => {
  const predictions = new Map([
    ['q0', 'Sofa'],
    ['q1', '(B)'],
    ['q2', 'lamp'],
    ['q3', 'b.'],
  ])
  const partitioner = new Partitioner(options, predictions)
  for (const [i, higherBy] of [100, 100, -100, -100, 100].entries()) partitioner.add(embSpatialRow(i, higherBy))
  const { accuracy } = partitioner.summary()
  expect(accuracy!.consistent).toMatchObject({ n: 2, correct: 2, accuracy: 1 })
  expect(accuracy!.counter).toMatchObject({ n: 2, correct: 1, accuracy: 0.5 })
  expect(accuracy!.ambiguous).toMatchObject({ n: 0, accuracy: null, ci: null })
})

test('a table of an unknown form is refused by its columns', () => {
  expect(() => new Partitioner(options).add({ foo: 1 })).toThrowError(
    expect.objectContaining({ code: 'partition-form' }),
  )
})

test('base64 is decoded up to the first letter that is none', () => {
  expect(new TextDecoder().decode(decodeBase64Head('aGVsbG8gd29ybGQ=', 99))).toBe('hello world')
  expect(decodeBase64Head('aGVsbG8gd29ybGQ=', 5)).toHaveLength(5)
})
