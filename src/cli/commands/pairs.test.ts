import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseTable } from '../../formats/delimited.ts'
import { runCommand as run } from '../../testing/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'pairs-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Rows as EmbSpatial-Bench words them, with pictures that are only names here. */
const relation = (id: number, category: string, a: string, b: string): string =>
  [
    id,
    `emb_${id}`,
    category,
    `How are ${a} and ${b} positioned in relation to each other?`,
    `png${id}`,
    'A',
    category,
    'x',
    'y',
    'z',
  ].join('\t')
const depth = (id: number, category: string, answer: string, options: readonly string[]): string =>
  [id, `emb_${id}`, category, 'Among the listed objects, which one is it?', `png${id}`, answer, ...options].join('\t')
const rows = [
  relation(0, 'left', 'chair', 'table'),
  relation(1, 'left', 'sofa', 'lamp'),
  relation(2, 'right', 'cup', 'book'),
  relation(3, 'above', 'shelf', 'desk'),
  relation(4, 'under', 'rug', 'bed'),
  depth(5, 'far', 'B', ['door', 'window', 'plant', 'sink']),
  depth(6, 'close', 'A', ['stool', 'Unknown', 'fridge', '']),
  relation(7, 'inside', 'egg', 'bowl'),
  [8, 'emb_8', 'left', 'Is it left?', 'png8', 'A', 'left', 'right', '', ''].join('\t'),
  relation(9, 'above', 'box', 'box'),
]
const file = join(folder, 'bench.tsv')
const header = 'index\tquestion_id\tcategory\tquestion\timage\tanswer\tA\tB\tC\tD'
writeFileSync(file, `${[header, ...rows].join('\n')}\n`)

test('pairs of another benchmark: what is found, what is not and why, in both files', async () => {
  const out = join(folder, 'all')
  const { exitCode, stdout } = await run('pairs', file, '--out', out, '--json')
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    pairs: { left: 2, right: 1, above: 1, below: 1, far: 1, close: 1 },
    skipped: { 'other-category': 1, wording: 1, names: 1 },
  })
  const table = parseTable(readFileSync(join(out, 'pairs.tsv'), 'utf8'), '\t')
  expect(table.map(row => [row.index, row.category, row.image])).toEqual(
    ['left', 'left', 'right', 'above', 'below', 'far', 'close'].map((category, i) => [String(i), category, `png${i}`]),
  )
  expect(table[4]!.question).toContain('between rug and bed in')
  const lines = readFileSync(join(out, 'pairs.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines[5]).toEqual({
    pairId: 'emb_5',
    category: 'far',
    index: 5,
    original: { text: 'Compared to door, is window far or close from you? Answer with only one word.', answer: 'far' },
    swapped: { text: 'Compared to window, is door far or close from you? Answer with only one word.', answer: 'close' },
  })
})

test('a balanced set, or an error that names what is missing', async () => {
  const one = await run('pairs', file, '--out', join(folder, 'one'), '--per-category', '1', '--json')
  expect(JSON.parse(one.stdout).pairs).toEqual({ left: 1, right: 1, above: 1, below: 1, far: 1, close: 1 })
  const two = await run('pairs', file, '--out', join(folder, 'two'), '--per-category', '2')
  expect([two.exitCode, two.stderr]).toEqual([1, expect.stringContaining('right 1, above 1, below 1, far 1, close 1')])
})

test('a table of something else: one line that names the columns', async () => {
  const other = join(folder, 'other.tsv')
  writeFileSync(other, 'index\tquestion\n0\tWho?\n')
  const { exitCode, stderr } = await run('pairs', other, '--out', join(folder, 'none'))
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('category, image, answer')])
})
