import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { QuestionRow } from '../core/questions.ts'
import { stream } from '../core/rng.ts'
import type { AskItem } from '../evaluate/ask/ask-row.ts'
import { ASK_SETUP_DEFAULTS, type AskProtocol, type AskSetup } from '../evaluate/ask/ask-setup.ts'
import { parseResponse, type ResponseRow } from '../evaluate/responses.ts'
import { type Behaviour, type ChatServer, type SeenRequest, startChatServer } from '../testing/chat-server.ts'
import { type AskEvent, type AskOptions, askModel } from './ask-model.ts'
import { ChatEndpoint, type EndpointOptions } from './chat-endpoint.ts'

let dir: string
let servers: ChatServer[]
let endpoints: ChatEndpoint[]

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ask-'))
  servers = []
  endpoints = []
})

afterEach(async () => {
  for (const endpoint of endpoints) endpoint.close()
  await Promise.all(servers.map(server => server.close()))
  await rm(dir, { recursive: true })
})

const YES = { kind: 'reply', top: { Yes: 0.8, No: 0.1, ' yes': 0.05 } } as const

async function serve(behave: (request: SeenRequest) => Behaviour): Promise<ChatServer> {
  const server = await startChatServer(behave)
  servers.push(server)
  return server
}

const image = (id: string) => new TextEncoder().encode(`png of ${id}`)

function items(count: number): AskItem[] {
  return Array.from({ length: count }, (_, k) => {
    const sceneId = `t-${String(k >> 2).padStart(6, '0')}`
    const question: QuestionRow = {
      version: 1,
      id: `${sceneId}-d${(k % 4) + 1}`,
      sceneId,
      image: `images/${sceneId}.png`,
      text: `Question ${k}?`,
      answer: k % 2 ? 'Yes' : 'No',
      template: String((k % 4) + 1),
      axis: 'distance',
      category: 'far',
      pairId: `${sceneId}-p`,
      split: 'consistent',
    }
    return { question, imageSha256: createHash('sha256').update(image(sceneId)).digest('hex') }
  })
}

interface Ask extends Partial<Omit<AskOptions, 'order' | 'readItem'>> {
  readonly items?: readonly AskItem[]
  readonly protocol?: AskProtocol
  readonly setupParts?: Partial<AskSetup>
  readonly endpointParts?: Partial<EndpointOptions>
}

async function ask(
  server: ChatServer,
  { protocol = 'logits', setupParts, endpointParts, items: asked = items(8), ...parts }: Ask,
) {
  const events: AskEvent[] = []
  const retries: string[] = []
  const endpoint = new ChatEndpoint(
    {
      baseUrl: server.baseUrl,
      apiKey: 'sk-very-secret',
      timeoutMs: 20_000,
      retries: 3,
      backoffMs: 4,
      maxBackoffMs: 20,
      maxRetryAfterMs: 1000,
      seed: 7,
      ...endpointParts,
    },
    retry => retries.push(retry.why),
  )
  endpoints.push(endpoint)
  const summary = await askModel(
    {
      model: 'stand-in',
      setup: { ...ASK_SETUP_DEFAULTS[protocol], ...setupParts },
      order: [...asked.keys()],
      readItem: async place => asked[place]!,
      loadImage: async item => image(item.question.sceneId),
      endpoint,
      out: join(dir, 'responses.jsonl'),
      concurrency: 4,
      retryFailed: false,
      stop: new AbortController().signal,
      abort: new AbortController().signal,
      ...parts,
    },
    event => events.push(event),
  )
  return { summary, events, retries, rows: await rowsOf() }
}

async function rowsOf(): Promise<ResponseRow[]> {
  const text = await readFile(join(dir, 'responses.jsonl'), 'utf8')
  return text
    .trim()
    .split('\n')
    .filter(line => line !== '')
    .map(line => parseResponse(JSON.parse(line)))
}

const ids = (rows: readonly ResponseRow[]) => rows.map(row => row.questionId).sort()
const allIds = (count: number) =>
  items(count)
    .map(item => item.question.id)
    .sort()

