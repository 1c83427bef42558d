import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tarEnd, tarEntry } from '../formats/tar.ts'
import { type StaticServer, serveFolders } from './static-server.ts'

let folder = ''
let server: StaticServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  await mkdir(join(folder, 'site', 'sub'), { recursive: true })
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'site', 'index.html'), '<p>home')
  await writeFile(join(folder, 'site', 'sub', 'a b.js'), '1')
  await writeFile(join(folder, 'data', 'scenes.jsonl'), '{}\n')
  const member = tarEntry('grid-000000.png', Buffer.from('a picture'))
  await mkdir(join(folder, 'data', 'tar'))
  await writeFile(join(folder, 'data', 'tar', '000000.tar'), Buffer.concat([member, tarEnd()]))
  await writeFile(join(folder, 'secret.tar'), Buffer.concat([member, tarEnd()]))
  await symlink(join(folder, 'secret.tar'), join(folder, 'data', 'tar', 'link.tar'))
  await symlink(join(folder, 'secret.txt'), join(folder, 'site', 'link.txt'))
  server = await serveFolders({
    folders: { '/': join(folder, 'site'), '/data/0/': join(folder, 'data') },
    handlers: { '/ping': (_request, response) => void response.end('pong') },
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

interface Reply {
  readonly status: number
  readonly type: string | undefined
  readonly policy: string
  readonly body: string
}

/** A raw path: `fetch` would tidy it first. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers, method }, response => {
      let body = ''
      response.setEncoding('utf8').on('data', text => {
        body += text
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          type: response.headers['content-type'],
          policy: String(response.headers['content-security-policy']),
          body,
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

test('serves members of a dataset’s archives, of none elsewhere', async () => {
  const reply = await get('/data/0/tar/000000.tar/grid-000000.png')
  expect(reply).toMatchObject({ status: 200, type: 'image/png', body: 'a picture' })
  for (const path of ['000000.tar/grid-000001.png', '000001.tar/grid-000000.png', 'link.tar/grid-000000.png']) {
    expect((await get(`/data/0/tar/${path}`)).status).toBe(404)
  }
})

test('serves files, folders’ index, mounts and handlers, with types and a policy without inline script', async () => {
  expect(await get('/')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8', body: '<p>home' })
  expect(await get('/sub/a%20b.js')).toMatchObject({ status: 200, type: 'text/javascript; charset=utf-8', body: '1' })
  expect(await get('/data/0/scenes.jsonl?x=1')).toMatchObject({ status: 200, body: '{}\n' })
  expect(await get('/ping')).toMatchObject({ status: 200, body: 'pong' })
  const { policy } = await get('/')
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
})

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/sub/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..\\secret.txt',
  '/link.txt',
  '/data/0/../../secret.txt',
  '/a%00b',
  '/%',
  '/missing',
  '/sub',
])('refuses %s', async path => {
  const reply = await get(path)
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(reply.body).not.toContain('secret')
})

test('only the view that is made for it may be framed by another page', async () => {
  const ancestors = async (path: string) => /frame-ancestors ([^;]*)/.exec((await get(path)).policy)?.[1]
  expect(await ancestors('/?embed=scene')).toBe('*')
  for (const path of ['/', '/?embed', '/?embed=grid', '/?x=1&embed=scene', '/sub/a%20b.js?embed=scene', '/ping']) {
    expect([path, await ancestors(path)]).toEqual([path, "'none'"])
  }
})

test('refuses another host name, and methods that write', async () => {
  expect((await get('/', { host: 'evil.example' })).status).toBe(403)
  expect((await get('/', {}, 'POST')).status).toBe(405)
})
