import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ChatServer, startChatServer } from '../../testing/chat-server.ts'
import { runCommand as run } from '../../testing/run-command.ts'
import { standInDataset, writeStandInFiles } from '../../testing/stand-in-dataset.ts'

const dataset = standInDataset(48)
const byText = new Map(dataset.entries.flatMap(({ scene, questions }) => questions.map(q => [q.text + scene.image, q])))
let dir: string
let server: ChatServer
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'check-'))
  await writeStandInFiles(dataset, join(dir, 'grid'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
  await rm(dir, { recursive: true })
})

const check = (...more: string[]) => {
  const call = ['--base-url', server.baseUrl, '--model', 'org/stand-in', '--dataset', join(dir, 'grid')]
  return run('check', ...call, '--out', join(dir, 'out'), '--no-open', ...more)
}

/** Right where height and depth agree, wrong where they do not: recognised by picture and text. */
async function startHeightModel() {
  const pictures = new Map(
    dataset.entries.map(({ scene }) => [
      `data:image/png;base64,${Buffer.from(dataset.files.get(scene.image)!).toString('base64')}`,
      scene.image,
    ]),
  )
  server = await startChatServer(({ question, image }) => {
    const row = byText.get(question + pictures.get(image))!
    const right = row.split === 'counter' ? 0.1 : 0.9
    const yes = row.answer === 'Yes' ? right : 1 - right
    return { kind: 'reply', top: { Yes: yes, No: 1 - yes } }
  })
}

test('from a server to the report: estimate, running Δ, table, files; a second call asks nothing', async () => {
  await startHeightModel()
  const { exitCode, stdout, stderr } = await check('--price-in', '1', '--price-out', '10')
  expect(exitCode).toBe(0)
  expect(stderr).toMatch(/192 questions, about \d+ s at 4 in flight, about 58 thousand input tokens, about \$0\.06/)
  expect(stderr).toMatch(/after 100 questions: Δ = \+0\.800 ± 0\.000 \(v_cons 0\.900, v_ctr 0\.100\)/)
  expect(stdout).toMatch(/org\/stand-in: .*Δ = \+0\.800/)
  expect(stdout).toMatch(/height/)
  const report = await readFile(join(dir, 'out/org_stand-in/report.html'), 'utf8')
  expect(report).toContain('org/stand-in')
  expect(server.seen).toHaveLength(192)
  const again = await check('--json')
  expect(server.seen).toHaveLength(192)
  expect(JSON.parse(again.stdout).models['org/stand-in'].delta).toBeCloseTo(0.8, 12)
})

test('--limit asks whole scenes, drawn from the whole grid', async () => {
  await startHeightModel()
  await check('--limit', '10', '--json')
  expect(server.seen).toHaveLength(40)
  const places = [...new Set(server.seen.map(seen => seen.image))]
  expect(places).toHaveLength(10)
})

test('a server that is not there: one line, what to do', async () => {
  server = await startChatServer(() => ({ kind: 'status', status: 404 }))
  const { exitCode, stderr } = await check()
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(/^error: .*chat\/completions: found HTTP 404.*usually ends in \/v1/m)
})

test('a server that is not there is told at once, before anything is drawn or written', async () => {
  await startHeightModel()
  await server.close()
  const { exitCode, stderr } = await check()
  expect(exitCode).toBe(3)
  expect(stderr).toMatch(
    /^error: http:\/\/127\.0\.0\.1:\d+: found no connection \(ECONNREFUSED\), expected a server that takes questions; start it/,
  )
  await expect(readFile(join(dir, 'out/org_stand-in/responses.jsonl'))).rejects.toMatchObject({ code: 'ENOENT' })
  await startHeightModel()
})
