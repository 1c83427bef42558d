import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stream } from '../../core/rng.ts'
import { delimitedLine } from '../../formats/delimited.ts'
import { runPython, testWithPython } from '../../testing/python.ts'
import { runCommand as run } from '../../testing/run-command.ts'
import { standInDataset, writeStandInFiles } from '../../testing/stand-in-dataset.ts'

const dataset = standInDataset(6)
const questions = dataset.entries.flatMap(entry => entry.questions)
/** The model's answers, the same in every file. */
const next = stream(1, 'import.test', 'answers')
const answers = questions.map(() => (next() < 0.6 ? 'Yes' : 'No'))

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'import-'))
  await writeStandInFiles(dataset, dir)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(dir, { recursive: true })
})

async function imported(name: string, content: string | Uint8Array, from: string, ...more: string[]) {
  const file = join(dir, name)
  if (content.length > 0) await writeFile(file, content)
  const out = join(dir, 'imported.jsonl')
  const call = ['import', file, '--from', from, '--dataset', dir, '--out', out, '--model', 'm', '--json', ...more]
  const result = await run(...call)
  return { ...result, out, report: result.stdout ? JSON.parse(result.stdout) : null }
}

async function scores(file: string) {
  const { stdout } = await run('score', dir, file, '--draws', '50', '--json')
  return JSON.parse(stdout).models.m
}

/** The same answers, written as our own responses. */
async function ownScores() {
  const rows = questions.map(({ id }, k) => ({
    questionId: id,
    model: 'm',
    protocol: 'text',
    status: 'ok',
    text: answers[k],
  }))
  await writeFile(join(dir, 'own.jsonl'), rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  return scores(join(dir, 'own.jsonl'))
}

const lettered = (answer: string, k: number) => {
  const letter = answer === 'Yes' ? 'A' : 'B'
  return [letter, `${letter}.`, `(${letter}) ${answer}`, `Answer: ${letter}`, answer][k % 5]!
}
const tsv = () =>
  delimitedLine(['index', 'question', 'A', 'B', 'prediction'], '\t') +
  questions.map((q, k) => delimitedLine([k, q.text, 'Yes', 'No', lettered(answers[k]!, k)], '\t')).join('')

const FILES: readonly (readonly [string, string, () => string])[] = [
  [
    'csv',
    'a.csv',
    () => `questionId,answer\n${questions.map((q, k) => delimitedLine([q.id, `${answers[k]}, it is.`], ',')).join('')}`,
  ],
  ['vlmevalkit', 'a.tsv', tsv],
  [
    'vlmevalkit',
    'a.json',
    () =>
      JSON.stringify(questions.map((q, k) => ({ index: k, question: q.text, prediction: lettered(answers[k]!, k) }))),
  ],
  [
    'lmms-eval',
    '20260605_samples_spatialtunnel.jsonl',
    () =>
      questions
        .map((q, k) =>
          JSON.stringify({ doc_id: k, target: q.answer, filtered_resps: k % 2 ? [[answers[k]]] : [answers[k]] }),
        )
        .join('\n'),
  ],
  [
    'inspect',
    'log.json',
    () =>
      JSON.stringify({
        eval: { model: 'openai/x' },
        samples: questions.map((q, k) => ({
          id: q.id,
          target: q.answer,
          output: {
            choices: [
              {
                message: {
                  content:
                    k % 2
                      ? answers[k]
                      : [
                          { type: 'reasoning', reasoning: 'Yes or no' },
                          { type: 'text', text: answers[k] },
                        ],
                },
              },
            ],
          },
        })),
      }),
  ],
]

test.each(FILES)('%s (%s): the same scores as our own responses', async (from, name, content) => {
  const { exitCode, report, out } = await imported(name, content(), from)
  expect(exitCode).toBe(0)
  expect(report).toMatchObject({ rows: 24, matched: 24, unmatched: [], duplicates: [], missing: [] })
  expect(await scores(out)).toEqual(await ownScores())
})

testWithPython('pandas, openpyxl', 'vlmevalkit (.xlsx, as pandas writes it): the same scores', async () => {
  await writeFile(join(dir, 'a.tsv'), tsv())
  const script = `import sys, pandas as pd; pd.read_csv(sys.argv[1], sep='\\t').to_excel(sys.argv[2], index=False)`
  runPython(script, [join(dir, 'a.tsv'), join(dir, 'a.xlsx')])
  const { report, out } = await imported('a.xlsx', '', 'vlmevalkit')
  expect(report).toMatchObject({ matched: 24 })
  expect(await scores(out)).toEqual(await ownScores())
})

test('unmatched and duplicate rows are counted and named, unanswered questions too', async () => {
  const rows = [
    [0, questions[0]!.text, 'Yes'],
    [999, 'Is it?', 'Yes'],
    [2, questions[1]!.text, 'No'],
    [0, questions[0]!.text, 'No'],
    [3, questions[3]!.text, 'I cannot tell.'],
    [4, questions[4]!.text, 'A red sphere is far.'],
  ] as const
  const text =
    delimitedLine(['index', 'question', 'prediction'], '\t') + rows.map(row => delimitedLine(row, '\t')).join('')
  const { exitCode, report, out, stderr } = await imported('a.tsv', text, 'vlmevalkit')
  expect(exitCode).toBe(1)
  expect(report.unmatched).toEqual([
    { place: 2, question: '999', why: 'no such question' },
    { place: 3, question: '2', why: 'another question' },
  ])
  expect(report.duplicates).toEqual([{ place: 1, question: questions[0]!.id, why: 'answered again later' }])
  expect(report.missing).toHaveLength(21)
  expect(stderr).toContain('row 2 (999: no such question)')
  const written = (await readFile(out, 'utf8'))
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(written.map(row => [row.questionId, row.status, row.text])).toEqual([
    [questions[0]!.id, 'ok', 'No'],
    [questions[3]!.id, 'unparsed', 'I cannot tell.'],
    [questions[4]!.id, 'unparsed', 'A red sphere is far.'],
  ])
})

test('a harness’s own errors and empty cells are errors, not answers', async () => {
  const samples = [
    { id: questions[0]!.id, error: { message: 'time-out' } },
    { id: questions[1]!.id, output: {} },
  ]
  const { out } = await imported('log.json', JSON.stringify({ samples }), 'inspect')
  const written = (await readFile(out, 'utf8'))
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(written.map(row => [row.status, row.error])).toEqual([
    ['error', 'time-out'],
    ['error', 'no reply in the file'],
  ])
})

test('a file of another harness is refused with what it lacks', async () => {
  const { exitCode, stderr } = await imported('a.csv', 'id,answer\n1,Yes\n', 'csv')
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(/found columns id, answer, expected questionId and answer/)
  expect((await imported('a.parquet', 'x', 'csv')).exitCode).toBe(2)
})
