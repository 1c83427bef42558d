import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'))
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => {
  process.exitCode = undefined
  vi.restoreAllMocks()
})

/** Runs a command line; its JSON document, if it prints one. */
async function run(...argv: string[]): Promise<{ code: number; document: Record<string, never> }> {
  const { exitCode, stdout } = await runCommand(...argv)
  return { code: exitCode, document: stdout.startsWith('{') ? JSON.parse(stdout) : {} }
}

const path = (name: string): string => join(folder, name)
const lines = async (name: string): Promise<Record<string, unknown>[]> =>
  (await readFile(path(name), 'utf8'))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

test('generate, mutate, audit: a model that writes mutants is found out', async () => {
  const scenes = ['--scenes', '24']
  expect((await run('chains', 'generate', ...scenes, '--out', path('data.jsonl'))).code).toBe(0)
  const data = await lines('data.jsonl')
  expect(data).toHaveLength(24)
  expect(Object.keys(data[0]!).slice(0, 10)).toEqual([
    'imageId',
    'question',
    'answer',
    'fullAnswer',
    'thinking',
    'scene_graph',
    'relation',
    'relations',
    'hops',
    'spatial',
  ])

  const honest = data.map((row, idx) => ({
    idx,
    imageId: row.imageId,
    question: row.question,
    ref_answer: row.answer,
    prediction: `<think>${row.thinking}</think> ${row.answer}`,
  }))
  await writeFile(path('honest.jsonl'), honest.map(row => `${JSON.stringify(row)}\n`).join(''))
  const mutated = await run(
    'chains',
    'mutate',
    ...scenes,
    '--kind',
    'wrong-premise',
    '--out',
    path('liar.jsonl'),
    '--json',
  )
  expect(mutated.document).toMatchObject({ kinds: [{ kind: 'wrong-premise', n: 24, caught: 24 }] })

  const audit = [
    'audit',
    'run',
    path('honest.jsonl'),
    path('liar.jsonl'),
    '--data',
    path('data.jsonl'),
    '--out',
    path('out'),
  ]
  const { code, document } = await run(...audit, '--judge', 'verifier', '--json')
  expect(code).toBe(0)
  const [first, second] = document.models as unknown as { name: string; summary: Record<string, never> }[]
  expect(first).toMatchObject({
    name: 'honest',
    summary: {
      accuracy: { value: 1 },
      faithfulness: { value: 1 },
      classes: { faithful: 24 },
      judge: { pass: { value: 1 } },
    },
  })
  expect(second).toMatchObject({ name: 'liar', summary: { accuracy: { value: 1 }, classes: { faithful: 0 } } })
  const records = await lines('out/eval_records.jsonl')
  expect(records).toHaveLength(48)
  expect(records[0]).toMatchObject({
    model: 'honest',
    status: 'ok',
    correct: true,
    scores: { correctness: 1, faithfulness: 1 },
  })

  const report = await readFile(path('out/report.html'), 'utf8')
  expect(report).not.toContain('<script')
  for (const text of ['ideal corner', 'Shortcut rate', 'RFv', 'wholly faithful chain']) expect(report).toContain(text)
  expect(await readFile(path('out/eval_report.md'), 'utf8')).toContain('| honest |')

  const again = await run('audit', 'score', path('out/eval_records.jsonl'), '--out', path('again'), '--json')
  expect(again.document.models).toEqual(document.models)
})

test('records of the released tool are summed up, as a CSV file too, where everything is text', async () => {
  const csv =
    'idx,imageId,question,is_correct,correctness,faithfulness,completeness\n0,1,Q?,1,1,0.5,1\n1,2,R?,0,0,.1,0.2\n'
  await writeFile(path('released.csv'), csv)
  const { document } = await run('audit', 'score', path('released.csv'), '--out', path('released'), '--json')
  const [model] = document.models as unknown as { name: string; summary: Record<string, never> }[]
  expect(model).toMatchObject({
    name: 'released',
    summary: { accuracy: { count: 1, n: 2 }, judge: { scored: 2, pass: { count: 1 } } },
  })
})

