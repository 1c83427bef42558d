import type { IncomingMessage, ServerResponse } from 'node:http'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { ChatEndpoint, ENDPOINT_DEFAULTS } from './chat-endpoint.ts'
import type { RequestHandler } from './static-server.ts'

/** What the studio's page posts: where to, with which key, and the chat completion's body. */
export interface RelayRequest {
  readonly baseUrl: string
  /** Lives in the page's memory and in this one request; never stored or logged. */
  readonly apiKey?: string
  readonly body: Readonly<Record<string, unknown>>
}

/** A picture of 4,096² pixels as base64 stays below it. */
const LARGEST_BODY_BYTES = 64e6

/**
 * Asks an OpenAI-compatible server for the studio's page, which its own policy lets talk to this server only. Refuses
 * posts from any page but the studio's own, so that no other site can send requests through it.
 *
 * Answers `{reply}` (see `ChatReply`), or `{error: {code, message}}` with status 400 or 502.
 */
export const chatRelay: RequestHandler = async (request, response) => {
  if (request.method !== 'POST') return send(response, 405, failure('method', 'a POST was expected'))
  if (request.headers.origin !== `http://${request.headers.host}`) {
    return send(response, 403, failure('foreign-origin', 'only the studio’s own page may ask'))
  }
  if (!request.headers['content-type']?.startsWith('application/json')) {
    return send(response, 415, failure('content-type', 'application/json was expected'))
  }
  const stop = new AbortController()
  response.once('close', () => stop.abort())
  try {
    const asked = readRelayRequest(await readBody(request))
    const endpoint = new ChatEndpoint({ ...ENDPOINT_DEFAULTS, ...asked, retries: 1 })
    try {
      const { reply } = await endpoint.ask('studio', asked.body, stop.signal)
      send(response, 200, { reply })
    } finally {
      endpoint.close()
    }
  } catch (error) {
    if (stop.signal.aborted) return
    if (!(error instanceof SpatialTunnelError)) throw error
    send(response, error.code.startsWith('relay-') ? 400 : 502, failure(error.code, error.message))
  }
}

function readRelayRequest(text: string): RelayRequest {
  const wrong = (found: string): SpatialTunnelError =>
    new SpatialTunnelError({ code: 'relay-request', where: 'ask', found, expected: '{ baseUrl, apiKey?, body }' })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrong('text that is not JSON')
  }
  const { baseUrl, apiKey, body } = (value ?? {}) as Partial<Record<keyof RelayRequest, unknown>>
  if (typeof baseUrl !== 'string') throw wrong(`baseUrl ${shown(baseUrl)}`)
  if (apiKey !== undefined && typeof apiKey !== 'string') throw wrong('an apiKey that is no text')
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw wrong(`body ${shown(body)}`)
  return { baseUrl, body: body as RelayRequest['body'], ...(apiKey ? { apiKey } : {}) }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > LARGEST_BODY_BYTES) {
      const expected = `at most ${LARGEST_BODY_BYTES} bytes`
      throw new SpatialTunnelError({ code: 'relay-too-large', where: 'ask', found: `${size} bytes`, expected })
    }
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

const failure = (code: string, message: string) => ({ error: { code, message } })

function send(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(value))
}
