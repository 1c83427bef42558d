import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CHAT_KINDS, type ChatKind } from '../../chains/judge/chat-dialects.ts'
import { ENDPOINT_DEFAULTS } from '../chat-endpoint.ts'
import { JUDGE_DEFAULTS, type JudgeCase, type JudgeOptions, judgeChains } from './judge-chains.ts'
import { endpointJudge, type Judge, replayJudge } from './judges.ts'

const GOOD = '{"correctness": 1, "faithfulness": 0.5, "completeness": 1}'
const GRAPH = { width: 1, height: 1, objects: {}, closedWorld: true }
const cases: JudgeCase[] = [1, 2, 3].map(i => ({
  model: 'm',
  imageId: String(i),
  evidence: { question: `Q${i}?`, thinking: 'T', answer: 'yes', refAnswer: 'yes', refThinking: null, graph: GRAPH },
}))

let folder: string
let server: Server | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'judge-'))
})
afterEach(async () => {
  server?.close()
  server = undefined
  await rm(folder, { recursive: true })
})

const options = (judge: Judge, more: Partial<JudgeOptions> = {}): JudgeOptions => ({
  ...JUDGE_DEFAULTS,
  judge,
  journal: join(folder, 'judge.jsonl'),
  signal: new AbortController().signal,
  ...more,
})

/** A judge of canned replies. */
function canned(...replies: string[]): Judge & { asked: { key: string; turn: number; messages: number }[] } {
  const asked: { key: string; turn: number; messages: number }[] = []
  return {
    name: 'canned',
    asked,
    ask: async (key, turn, messages) => {
      asked.push({ key, turn, messages: messages.length })
      return { text: replies[Math.min(asked.length, replies.length) - 1]!, tokens: 10 }
    },
    close: () => {},
  }
}