test('every question is asked once, with the image, and answered by the masses of its first token', async () => {
  const server = await serve(() => YES)
  const { summary, rows } = await ask(server, {})
  expect(ids(rows)).toEqual(allIds(8))
  expect(server.seen).toHaveLength(8)
  expect(summary).toMatchObject({ total: 8, resumed: 0, left: 0, written: { ok: 8 } })
  for (const row of rows) expect(row.pYes).toBeCloseTo(0.85 / 0.95, 12)
  const { body, image: sent, url } = server.seen[0]!
  expect(url).toBe('/v1/chat/completions')
  expect(sent).toBe(`data:image/png;base64,${Buffer.from(image('t-000000')).toString('base64')}`)
  expect(body).toMatchObject({ max_tokens: 1, temperature: 0, logprobs: true, top_logprobs: 20, model: 'stand-in' })
})

test('a second run asks nothing; a torn last line is asked again', async () => {
  const server = await serve(() => YES)
  await ask(server, {})
  const again = await ask(server, {})
  expect(again.summary).toMatchObject({ resumed: 8, left: 0 })
  expect(server.seen).toHaveLength(8)
  const text = await readFile(join(dir, 'responses.jsonl'), 'utf8')
  await writeFile(join(dir, 'responses.jsonl'), text.slice(0, -20))
  const { rows } = await ask(server, {})
  expect(server.seen).toHaveLength(9)
  expect(ids(rows)).toEqual(allIds(8))
})

test('another set-up, image or model is another question', async () => {
  const server = await serve(() => YES)
  await ask(server, {})
  await ask(server, { setupParts: { systemPrompt: 'You see well.' } })
  await ask(server, { setupParts: { extraBody: { top_k: 1 } } })
  await ask(server, { setupParts: { imageScale: 2 } })
  await ask(server, { items: items(8).map(item => ({ ...item, imageSha256: 'other' })) })
  const { rows } = await ask(server, { model: 'another' })
  expect(server.seen).toHaveLength(48)
  expect(new Set(rows.map(row => row.requestSha256)).size).toBe(48)
  expect(server.seen[8]!.body.messages).toMatchObject([{ role: 'system', content: 'You see well.' }, {}])
  expect(server.seen[16]!.body.top_k).toBe(1)
})

test.each<[string, Behaviour, RegExp]>([
  ['429 with Retry-After', { kind: 'status', status: 429, retryAfter: '0.02' }, /HTTP 429/],
  ['500', { kind: 'status', status: 500 }, /HTTP 500 .*on purpose/],
  ['a connection that is cut', { kind: 'cut' }, /network/],
  ['malformed JSON', { kind: 'body', text: '{"choices": [' }, /not JSON/],
  ['JSON that is no completion', { kind: 'body', text: '{"choices": []}' }, /choices/],
])('%s: asked again after a pause, nothing lost', async (_, fault, why) => {
  const server = await serve(({ nth, question }) => (nth === 0 && /[1346]/.test(question) ? fault : YES))
  const { rows, retries, summary } = await ask(server, {})
  expect(ids(rows)).toEqual(allIds(8))
  expect(summary.written.ok).toBe(8)
  expect(server.seen).toHaveLength(12)
  expect(retries).toHaveLength(4)
  for (const said of retries) expect(said).toMatch(why)
})

test('a server that hangs: asked again after the time-out, nothing lost', async () => {
  const server = await serve(({ nth, question }) => (nth === 0 && question === 'Question 5?' ? { kind: 'hang' } : YES))
  const { rows, retries } = await ask(server, { endpointParts: { timeoutMs: 500 } })
  expect(ids(rows)).toEqual(allIds(8))
  expect(rows.every(row => row.status === 'ok')).toBe(true)
  expect(retries).toContain('timeout: no reply within 500 ms')
})

