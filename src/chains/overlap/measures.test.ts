import { expect, test } from 'vitest'
import { nameIndex } from '../text/mentions.ts'
import { singular } from '../text/tokens.ts'
import { countStepMarkers, overlapMeasures } from './measures.ts'

const NAMES = { names: nameIndex(['knife', 'bread', 'cup', 'traffic light', 'light']), inGraph: null }
const GOLDEN: [string, string, number, number, number, number, number][] = [
  [
    'The knife is to the left of the bread.',
    'The knife is to the right of the bread.',
    0.8889,
    0.75,
    0.8889,
    0.8333,
    0.8889,
  ],
  ['The bread is to the left of the knife.', 'The knife is to the left of the bread.', 1, 0.875, 0.7778, 1, 1],
  [
    'There is no bird to the right of the bread.',
    'There is a bird to the right of the bread.',
    0.9,
    0.7778,
    0.9,
    0.9333,
    0.9,
  ],
  ['The cube', 'The red cube is in front of the blue ball.', 0.3333, 0, 0.3333, 0.2222, 0.0183],
  ['', 'The cube is red.', 0, 0, 0, 0, 0],
  ['The cube is red.', '', 0, 0, 0, 0, 0],
  ['', '', 0, 0, 0, 0, 0],
]

test.each(GOLDEN)('%j against %j', (prediction, reference, ...values) => {
  const m = overlapMeasures(prediction, reference, NAMES)
  expect([m.rouge1, m.rouge2, m.rougeL, m.tokenF1, m.bleu1].map(value => Number(value.toFixed(4)))).toEqual(values)
})

test('a text against itself scores 1, and F1 does not care for the order of the two', () => {
  const [a, b] = ['Two cups stand left of the bread.', 'The bread is right of a cup.']
  const same = overlapMeasures(a, a, NAMES)
  expect([
    same.rouge1,
    same.rouge2,
    same.rougeL,
    same.tokenF1,
    same.bleu1,
    same.entityJaccard,
    same.lengthRatio,
  ]).toEqual(Array(7).fill(1))
  const [ab, ba] = [overlapMeasures(a, b, NAMES), overlapMeasures(b, a, NAMES)]
  expect([ab.rouge1, ab.rougeL, ab.tokenPrecision]).toEqual([ba.rouge1, ba.rougeL, ba.tokenRecall])
})

test('entities: longest match, plurals folded, both empty is null, names outside the graph are hallucinated', () => {
  const names = { ...NAMES, inGraph: new Set(['knife', 'cup']) }
  const m = overlapMeasures('Two knives lie left of the traffic lights.', 'A knife is left of the cup.', names)
  expect(m).toMatchObject({
    entityJaccard: 1 / 3,
    entityPrecision: 1 / 2,
    entityRecall: 1 / 2,
    entityF1: 1 / 2,
    hallucinatedEntities: ['traffic light'],
  })
  expect(overlapMeasures('Nothing.', 'Nowhere.', names)).toMatchObject({ entityJaccard: null, entityF1: null })
  expect(overlapMeasures('A cup.', 'Nowhere.', names)).toMatchObject({ entityJaccard: 0, entityRecall: 0 })
  expect(['knives', 'glass', 'boxes', 'berries', 'bus', 'cubes'].map(singular)).toEqual([
    'knife',
    'glass',
    'box',
    'berry',
    'bus',
    'cube',
  ])
})

test.each([
  ['First, I look. Then the cup; next, the knife. Finally yes.', 4],
  ['The cup is next to the knife, next to the bread.', 0],
  ['Step 1: look. Step 2: see.', 2],
  ['1. look\n2. see\n(3) say', 3],
  ['The first object is 2.5 m away and then gone.', 0],
  ['It is red, and then it is blue. Secondly: no.', 2],
])('%j holds %i step markers', (text, count) => {
  expect(countStepMarkers(text)).toBe(count)
})