/** A server that speaks as one kind does and keeps what it was sent. */
async function serve(
  kind: ChatKind,
  statuses: number[] = [],
): Promise<{ url: string; seen: { path: string; headers: unknown; body: Record<string, unknown> }[] }> {
  const seen: { path: string; headers: unknown; body: Record<string, unknown> }[] = []
  server = createServer((request, response) => {
    let text = ''
    request.on('data', chunk => (text += chunk))
    request.on('end', () => {
      seen.push({ path: request.url!, headers: request.headers, body: JSON.parse(text) })
      const status = statuses.shift() ?? 200
      response.writeHead(status, { 'content-type': 'application/json' })
      const reply = {
        openai: { choices: [{ message: { content: GOOD } }], usage: { prompt_tokens: 5, completion_tokens: 2 } },
        anthropic: { content: [{ type: 'text', text: GOOD }], usage: { input_tokens: 5, output_tokens: 2 } },
        ollama: { message: { role: 'assistant', content: GOOD }, prompt_eval_count: 5, eval_count: 2 },
      }[kind]
      response.end(JSON.stringify(status === 200 ? reply : { error: { message: 'busy' } }))
    })
  })
  await new Promise<void>(resolve => server!.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

test.each(CHAT_KINDS)('%s: asked in its own words, key in its own header, scores read', async kind => {
  const { url, seen } = await serve(kind)
  const judge = endpointJudge(kind, 'judge-1', { ...ENDPOINT_DEFAULTS, baseUrl: url, apiKey: 'secret' })
  const outcome = await judgeChains(cases.slice(0, 1), options(judge))
  judge.close()
  expect([...outcome.rows.values()]).toMatchObject([
    { scores: { correctness: 1, faithfulness: 0.5, completeness: 1 }, tokens: 7, judge: `${kind}:judge-1` },
  ])
  const [call] = seen
  const expected = {
    openai: {
      path: '/chat/completions',
      headers: { authorization: 'Bearer secret' },
      body: { model: 'judge-1', stream: false },
    },
    anthropic: {
      path: '/v1/messages',
      headers: { 'x-api-key': 'secret', 'anthropic-version': '2023-06-01' },
      body: { system: expect.stringContaining('score') },
    },
    ollama: { path: '/api/chat', headers: { authorization: 'Bearer secret' }, body: { options: { temperature: 0 } } },
  }[kind]
  expect(call).toMatchObject(expected)
  expect(await readFile(join(folder, 'judge.jsonl'), 'utf8')).not.toContain('secret')
})

test('faults that pass are retried, a refused key ends the run', async () => {
  const { url, seen } = await serve('anthropic', [529, 500])
  const patient = { ...ENDPOINT_DEFAULTS, baseUrl: url, backoffMs: 1 }
  const judge = endpointJudge('anthropic', 'j', patient)
  const outcome = await judgeChains(cases.slice(0, 1), options(judge))
  judge.close()
  expect(outcome.rows.size).toBe(1)
  expect(seen).toHaveLength(3)
  server!.close()
  const refusing = await serve('openai', [401])
  const other = endpointJudge('openai', 'j', { ...ENDPOINT_DEFAULTS, baseUrl: refusing.url })
  await expect(judgeChains(cases, options(other))).rejects.toMatchObject({ code: 'endpoint-unauthorised' })
  other.close()
})

test('a reply that cannot be read is asked again with the error, twice, then counted', async () => {
  const judge = canned('I cannot pass judgement', '{"correctness": 10, "faithfulness": 1, "completeness": 1}', GOOD)
  const outcome = await judgeChains(cases.slice(0, 1), options(judge))
  expect([...outcome.rows.values()]).toMatchObject([{ scores: { correctness: 1 }, replies: { length: 3 } }])
  expect(judge.asked.map(({ turn, messages }) => [turn, messages])).toEqual([
    [0, 2],
    [1, 4],
    [2, 6],
  ])
  const stubborn = canned('null')
  const bad = await judgeChains(cases.slice(1, 2), options(stubborn))
  expect([...bad.rows.values()]).toMatchObject([{ scores: null, problem: 'the reply holds no JSON object' }])
  expect(stubborn.asked).toHaveLength(3)
})

test('resumes by key, asks again when the evidence changes, and replays without asking', async () => {
  const first = canned(GOOD)
  await judgeChains(cases, options(first))
  const again = canned(GOOD)
  expect(await judgeChains(cases, options(again))).toMatchObject({ resumed: 3, calls: 0 })
  const changed = cases.map(item => ({ ...item, evidence: { ...item.evidence, refAnswer: null } }))
  expect(await judgeChains(changed, options(again))).toMatchObject({ resumed: 0, calls: 3 })
  const replay = await replayJudge(join(folder, 'judge.jsonl'), 'canned')
  const replayed = await judgeChains(cases, options(replay, { journal: join(folder, 'again.jsonl') }))
  expect([...replayed.rows.values()].map(row => row.scores?.faithfulness)).toEqual([0.5, 0.5, 0.5])
  const other = await replayJudge(join(folder, 'judge.jsonl'), 'another')
  await expect(judgeChains(cases, options(other, { journal: join(folder, 'other.jsonl') }))).rejects.toMatchObject({
    code: 'judge-replay-missing',
  })
})

test('the budget ends the run between cases; a missing graph is an error, or marked', async () => {
  const outcome = await judgeChains(cases, options(canned(GOOD), { maxCalls: 2, concurrency: 1 }))
  expect(outcome).toMatchObject({ calls: 2, left: 1 })
  const byTokens = await judgeChains(
    cases,
    options(canned(GOOD), { maxTokens: 10, concurrency: 1, journal: join(folder, 't.jsonl') }),
  )
  expect(byTokens).toMatchObject({ tokens: 10, left: 2 })
  const blind = cases.map(item => ({ ...item, evidence: { ...item.evidence, graph: null } }))
  await expect(judgeChains(blind, options(canned(GOOD)))).rejects.toMatchObject({ code: 'judge-no-graph' })
  const marked = await judgeChains(blind.slice(0, 1), options(canned(GOOD), { allowWithoutGraph: true }))
  expect([...marked.rows.values()]).toMatchObject([{ withoutGraph: true }])
})