test('Retry-After holds back all questions', async () => {
  const times: number[] = []
  const server = await serve(({ nth }) => {
    times.push(performance.now())
    return times.length === 2 && nth === 0 ? { kind: 'status', status: 429, retryAfter: '0.15' } : YES
  })
  await ask(server, { concurrency: 1 })
  expect(server.seen).toHaveLength(9)
  expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(145)
})

test('a pause longer than allowed ends the run, and the next one goes on', async () => {
  let busy = true
  const server = await serve(({ question }) =>
    busy && question === 'Question 3?' ? { kind: 'status', status: 429, retryAfter: '3600' } : YES,
  )
  await expect(ask(server, { concurrency: 1 })).rejects.toMatchObject({ code: 'endpoint-busy', kind: 'run' })
  expect(await rowsOf()).toHaveLength(3)
  busy = false
  expect(ids((await ask(server, {})).rows)).toEqual(allIds(8))
})

test('a question that fails for good has its row, the others theirs; --retry-failed asks it again', async () => {
  let broken = true
  const server = await serve(({ question }) =>
    broken && question === 'Question 5?' ? { kind: 'status', status: 503 } : YES,
  )
  const first = await ask(server, {})
  expect(first.summary.written).toMatchObject({ ok: 7, error: 1 })
  const failed = first.rows.find(row => row.status === 'error')!
  expect(failed).toMatchObject({ questionId: 't-000001-d2', error: expect.stringContaining('4 attempts') })
  expect(failed.pYes).toBeUndefined()
  broken = false
  const before = server.seen.length
  await ask(server, {})
  expect(server.seen).toHaveLength(before)
  const { rows } = await ask(server, { retryFailed: true })
  expect(server.seen).toHaveLength(before + 1)
  expect(ids(rows)).toEqual(allIds(8))
  expect(rows.every(row => row.status === 'ok')).toBe(true)
})

test('a request that the server refuses is not repeated', async () => {
  const server = await serve(({ question }) =>
    question === 'Question 5?' ? { kind: 'status', status: 400, text: '{"error": {"message": "too long"}}' } : YES,
  )
  const { rows } = await ask(server, {})
  expect(server.seen).toHaveLength(8)
  expect(rows.find(row => row.status === 'error')).toMatchObject({ error: 'HTTP 400 "too long"' })
})

test('a server that dies ends the run without blaming the questions', async () => {
  const server = await serve(({ question }) =>
    question === 'Question 0?' || question === 'Question 1?' ? YES : { kind: 'status', status: 502 },
  )
  const run = ask(server, { items: items(40), endpointParts: { retries: 0 } })
  await expect(run).rejects.toMatchObject({ code: 'endpoint-gave-up' })
  expect(ids(await rowsOf())).toEqual(['t-000000-d1', 't-000000-d2'])
})

test('no logprobs: said plainly, nothing written', async () => {
  const server = await serve(() => ({ kind: 'reply', text: 'Yes', top: null }))
  await expect(ask(server, {})).rejects.toMatchObject({
    code: 'no-logprobs',
    kind: 'input',
    remedy: expect.stringContaining('--protocol text'),
  })
  expect(server.seen).toHaveLength(1)
  expect(await rowsOf()).toEqual([])
  const { rows } = await ask(server, { protocol: 'text' })
  expect(rows.every(row => row.status === 'ok' && row.protocol === 'text' && row.pYes === undefined)).toBe(true)
})

test('logprobs that stop coming are no answers', async () => {
  const server = await serve(({ question }) => (question === 'Question 0?' ? YES : { kind: 'reply', text: 'Yes' }))
  const { summary } = await ask(server, {})
  expect(summary.written).toMatchObject({ ok: 1, error: 7 })
})

test('only " yes" tokens: censored, bounded', async () => {
  const server = await serve(() => ({ kind: 'reply', top: { ' yes': 0.9 } }))
  const { rows } = await ask(server, {})
  for (const row of rows) {
    expect(row).toMatchObject({ status: 'ok', censored: 'no', noRank: null, yesRank: 1 })
    expect(row.noMass).toBeCloseTo(1e-6 * Math.exp(-0.18), 12)
    expect(row.pYes).toBeLessThan(1)
  }
})

