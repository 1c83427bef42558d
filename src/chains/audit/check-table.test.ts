import { expect, test } from 'vitest'
import { correlationP, spearman } from '../../core/statistics/correlation.ts'
import paper from '../fixtures/spatialchain-tables.json' with { type: 'json' }
import { checkTable, describeCheck, type PrintedTable } from './check-table.ts'
import { parseTableCheck, TABLE_CHECK_FORMS } from './parse-table-check.ts'

/** A table of the fixture as printed: the JSON has lost trailing zeros, `decimals` brings them back. */
function printed(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  decimals: readonly number[],
): PrintedTable {
  return {
    columns,
    rows: rows.map(row => row.map((cell, i) => (typeof cell === 'number' ? cell.toFixed(decimals[i]) : cell))),
  }
}

const accuracy = printed(paper.chainAccuracy.columns, paper.chainAccuracy.rows, [0, 2, 2, 2, 2, 3, 3, 3, 2, 0])
const statuses = (table: PrintedTable, ...checks: string[]): string[] =>
  checkTable(table, checks.map(parseTableCheck)).map(result => `${result.row}: ${result.status}`)

test('the printed accuracy is the mean of the printed recalls, and a whole number of answers', () => {
  const results = checkTable(
    accuracy,
    ['mean: yes*566 + no*329 = acc', 'grim: acc of 895 percent'].map(parseTableCheck),
  )
  expect(results).toHaveLength(12)
  expect(results.filter(result => result.status !== 'exact')).toEqual([])
})

test('the printed F1 is that of Yes with unparsed answers removed, not the macro F1', () => {
  const [removed, kept] = ['f1: yes*566 + no*329 - unparsed = f1 percent', 'f1: yes*566 + no*329 = f1 percent']
  expect(statuses(accuracy, removed!).filter(line => line.endsWith('fails'))).toEqual([])
  expect(statuses(accuracy, kept!).filter(line => line.endsWith('fails'))).toEqual([
    'InternVL3.5-4B: fails',
    'Claude Sonnet 4.6: fails',
    'InternVL3.5-8B: fails',
  ])
})

test('accuracy-weighted R-1 and token F1 give the overall ones, two of them only within rounding', () => {
  const rows = paper.chainConditioned.rows.flatMap(row => {
    const overall = paper.chainAccuracy.rows.find(other => other[0] === row[0])
    return overall ? [[...row, overall[1]!, 100 - Number(overall[1]), overall[5]!, overall[7]!]] : []
  })
  const table = printed(
    [...paper.chainConditioned.columns, 'acc', 'wrong', 'r1', 'f1tok'],
    rows,
    [0, 3, 3, 3, 3, 3, 2, 2, 3, 3],
  )
  const results = checkTable(
    table,
    [
      'mean: r1Correct*acc + r1Wrong*wrong = r1',
      'mean: f1Correct*acc + f1Wrong*wrong = f1tok',
      'sum: deltaR1 + r1Wrong = r1Correct',
    ].map(parseTableCheck),
  )
  expect(results).toHaveLength(12)
  expect(results.filter(result => result.status === 'fails')).toEqual([])
  expect(results.filter(result => result.status === 'rounding').map(result => `${result.check} ${result.row}`)).toEqual(
    [
      'mean: r1Correct*acc + r1Wrong*wrong = r1 Qwen3-VL-8B FT',
      'mean: f1Correct*acc + f1Wrong*wrong = f1tok InternVL3.5-4B',
      'sum: deltaR1 + r1Wrong = r1Correct InternVL3.5-4B',
    ],
  )
})

test('the split sizes add up and the shortcut sweep never falls', () => {
  const splits = printed(
    ['split', 'n', 'yes', 'no', 'attr'],
    [
      [
        'train',
        paper.chainSplits.train.n,
        paper.chainSplits.train.yes,
        paper.chainSplits.train.no,
        paper.chainSplits.train.attr,
      ],
      [
        'test',
        paper.chainSplits.test.n,
        paper.chainSplits.test.yes,
        paper.chainSplits.test.no,
        paper.chainSplits.test.attr,
      ],
    ],
    [0, 0, 0, 0, 0],
  )
  expect(statuses(splits, 'sum: yes + no + attr = n')).toEqual(['train: exact', 'test: exact'])
  const names = paper.shortcutSweep.tau.map(tau => `t${tau}`)
  const sweep = printed(['model', ...names], paper.shortcutSweep.rows, [0, 3, 3, 3, 3, 3])
  expect(statuses(sweep, `monotone: ${names.join(' <= ')}`).filter(line => !line.endsWith('exact'))).toEqual([])
  // The judge's table prints the rate at τ = .5.
  for (const [model, , , , , shortcut] of paper.judge.rows) {
    expect(paper.shortcutSweep.rows.find(row => row[0] === model)?.[3]).toBe(shortcut)
  }
})

test.each(paper.correlations)('p follows from r and n: $subset', ({ n, pearson, pearsonP, spearman, spearmanP }) => {
  expect(correlationP(pearson, n)).toBeCloseTo(pearsonP, 2)
  expect(correlationP(spearman, n)).toBeCloseTo(spearmanP, 3)
})

test('the two judges rank the six printed models as the paper says', () => {
  const rows = paper.secondJudge.rows
  const r = spearman(
    rows.map(row => Number(row[1])),
    rows.map(row => Number(row[2])),
  ).r
  expect(r).toBeCloseTo(paper.secondJudge.spearmanVisibleSix, 3)
})

test('faults are found', () => {
  const table: PrintedTable = { columns: ['m', 'a', 'b', 't', 'acc'], rows: [['x', '1.0', '2.0', '3.2', '81.30']] }
  expect(statuses(table, 'sum: a + b = t', 'grim: acc of 895 percent', 'monotone: b <= a', 'sum: a + m = t')).toEqual([
    'x: fails',
    'x: fails',
    'x: fails',
    'x: not-given',
  ])
  expect(statuses({ ...table, rows: [['x', '1.0', '2.0', '3.1', '']] }, 'sum: a + b = t')).toEqual(['x: rounding'])
  expect(() => statuses(table, 'sum: a + z = t')).toThrow(expect.objectContaining({ code: 'table-column' }))
  for (const bad of ['sum a + b', 'frob: a', 'sum: a + b', 'grim: acc', 'monotone: a']) {
    expect(() => parseTableCheck(bad)).toThrow(expect.objectContaining({ code: 'table-check' }))
  }
})

test('every form can be written back', () => {
  for (const form of TABLE_CHECK_FORMS) expect(describeCheck(parseTableCheck(form))).toBe(form)
})
