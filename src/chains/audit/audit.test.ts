import { describe, expect, test } from 'vitest'
import suiteFile from '../../../scenes/chains.json' with { type: 'json' }
import { expandSuite } from '../../core/expand.ts'
import { stream } from '../../core/rng.ts'
import { parseSuite } from '../../core/suite.ts'
import { chainTasks } from '../generate/question-set.ts'
import { agreementOf, CONSENSUS, type Rating } from './agreement.ts'
import { type AuditReference, type AuditRow, auditRow, readPredictionRow } from './audit-row.ts'
import { measuredChains, mutantAucs } from './mutant-auc.ts'
import { shortcutCurve } from './shortcut-rate.ts'
import { summarise } from './summarise.ts'

const suite = parseSuite(suiteFile)
const uniform = () => stream(1, 'test', 'bootstrap')

test('the verifier tells flips and swaps from faithful chains, ROUGE-1 does not', () => {
  const chains = [...chainTasks(expandSuite(suite, 0, 80), 1, suite.seed)].flatMap(task =>
    measuredChains(task, suite.seed),
  )
  const aucs = mutantAucs(chains)
  for (const { kind, n, auc } of aucs) {
    expect(n, kind).toBeGreaterThan(20)
    expect(auc.verifier, kind).toBeGreaterThanOrEqual(kind === 'image-height' ? 0.9 : 0.99)
    if (kind === 'flip-relation' || kind === 'swap-arguments') {
      expect(auc.rouge1, kind).toBeGreaterThan(0.45)
      expect(auc.rouge1, kind).toBeLessThan(0.7)
    }
  }
})

describe('rows', () => {
  const reference: AuditReference = {
    imageId: '01',
    question: 'Is the cup to the left of the knife?',
    answer: 'No',
    thinking: 'The cup is to the right of the knife.',
    relation: 'left_of',
    hops: 1,
    graph: {
      width: 640,
      height: 480,
      closedWorld: false,
      objects: {
        '1': {
          name: 'cup',
          x: 400,
          y: 100,
          w: 50,
          h: 50,
          attributes: [],
          relations: [{ name: 'to the right of', object: '2' }],
        },
        '2': { name: 'knife', x: 100, y: 100, w: 50, h: 50, attributes: [], relations: [] },
      },
    },
    program: null,
  }
  const row = (prediction: string | null): AuditRow =>
    auditRow(
      0,
      readPredictionRow({ imageId: '01', question: reference.question, prediction, ref_answer: 'no' }),
      reference,
    )

  test('a right answer with a true chain, and with a false one', () => {
    expect(row('<think>The cup is to the right of the knife.</think> No')).toMatchObject({
      status: 'ok',
      correct: true,
      verifier: { faithfulness: 1, class: 'partial' },
      overlap: { rouge1: 1 },
    })
    expect(row('<think>The knife is to the right of the cup.</think> No')).toMatchObject({
      correct: true,
      verifier: { faithfulness: 0, class: 'lucky' },
      overlap: { rouge1: 1 },
    })
  })

  test('every row ends somewhere', () => {
    expect(row('<think>The cup')).toMatchObject({ status: 'unparsed', reason: 'truncated', correct: false })
    expect(row(null)).toMatchObject({ status: 'skipped', reason: 'no-prediction' })
    const unknown = auditRow(3, readPredictionRow({ imageId: 'x', question: 'Who?', prediction: 'yes' }), null)
    expect(unknown).toMatchObject({ idx: 3, status: 'skipped', reason: 'unknown-question' })
    expect(() => readPredictionRow({ imageId: 'x' })).toThrow(expect.objectContaining({ code: 'prediction-row' }))
    expect(() => readPredictionRow({ question: 'Who?' })).toThrow('found undefined, expected a string or a number')
  })

  test('sums say over which rows', () => {
    const rows = [
      row('<think>The cup is to the right of the knife.</think> No'),
      row('Yes'),
      row('<think>The'),
      row(null),
    ]
    expect(summarise(rows, uniform())).toMatchObject({
      rows: { all: 4, ok: 2, unparsed: 1, skipped: 1 },
      reasons: { truncated: 1, 'no-prediction': 1 },
      accuracy: { count: 1, n: 3 },
      accuracyParsed: { count: 1, n: 2 },
      recallNo: { count: 1, n: 3 },
      recallYes: { n: 0, value: null },
      f1No: 2 / 3,
      singleHop: { count: 1, n: 3 },
      hopDelta: null,
      faithfulness: { value: 1, n: 1 },
      judge: null,
    })
  })
})

test('shortcut rate: at most and below differ where scores come in steps', () => {
  const curve = shortcutCurve([
    { correct: true, faithfulness: 0.5 },
    { correct: true, faithfulness: 1 },
    { correct: true, faithfulness: 0.3 },
    { correct: true, faithfulness: null },
    { correct: false, faithfulness: 0 },
  ])
  expect(curve).toMatchObject({ n: 3, withoutScore: 1, histogram: [0, 0, 0, 1, 0, 1, 0, 0, 0, 1] })
  expect(curve.rates.find(rate => rate.tau === 0.5)).toEqual({ tau: 0.5, atMost: 2 / 3, below: 1 / 3 })
  // A sweep never falls.
  const values = curve.rates.map(rate => rate.atMost!)
  expect([...values].sort((a, b) => a - b)).toEqual(values)
})

test('agreement: people with each other, their mean with judge and verifier', () => {
  const of = (rater: string, values: readonly number[]): Rating[] =>
    values.map((value, i) => ({
      rater,
      key: String(i),
      scores: { correctness: value, faithfulness: value, completeness: null },
    }))
  const truth = [0, 0.25, 0.5, 0.75, 1, 0, 1, 0.5]
  const ratings = [
    ...of('ann', truth),
    ...of('bob', truth),
    ...of(
      'judge',
      truth.map(value => 1 - value),
    ),
    ...of('verifier', truth.slice(0, 4)),
  ]
  const pairs = agreementOf(ratings, ['ann', 'bob'], uniform())
  const find = (a: string, b: string) =>
    pairs.find(pair => pair.a === a && pair.b === b && pair.dimension === 'faithfulness')
  expect(find('ann', 'bob')).toMatchObject({ n: 8, mae: 0, kappa: 1, spearman: 1 })
  expect(find('judge', CONSENSUS)).toMatchObject({ n: 8, spearman: -1 })
  expect(find('verifier', CONSENSUS)).toMatchObject({ n: 4, mae: 0 })
  expect(find('ann', CONSENSUS)).toBeUndefined()
  expect(pairs.filter(pair => pair.dimension === 'completeness')).toEqual([])
})