test('both words outside the top list: unparsed, and the probe says so', async () => {
  const server = await serve(() => ({ kind: 'reply', top: { The: 0.9 } }))
  const { rows, events } = await ask(server, {})
  expect(rows.every(row => row.status === 'unparsed' && row.pYes === undefined && row.logit === undefined)).toBe(true)
  expect(rows[0]).toMatchObject({ censored: 'both', text: 'The' })
  expect(events.find(event => event.kind === 'probed')).toMatchObject({ findings: [{ code: 'words-outside' }] })
})

test('a thinking model: refused by the probe, collected by --protocol chain', async () => {
  const server = await serve(({ body, question }) => {
    if (body.logprobs) return { kind: 'reply', top: { '<think>': 0.99, Yes: 1e-4, No: 1e-5 } }
    if (question === 'Question 1?') return { kind: 'reply', text: '<think>It is lower', finish: 'length' }
    if (question === 'Question 2?') return { kind: 'reply', text: 'No.', message: { reasoning: 'The cube is near.' } }
    if (question === 'Question 3?')
      return { kind: 'reply', text: 'No.', message: { reasoning_content: 'The cube is far.' } }
    if (question === 'Question 4?')
      return { kind: 'reply', text: '', message: { content: null, reasoning: 'So yes' }, finish: 'length' }
    return { kind: 'reply', text: '<think>\nThe ball is nearer.\n</think>\n\nYes.' }
  })
  await expect(ask(server, {})).rejects.toMatchObject({ code: 'thinking-model' })
  const { rows } = await ask(server, { protocol: 'chain' })
  const byQuestion = (id: string) => rows.find(row => row.questionId === id)
  expect(byQuestion('t-000000-d1')).toMatchObject({
    status: 'ok',
    protocol: 'text',
    text: 'Yes.',
    reasoning: 'The ball is nearer.',
    truncated: false,
    imageId: 't-000000',
    question: 'Question 0?',
    ref_answer: 'no',
    prediction: '<think>\nThe ball is nearer.\n</think>\n<answer>\nYes.\n</answer>',
  })
  const cut = { status: 'unparsed', truncated: true }
  expect(byQuestion('t-000000-d2')).toMatchObject({ ...cut, prediction: '<think>\nIt is lower' })
  expect(byQuestion('t-000000-d3')).toMatchObject({ status: 'ok', text: 'No.', reasoning: 'The cube is near.' })
  expect(byQuestion('t-000000-d4')).toMatchObject({ status: 'ok', text: 'No.', reasoning: 'The cube is far.' })
  expect(byQuestion('t-000001-d1')).toMatchObject({ ...cut, reasoning: 'So yes', text: '' })
})

test('a server that alters the set-up is refused', async () => {
  const short = await serve(() => ({ ...YES, listLength: 5 }))
  await expect(ask(short, {})).rejects.toMatchObject({
    code: 'setup-altered',
    remedy: expect.stringContaining('--top-logprobs 5'),
  })
  const long = await serve(() => ({ ...YES, completionTokens: 40 }))
  await expect(ask(long, {})).rejects.toMatchObject({ code: 'setup-altered' })
})

test('a wrong key ends the run at once; the key is nowhere but in the header', async () => {
  const text = '{"error": {"message": "Incorrect API key sk-very-secret"}}'
  const refusing = await serve(() => ({ kind: 'status', status: 401, text }))
  const error = await ask(refusing, {}).catch((caught: unknown) => caught as Error)
  expect(error).toMatchObject({ code: 'endpoint-unauthorised' })
  expect(JSON.stringify(error) + String(error)).not.toContain('sk-very-secret')
  expect(refusing.seen).toHaveLength(1)

  const server = await serve(({ question }) =>
    question === 'Question 2?' ? { kind: 'status', status: 500, text } : YES,
  )
  const { events, retries } = await ask(server, {})
  expect(server.seen.every(seen => seen.headers.authorization === 'Bearer sk-very-secret')).toBe(true)
  const told = JSON.stringify([events, retries, server.seen.map(({ url, body }) => [url, body])])
  expect(told + (await readFile(join(dir, 'responses.jsonl'), 'utf8'))).not.toContain('sk-very-secret')
})

