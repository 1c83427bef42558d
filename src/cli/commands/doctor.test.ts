import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Finding } from '../../node/doctor.ts'
import { runCommand } from '../../testing/run-command.ts'

let dir: string
let server: Server | undefined
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'doctor-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  server?.close()
  server = undefined
  await rm(dir, { recursive: true })
})

async function serve(status: number, body: string): Promise<string> {
  server = createServer((_, response) => response.writeHead(status).end(body))
  await new Promise<void>(resolve => server!.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

async function doctor(...more: string[]) {
  const { exitCode, stdout, stderr } = await runCommand('doctor', '--out', dir, '--json', ...more)
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return { exitCode, stderr, of: (name: string) => findings.find(finding => finding.name === name) }
}

test('a missing browser: exit 1, and a line that says what to do', async () => {
  vi.stubEnv('SPATIALTUNNEL_BROWSER', '/nowhere/chromium')
  const { exitCode, of, stderr } = await doctor()
  expect(exitCode).toBe(1)
  expect(of('browser')).toMatchObject({
    state: 'missing',
    found: '/nowhere/chromium',
    remedy: expect.stringMatching(/npm run setup/),
  })
  expect(of('GL')).toBeUndefined()
  expect(of('Node')).toMatchObject({ state: 'ok', found: process.versions.node })
  expect(of('disk')?.state).not.toBe('missing')
  expect(stderr).toMatch(/^MISSING +browser +\/nowhere\/chromium → .*$/m)
  for (const line of stderr.trimEnd().split('\n')) expect(line).toMatch(/^(ok|note|MISSING) /)
})

test.each([
  ['lists its models', 200, '{"data": [{"id": "org/model"}]}', { state: 'ok', found: 'models org/model' }],
  ['wants a key', 401, '{}', { state: 'missing', remedy: expect.stringContaining('SPATIALTUNNEL_API_KEY') }],
  ['is something else', 404, 'not here', { state: 'note', remedy: expect.stringContaining('/v1') }],
])('a server that %s', async (_, status, body, expected) => {
  vi.stubEnv('SPATIALTUNNEL_BROWSER', '/nowhere/chromium')
  const { of } = await doctor('--base-url', await serve(status, body))
  expect(of('server')).toMatchObject(expected)
})

test('no server, or an address that carries a secret', async () => {
  vi.stubEnv('SPATIALTUNNEL_BROWSER', '/nowhere/chromium')
  const gone = await serve(200, '{}')
  await new Promise(resolve => server!.close(resolve))
  expect((await doctor('--base-url', gone)).of('server')).toMatchObject({
    state: 'missing',
    found: expect.stringMatching(/^no reply from 127/),
  })
  expect((await doctor('--base-url', 'http://me:secret@host/v1')).of('server')).toMatchObject({ state: 'missing' })
})

test('a folder that cannot be written', async () => {
  vi.stubEnv('SPATIALTUNNEL_BROWSER', '/nowhere/chromium')
  const { of } = await doctor('--out', join(dir, 'nowhere'))
  expect(of('disk')).toMatchObject({ state: 'missing', found: expect.stringContaining('ENOENT') })
})

test('a browser that is there is started, and what would draw is named', async () => {
  const { of } = await doctor()
  if (of('browser')?.state !== 'ok') return expect(process.env.CI).toBeUndefined()
  expect(of('GL')).toMatchObject({ found: expect.stringMatching(/llvmpipe|SwiftShader/) })
})
