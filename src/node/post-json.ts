import { type Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface HttpReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** No whole reply came: the connection failed or was cut (`network`), or took longer than allowed (`timeout`). */
export class NoReplyError extends Error {
  override readonly name = 'NoReplyError'
  constructor(
    readonly reason: 'network' | 'timeout',
    message: string,
  ) {
    super(message)
  }
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>
  /** From the call to the last byte of the reply. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Keeps connections open between calls; an HTTPS agent for an https address. */
  readonly agent: Agent
}

/**
 * Posts a JSON document and waits for the whole reply, whatever its status. Node's own `fetch` gives up after five
 * minutes without a header, which a long chain of thought takes; hence `node:http`. Redirects are not followed: the
 * key goes to the address that was given and nowhere else.
 *
 * @throws NoReplyError, or the signal's reason when it was aborted
 */
export function postJson(url: URL, body: unknown, options: PostOptions): Promise<HttpReply> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const payload = Buffer.from(JSON.stringify(body))
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      if (options.signal.aborted) reject(options.signal.reason)
      else if (timeout.aborted) reject(new NoReplyError('timeout', `no reply within ${options.timeoutMs} ms`))
      else reject(new NoReplyError('network', error.message || String(error)))
    }
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: options.agent,
      headers: { ...options.headers, 'content-type': 'application/json', 'content-length': payload.byteLength },
      signal: AbortSignal.any([options.signal, timeout]),
    })
    request.on('error', fail)
    request.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', fail)
      response.on('end', () => {
        if (!response.complete) return fail(new Error('the connection was cut within the reply'))
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      })
    })
    request.end(payload)
  })
}
