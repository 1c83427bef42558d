import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Behaviour, type ChatServer, type SeenRequest, startChatServer } from '../../testing/chat-server.ts'
import { runCommand } from '../../testing/run-command.ts'

/** Chains of one model; each is asked about by its judge. */
const CHAINS = 6
const good = (faithfulness: number): Behaviour => ({
  kind: 'reply',
  text: JSON.stringify({ correctness: 1, faithfulness, completeness: 0.5 }),
})

let folder: string
const path = (name: string): string => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'judges-'))
  await run('chains', 'generate', '--scenes', String(CHAINS), '--out', path('data.jsonl'))
  const data = (await readFile(path('data.jsonl'), 'utf8')).trim().split('\n')
  const rows = data.map((line, idx) => {
    const { imageId, question, answer, thinking } = JSON.parse(line)
    return { idx, imageId, question, ref_answer: answer, prediction: `<think>${thinking}</think> ${answer}` }
  })
  await writeFile(path('m.jsonl'), rows.map(row => `${JSON.stringify(row)}\n`).join(''))
})
afterAll(() => rm(folder, { recursive: true }))

let server: ChatServer
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  process.exitCode = undefined
  await server.close()
})

async function run(...argv: string[]) {
  const written = await runCommand(...argv)
  return { ...written, document: written.stdout.startsWith('{') ? JSON.parse(written.stdout) : null }
}

const audit = (out: string, ...more: string[]): string[] => [
  ...['audit', 'run', path('m.jsonl'), '--data', path('data.jsonl'), '--out', path(out), '--json'],
  ...['--judge', 'openai', '--judge-url', server.baseUrl, ...more],
]

test('faults of the judge’s server pass, as in `ask`; a rerun asks nothing; the key stays out of every file', async () => {
  const faults: Behaviour[] = [
    { kind: 'status', status: 429, retryAfter: '0' },
    { kind: 'cut' },
    { kind: 'hang' },
    { kind: 'body', text: 'no JSON' },
    { kind: 'reply', text: 'I cannot pass judgement' },
  ]
  const order: string[] = []
  const behave = ({ question, nth }: SeenRequest): Behaviour => {
    if (nth === 0) order.push(question)
    return nth === 0 ? (faults[order.length - 1] ?? good(0.75)) : good(0.75)
  }
  server = await startChatServer(behave)
  vi.stubEnv('SPATIALTUNNEL_API_KEY', 'sk-very-secret')
  const { exitCode, document, stderr } = await run(...audit('faults', '--judge-model', 'a', '--timeout', '0.3'))
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`judged ${CHAINS} chains`)])
  expect(document.models[0].summary.judge).toMatchObject({ scored: CHAINS, pass: { value: 1 } })
  expect(server.seen).toHaveLength(CHAINS + faults.length)
  const again = await run(...audit('faults', '--judge-model', 'a'))
  expect(again.document.models).toEqual(document.models)
  expect(server.seen).toHaveLength(CHAINS + faults.length)
  for (const name of ['judge_openai_a.jsonl', 'eval_records.jsonl', 'report.html'])
    expect(await readFile(path(`faults/${name}`), 'utf8')).not.toContain('sk-very-secret')
}, 20_000)

test('one chain that the server always fails on is left for the next run, a refused key ends it', async () => {
  let broken = true
  const failing = (question: string): boolean => broken && question === server.seen[1]?.question
  server = await startChatServer(({ question }) =>
    failing(question) ? { kind: 'status', status: 400, text: '{"error": {"message": "too long"}}' } : good(1),
  )
  const call = audit('left', '--judge-model', 'a', '--retries', '0', '--concurrency', '1')
  const first = await run(...call)
  expect([first.exitCode, first.stderr]).toEqual([0, expect.stringContaining('1 left (the server failed on 1)')])
  expect(first.document.models[0].summary.judge.scored).toBe(CHAINS - 1)
  broken = false
  expect((await run(...call)).document.models[0].summary.judge.scored).toBe(CHAINS)
  await server.close()
  server = await startChatServer(() => ({ kind: 'status', status: 401 }))
  const refused = await run(...audit('refused', '--judge-model', 'a'))
  expect([refused.exitCode, refused.stderr.trim().split('\n').at(-1)]).toEqual([
    2,
    expect.stringContaining('SPATIALTUNNEL_API_KEY'),
  ])
})

test.each([
  '```json\n{"pass": true, "verdict": "pass"}\n```',
  'I cannot pass judgement',
  '{"correctness": 10, "faithfulness": 1, "completeness": 1}',
  '{"correctness": NaN, "faithfulness": 1, "completeness": 1}',
  '{"correctness": 1, "faithfulness": -1, "completeness": 1}',
  '[1,2,3]',
  'null',
  '{"correctness": 1, "faithfulness": 1}',
])('a judge that says %j passes nothing', async text => {
  server = await startChatServer(() => ({ kind: 'reply', text }))
  const { exitCode, document, stderr } = await run(...audit(`wrong-${encodeURIComponent(text)}`, '--judge-model', 'a'))
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`${CHAINS} unreadable`)])
  expect(document.models[0].summary.judge).toBeNull()
  expect(server.seen).toHaveLength(3 * CHAINS)
})

test('--second-judge: another judge’s journal beside the first, with its rank correlation', async () => {
  server = await startChatServer(({ question, body }) =>
    good(((question.length * 7) % 5) / (body.model === 'b' ? 8 : 4)),
  )
  await run(...audit('second', '--judge-model', 'b'))
  const journal = path('second/judge_openai_b.jsonl')
  const { document } = await run(...audit('second', '--judge-model', 'a', '--second-judge', journal))
  const pair = document.agreement.find(
    (item: { a: string; b: string; dimension: string }) =>
      item.a === 'a' && item.b === 'openai:b' && item.dimension === 'faithfulness',
  )
  expect(pair).toMatchObject({ n: CHAINS, spearman: 1 })
  expect(pair.mae).toBeGreaterThan(0)
})
