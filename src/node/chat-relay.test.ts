import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { chatRelay } from './chat-relay.ts'
import { type StaticServer, serveFolders } from './static-server.ts'

const open: (Server | StaticServer)[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

/** A model's server that says what it was sent. */
async function modelServer(status = 200): Promise<{ url: string; seen: { authorization?: string; body: unknown }[] }> {
  const seen: { authorization?: string; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { authorization } = request.headers
    seen.push({ ...(authorization ? { authorization } : {}), body: JSON.parse(text) })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ choices: [{ message: { content: 'Yes' }, finish_reason: 'stop' }] }))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  open.push(server)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen }
}

async function relay(): Promise<(body: unknown, headers?: Record<string, string>) => Promise<Response>> {
  const server = await serveFolders({ handlers: { '/ask': chatRelay } })
  open.push(server)
  const origin = server.url.slice(0, -1)
  return (body, headers = {}) =>
    fetch(`${server.url}ask`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { origin, 'content-type': 'application/json', ...headers },
    })
}

test('passes the body on with the key as a bearer token, and gives the reply back', async () => {
  const [model, ask] = [await modelServer(), await relay()]
  const response = await ask({ baseUrl: model.url, apiKey: 'secret', body: { model: 'm', messages: [] } })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ reply: { text: 'Yes' } })
  expect(model.seen).toEqual([{ authorization: 'Bearer secret', body: { model: 'm', messages: [] } }])
})

test('refuses other pages and other kinds of post, and sends nothing on', async () => {
  const [model, ask] = [await modelServer(), await relay()]
  const body = { baseUrl: model.url, body: {} }
  expect((await ask(body, { origin: 'https://example.org' })).status).toBe(403)
  expect((await ask(body, { origin: '' })).status).toBe(403)
  expect((await ask(body, { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await ask('{')).status).toBe(400)
  expect((await ask({ baseUrl: 3, body: {} })).status).toBe(400)
  expect(model.seen).toEqual([])
})

test('says in words why the model’s server gave nothing, without the key', async () => {
  const [model, ask] = [await modelServer(401), await relay()]
  const response = await ask({ baseUrl: model.url, apiKey: 'secret', body: {} })
  expect(response.status).toBe(502)
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'endpoint-unauthorised' } })
  expect(text).not.toContain('secret')
})
