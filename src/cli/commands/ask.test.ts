import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { decodePng } from '../../formats/png.ts'
import { type ChatServer, type SeenRequest, startChatServer } from '../../testing/chat-server.ts'
import { runCommand as run } from '../../testing/run-command.ts'
import { standInDataset, writeStandInFiles } from '../../testing/stand-in-dataset.ts'

const dataset = standInDataset(4)
let dir: string
let server: ChatServer
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ask-'))
  await writeStandInFiles(dataset, dir)
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await server.close()
  await rm(dir, { recursive: true })
})

const yes = { kind: 'reply', top: { Yes: 0.9, No: 0.05 } } as const
const start = async (behave: Parameters<typeof startChatServer>[0] = () => yes) => {
  server = await startChatServer(behave)
}

const call = (...more: string[]) => [
  'ask',
  dir,
  '--base-url',
  server.baseUrl,
  '--model',
  'stand-in',
  '--out',
  join(dir, 'answers/r.jsonl'),
  ...more,
]

test('asks, resumes, tells cost and counts; the rows score', async () => {
  await start()
  vi.stubEnv('SPATIALTUNNEL_API_KEY', 'sk-very-secret')
  const first = await run(...call('--price-in', '2', '--price-out', '8', '--json'))
  expect(first.exitCode).toBe(0)
  expect(JSON.parse(first.stdout)).toMatchObject({
    model: 'stand-in',
    setup: { protocol: 'logits', imageScale: 1 },
    total: 16,
    left: 0,
    written: { ok: 16 },
    tally: { costUsd: (16 * (300 * 2 + 8)) / 1e6 },
  })
  expect(first.stdout + first.stderr).not.toContain('sk-very-secret')
  expect(server.seen[0]!.headers.authorization).toBe('Bearer sk-very-secret')
  const again = await run(...call())
  expect(again.stdout).toContain('0 questions asked')
  expect(server.seen).toHaveLength(16)
  const scored = await run('score', dir, join(dir, 'answers/r.jsonl'), '--draws', '50', '--json')
  expect(JSON.parse(scored.stdout).models['stand-in'].v).toBeCloseTo(0.5, 9)
})

test('the picture is sent as it is, or at another size', async () => {
  await start()
  const sent = ({ image }: SeenRequest) => Buffer.from(image.split(',')[1]!, 'base64')
  await run(...call('--limit', '1'))
  expect(sent(server.seen[0]!)).toEqual(Buffer.from(dataset.files.get(dataset.entries[0]!.scene.image)!))
  await run(...call('--limit', '1', '--image-scale', '1.5'))
  expect(decodePng(sent(server.seen[1]!))).toMatchObject({ widthPx: 96, heightPx: 96 })
})

test('a picture that was altered is not asked about', async () => {
  await start()
  await writeFile(join(dir, dataset.entries[0]!.scene.image), 'x')
  const { exitCode, stderr } = await run(...call())
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/^error: .*found SHA-256 .*validate/m)
  expect(server.seen).toHaveLength(0)
})

test('a wrong call is exit code 2 and one line', async () => {
  await start(() => ({ kind: 'reply', text: 'Yes', top: null }))
  expect((await run(...call('--extra-body', '{"model": "x"}'))).exitCode).toBe(2)
  expect((await run(...call('--image-scale', '0'))).exitCode).toBe(2)
  const { exitCode, stderr } = await run(...call())
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(/error: .*no logprobs.*--protocol text/)
  expect(stderr).not.toContain('    at ')
})

test('Ctrl-C: what is in flight is written, and the next run asks the rest', async () => {
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  let interrupted = false
  await start(() => (interrupted || server.seen.length <= 3 ? yes : { kind: 'wait', until, behaviour: yes }))
  const first = run(...call('--concurrency', '2'))
  await vi.waitUntil(() => server.seen.length === 5)
  process.emit('SIGINT')
  interrupted = true
  answer()
  const { exitCode, stderr, stdout } = await first
  expect([exitCode, stderr, stdout]).toEqual([
    3,
    expect.stringContaining('in flight'),
    expect.stringContaining('11 left'),
  ])
  expect((await readFile(join(dir, 'answers/r.jsonl'), 'utf8')).trimEnd().split('\n')).toHaveLength(5)
  const rest = await run(...call('--json'))
  expect(JSON.parse(rest.stdout)).toMatchObject({ resumed: 5, left: 0, total: 16 })
  expect(server.seen).toHaveLength(16)
})