test('stopping waits for what is in flight and loses nothing', async () => {
  const stop = new AbortController()
  const server = await serve(request => {
    if (server.seen.length === 5) stop.abort()
    return request.nth === 0 && request.question === 'Question 3?' ? { kind: 'status', status: 500 } : YES
  })
  const { summary, rows } = await ask(server, { items: items(40), stop: stop.signal })
  expect(rows.length + summary.left).toBe(40)
  expect(summary.left).toBeGreaterThan(25)
  const answered = server.seen.filter(seen => !(seen.nth === 0 && seen.question === 'Question 3?')).length
  expect(rows).toHaveLength(answered)
  await ask(server, { items: items(40) })
  expect(ids(await rowsOf())).toEqual(allIds(40))
  expect(server.seen).toHaveLength(41)
})

test('aborting drops what is in flight; the next run asks just that', async () => {
  const abort = new AbortController()
  const server = await serve(({ question }) => {
    if (!abort.signal.aborted && question === 'Question 4?') setTimeout(() => abort.abort(), 10)
    return !abort.signal.aborted && /[4567]/.test(question) ? { kind: 'hang' } : YES
  })
  const { summary } = await ask(server, { stop: abort.signal, abort: abort.signal })
  expect(summary.left).toBe(4)
  expect(ids((await ask(server, {})).rows)).toEqual(allIds(8))
})

test('a file that another process is asking into is left alone; a lock of a dead one is taken over', async () => {
  const server = await serve(() => YES)
  await writeFile(join(dir, 'responses.jsonl.lock'), String(process.ppid))
  await expect(ask(server, {})).rejects.toMatchObject({
    code: 'run-in-progress',
    found: expect.stringContaining(String(process.ppid)),
  })
  expect(server.seen).toHaveLength(0)
  await writeFile(join(dir, 'responses.jsonl.lock'), '999999999')
  expect(ids((await ask(server, {})).rows)).toEqual(allIds(8))
  expect(await readdir(dir)).toEqual(['responses.jsonl'])
})

test('a damaged journal is named by line and left alone', async () => {
  await appendFile(join(dir, 'responses.jsonl'), '{"questionId": 3}\n')
  const server = await serve(() => YES)
  await expect(ask(server, {})).rejects.toMatchObject({ code: 'response-invalid', where: expect.stringMatching(/:1/) })
  expect(server.seen).toHaveLength(0)
})

test('one hundred and twenty questions under seeded faults: nothing lost, nothing answered twice, nothing invented', async () => {
  const kinds: readonly Behaviour[] = [
    { kind: 'status', status: 429, retryAfter: '0.01' },
    { kind: 'status', status: 500 },
    { kind: 'cut' },
    { kind: 'body', text: 'null' },
  ]
  const next = stream(20260605, 'ask-model.test', 'faults')
  const answered = new Map<string, number>()
  const server = await serve(({ question }) => {
    const u = next()
    if (server.seen.length > 1 && u < 0.25) return kinds[Math.floor(u * 16)]!
    answered.set(question, (answered.get(question) ?? 0) + 1)
    const k = Number(question.match(/\d+/)![0])
    return { kind: 'reply', top: { Yes: (k + 1) / 200, No: 1 - (k + 1) / 200 - 0.01 } }
  })
  const all = items(120)
  await ask(server, { items: all, concurrency: 8, endpointParts: { retries: 8 } })
  const rows = await rowsOf()
  expect(ids(rows)).toEqual(allIds(120))
  expect([...answered.values()].every(count => count === 1)).toBe(true)
  for (const row of rows) {
    const k = all.findIndex(item => item.question.id === row.questionId)
    expect(row.pYes).toBeCloseTo((k + 1) / 200 / 0.99, 9)
  }
})