test('people beside verifier and judge', async () => {
  const data = await lines('data.jsonl')
  const rows = data
    .slice(0, 6)
    .flatMap((row, i) =>
      ['ann', 'bob'].map(rater => `${rater},honest,${row.imageId},"${row.question}",1,${i % 2 ? 1 : 0.5},1`),
    )
  await writeFile(path('people.csv'), `rater,model,imageId,question,AC,RF,RC\n${rows.join('\n')}\n`)
  const argv = [
    'audit',
    'score',
    path('out/eval_records.jsonl'),
    '--out',
    path('people'),
    '--annotations',
    path('people.csv'),
    '--json',
  ]
  const { document } = await run(...argv)
  const pairs = document.agreement as unknown as { a: string; b: string; dimension: string; n: number; mae: number }[]
  const pair = (a: string, b: string) =>
    pairs.find(item => item.dimension === 'faithfulness' && item.a === a && item.b === b)
  expect(pair('ann', 'bob')).toMatchObject({ n: 6, mae: 0 })
  expect(pair('ann', 'verifier')).toMatchObject({ n: 6, mae: 0.25 })
  expect(pair('verifier', 'consensus')).toMatchObject({ n: 6 })
})

test('tables are recomputed; a failing check ends with 1, an unknown one with 2', async () => {
  await writeFile(path('table.csv'), 'model,yes,no,acc\na,92.76,71.73,85.03\nb,50.0,50.0,60.0\n')
  const argv = ['audit', 'table', path('table.csv'), '--check', 'mean: yes*566 + no*329 = acc', '--json']
  const { code, document } = await run(...argv)
  expect(code).toBe(1)
  expect(document.results).toMatchObject([
    { row: 'a', status: 'exact' },
    { row: 'b', status: 'fails' },
  ])
  process.exitCode = undefined
  expect((await run('audit', 'table', path('table.csv'), '--check', 'frob')).code).toBe(2)
})

test('build: GQA files in, splits and statistics out', async () => {
  const graph = {
    width: 640,
    height: 480,
    objects: {
      '1': {
        name: 'cup',
        x: 0,
        y: 0,
        w: 9,
        h: 9,
        attributes: [],
        relations: [{ name: 'to the left of', object: '2' }],
      },
      '2': { name: 'knife', x: 300, y: 0, w: 9, h: 9, attributes: [], relations: [] },
    },
  }
  const semantic = [
    { operation: 'select', dependencies: [], argument: 'knife (2)' },
    { operation: 'verify rel', dependencies: [0], argument: 'cup,to the left of,s (1)' },
  ]
  const question = {
    imageId: '01',
    question: 'Is the cup left of the knife?',
    answer: 'yes',
    types: { detailed: 'relVerify', semantic: 'rel', structural: 'verify' },
    semantic,
  }
  await writeFile(path('questions.json'), JSON.stringify({ q1: question, q2: question }))
  await writeFile(path('graphs.json'), JSON.stringify({ '01': graph }))
  await writeFile(
    path('chains.json'),
    JSON.stringify({
      q1: '<think>The cup is to the left of the knife.</think>yes',
      q2: '<think>The cup is to the right of the knife.</think>yes',
    }),
  )
  const argv = [
    'chains',
    'build',
    '--questions',
    path('questions.json'),
    '--scene-graphs',
    path('graphs.json'),
    '--chains',
    path('chains.json'),
  ]
  const { code, document } = await run(...argv, '--format', 'csv', '--out', path('built'), '--json')
  expect(code).toBe(0)
  expect(document).toMatchObject({ retained: 1, leftOut: { contradicted: 1 } })
  expect(await readFile(path('built/train.csv'), 'utf8')).toContain('01,Is the cup left of the knife?,yes')
  const report = await readFile(path('built/report.html'), 'utf8')
  for (const text of ['1 of 2 questions', '1 contradicted', 'left of', 'relVerify', 'single-hop: 1', 'yes: 1; no: 0'])
    expect(report).toContain(text)
  expect(report.match(/<svg/g)).toHaveLength(4)
  expect(report).not.toContain('<script')
})
