import { expect, test } from 'vitest'
import { readSceneGraph } from '../graph/scene-graph.ts'
import { buildRecords } from './build-records.ts'
import { readGqaQuestions } from './question.ts'
import { recordStatistics } from './record-statistics.ts'

const graphs = new Map(
  Array.from({ length: 40 }, (_, i) => [
    String(i).padStart(3, '0'),
    readSceneGraph({
      width: 640,
      height: 480,
      objects: {
        '1': { name: 'cup', x: 10, y: 10, w: 20, h: 20, relations: [{ name: 'to the left of', object: '2' }] },
        '2': { name: 'knife', x: 300, y: 10, w: 20, h: 20 },
      },
    }),
  ]),
)
const semantic = [
  { operation: 'select', dependencies: [], argument: 'knife (2)' },
  { operation: 'verify rel', dependencies: [0], argument: 'cup,to the left of,s (1)' },
]
const questions = readGqaQuestions(
  Object.fromEntries(
    [...graphs.keys()].flatMap((imageId, i) =>
      [0, 1].map(k => [
        `q${i}-${k}`,
        {
          imageId,
          question: 'Is the cup to the left of the knife?',
          answer: 'yes',
          types: { detailed: i === 5 ? 'objThisChoose' : 'relVerify' },
          semantic,
        },
      ]),
    ),
  ),
)
const TRUE = '<think>The cup is to the left of the knife.</think><answer>yes</answer>'
const chains = new Map(questions.map(question => [question.id, TRUE]))
chains.set('q0-0', '<think>The cup is to the right of the knife.</think><answer>yes</answer>')
chains.set('q1-0', '<think>The cup is to the left of the knife.</think><answer>no</answer>')
chains.set('q2-0', '<think>The cup')
chains.delete('q3-0')

test('a chain is retained if its answer matches and no claim is contradicted; everything else is counted', () => {
  const someGraphs = new Map(graphs)
  someGraphs.delete('004')
  const { records, leftOut } = buildRecords(questions, someGraphs, chains, { testShare: 0.3 })
  expect(leftOut).toEqual({ contradicted: 1, 'answer-differs': 1, unparsed: 1, 'no-chain': 1, 'no-graph': 2, type: 2 })
  expect(records).toHaveLength(72)
  expect(records[0]).toMatchObject({
    questionId: 'q0-1',
    relation: 'left_of',
    relations: ['to the left of'],
    hops: 1,
    spatial: true,
  })
})

test('no image is in both splits, whatever the order', () => {
  const { records } = buildRecords(questions, graphs, chains, { testShare: 0.3 })
  const images = (split: string) =>
    new Set(records.filter(record => record.split === split).map(record => record.imageId))
  expect([...images('train')].filter(id => images('test').has(id))).toEqual([])
  expect(images('test').size).toBeGreaterThan(3)
  const turned = buildRecords([...questions].reverse(), graphs, chains, { testShare: 0.3 }).records
  expect([...turned].reverse()).toEqual(records)
})

test('statistics as the paper prints them', () => {
  const { records } = buildRecords(questions, graphs, chains, { testShare: 0.3 })
  const statistics = recordStatistics(records)
  const [train, test] = statistics.splits
  expect(train!.n + test!.n).toBe(records.length)
  expect(train).toMatchObject({ yesRate: 1, no: 0, attr: 0, words: 9 })
  expect(statistics.byRelation).toEqual([{ group: 'left_of', n: records.length, yesRate: 1, words: 9 }])
  expect(statistics.byHops.map(({ group }) => group)).toEqual(['single'])
  expect(statistics.lengthHistogram).toEqual([{ from: 0, n: records.length }])
  expect(statistics.objectHistogram).toEqual([{ objects: 2, n: records.length }])
})
