import { Agent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { type Stream, stream } from '../core/rng.ts'
import { type ChatReply, readChatReply } from '../evaluate/ask/chat-reply.ts'
import { type HttpReply, NoReplyError, postJson } from './post-json.ts'

export interface EndpointOptions {
  /** Up to and without `/chat/completions`: `http://127.0.0.1:8000/v1`. */
  readonly baseUrl: string
  /** Sent as a bearer token and nowhere else: never logged, written or put in an address. */
  readonly apiKey?: string | undefined
  readonly timeoutMs: number
  /** Attempts after the first. */
  readonly retries: number
  /** Wait before retry k: between half and all of backoffMs · 2^k, at most maxBackoffMs. */
  readonly backoffMs: number
  readonly maxBackoffMs: number
  /** A server that asks for a longer pause than this ends the run instead. */
  readonly maxRetryAfterMs: number
  /** Of the jitter. */
  readonly seed: number
  /** The server's way of speaking; OpenAI's when left out. */
  readonly dialect?: EndpointDialect
}

/** How a kind of server is addressed and read; retries, time-outs and errors are the same for all. */
export interface EndpointDialect {
  /** @throws SpatialTunnelError `base-url-invalid` */
  url(baseUrl: string): URL
  headers(apiKey: string | undefined): Readonly<Record<string, string>>
  /** @throws SpatialTunnelError `reply-malformed` */
  read(value: unknown): ChatReply
}

const OPENAI: EndpointDialect = {
  url: chatUrl,
  headers: apiKey => (apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
  read: readChatReply,
}

export const ENDPOINT_DEFAULTS = {
  timeoutMs: 120_000,
  retries: 5,
  backoffMs: 1000,
  maxBackoffMs: 60_000,
  maxRetryAfterMs: 300_000,
  seed: 0,
} as const satisfies Partial<EndpointOptions>

/** Why one attempt gave no reply, and whether the next may. */
interface Failure {
  readonly why: string
  readonly retryAfterMs: number | null
}

export interface Retry {
  readonly id: string
  /** 1 = the first retry. */
  readonly attempt: number
  readonly why: string
  readonly waitMs: number
}

export interface Answer {
  readonly reply: ChatReply
  /** Requests that were sent for it. */
  readonly attempts: number
}

const RETRIED_STATUS = new Set([408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529])

/**
 * An OpenAI-compatible server: one question in, one reply out, with bounded retries.
 *
 * Errors are typed by what the caller does next:
 * - `endpoint-gave-up`, `request-refused`: this question failed for good, the next may do better;
 * - `endpoint-unauthorised`, `endpoint-not-found`, `endpoint-busy`: no question will do better, the run ends.
 */
export class ChatEndpoint {
  private readonly url: URL
  private readonly dialect: EndpointDialect
  private readonly agent: Agent
  /** While in the future (performance clock, ms) nobody asks: the server said so. */
  private notBeforeMs = 0

  constructor(
    private readonly options: EndpointOptions,
    private readonly onRetry: (retry: Retry) => void = () => {},
  ) {
    this.dialect = options.dialect ?? OPENAI
    this.url = this.dialect.url(options.baseUrl)
    this.agent = this.url.protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  }

  close(): void {
    this.agent.destroy()
  }

  /**
   * Asks once, and again after a failure that may pass.
   *
   * @param id names the question in events and seeds the jitter
   */
  async ask(id: string, body: unknown, signal: AbortSignal): Promise<Answer> {
    const jitter = stream(this.options.seed, id, 'ask.backoff')
    for (let attempt = 0; ; attempt++) {
      await this.gate(signal)
      const outcome = await this.attempt(body, signal)
      if ('reply' in outcome) return { reply: outcome.reply, attempts: attempt + 1 }
      if (attempt >= this.options.retries) throw this.gaveUp(attempt + 1, outcome.why)
      const waitMs = outcome.retryAfterMs ?? this.backoffMs(attempt, jitter)
      if (outcome.retryAfterMs !== null) this.closeGate(outcome.retryAfterMs)
      this.onRetry({ id, attempt: attempt + 1, why: outcome.why, waitMs })
      await sleep(waitMs, undefined, { signal })
    }
  }

  private async attempt(body: unknown, signal: AbortSignal): Promise<{ reply: ChatReply } | Failure> {
    try {
      const { apiKey, timeoutMs } = this.options
      const headers = this.dialect.headers(apiKey)
      const reply = await postJson(this.url, body, { headers, timeoutMs, signal, agent: this.agent })
      if (reply.status === 200) return { reply: this.dialect.read(JSON.parse(reply.text)) }
      return this.refusedStatus(reply)
    } catch (error) {
      if (error instanceof NoReplyError) return { why: `${error.reason}: ${error.message}`, retryAfterMs: null }
      if (error instanceof SyntaxError) return { why: 'the reply is not JSON', retryAfterMs: null }
      if (error instanceof SpatialTunnelError && error.code === 'reply-malformed') {
        return { why: this.redacted(error.message), retryAfterMs: null }
      }
      throw error
    }
  }

  /** A status that may pass becomes a Failure, any other an error. */
  private refusedStatus(reply: HttpReply): Failure {
    const said = this.redacted(`HTTP ${reply.status} ${messageOf(reply.text)}`.trim())
    if (RETRIED_STATUS.has(reply.status)) return { why: said, retryAfterMs: retryAfterMs(reply.headers['retry-after']) }
    const wrong = (code: string, expected: string, remedy: string) =>
      new SpatialTunnelError({ code, where: this.url.href, found: said, expected, remedy })
    if (reply.status === 401 || reply.status === 403) {
      throw wrong('endpoint-unauthorised', 'a key that the server takes', 'set SPATIALTUNNEL_API_KEY')
    }
    if (reply.status === 404 || reply.status === 405 || (reply.status >= 300 && reply.status < 400)) {
      const remedy = 'check the address (it usually ends in /v1) and the model’s name'
      throw wrong('endpoint-not-found', 'chat completions at this address', remedy)
    }
    throw wrong('request-refused', 'a request that the server takes', 'see its message; --extra-body alters fields')
  }

  private backoffMs(attempt: number, jitter: Stream): number {
    const full = Math.min(this.options.backoffMs * 2 ** attempt, this.options.maxBackoffMs)
    return full * (0.5 + 0.5 * jitter())
  }

  private closeGate(waitMs: number): void {
    if (waitMs > this.options.maxRetryAfterMs) {
      throw new SpatialTunnelError({
        code: 'endpoint-busy',
        kind: 'run',
        where: this.url.href,
        found: `Retry-After ${Math.round(waitMs / 1000)} s`,
        expected: `at most ${Math.round(this.options.maxRetryAfterMs / 1000)} s`,
        remedy: 'run the same command again later, it resumes',
      })
    }
    this.notBeforeMs = Math.max(this.notBeforeMs, performance.now() + waitMs)
  }

  private async gate(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const waitMs = this.notBeforeMs - performance.now()
    if (waitMs > 0) await sleep(waitMs, undefined, { signal })
  }

  private gaveUp(attempts: number, why: string): SpatialTunnelError {
    return new SpatialTunnelError({
      code: 'endpoint-gave-up',
      kind: 'run',
      where: this.url.href,
      found: `${why} (${attempts} attempts)`,
      expected: 'a reply',
      remedy: 'is the server up? `ask --retry-failed` asks the failed questions again',
    })
  }

  /** Some servers repeat the key in their message. */
  private redacted(text: string): string {
    return this.options.apiKey ? text.replaceAll(this.options.apiKey, '[key]') : text
  }
}

/**
 * The address that questions go to.
 *
 * @throws SpatialTunnelError `base-url-invalid`, also for one that carries a secret (user name, query)
 */
export function chatUrl(baseUrl: string): URL {
  return endpointUrl(baseUrl, '/chat/completions')
}

/** An address with the path of the call, which may already stand at its end. */
export function endpointUrl(baseUrl: string, path: string): URL {
  const wrong = (found: string) =>
    new SpatialTunnelError({
      code: 'base-url-invalid',
      where: '--base-url',
      found,
      expected: 'an http(s) address such as http://127.0.0.1:8000/v1',
      remedy: 'the key belongs into SPATIALTUNNEL_API_KEY, never into the address',
    })
  if (!URL.canParse(baseUrl)) throw wrong(shown(baseUrl))
  const url = new URL(baseUrl)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw wrong(url.protocol)
  if (url.username || url.password) throw wrong('an address with a user name or password')
  if (url.search || url.hash) throw wrong('an address with a query')
  const base = url.pathname.replace(/\/+$/, '')
  url.pathname = base.endsWith(path) ? base : `${base}${path}`
  return url
}

/** `Retry-After` in seconds or as a date; null when absent or unreadable. */
function retryAfterMs(header: string | undefined): number | null {
  if (header === undefined) return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

function messageOf(text: string): string {
  try {
    const value = JSON.parse(text) as { error?: { message?: unknown } | string; message?: unknown; detail?: unknown }
    const inner = typeof value.error === 'object' ? value.error.message : value.error
    return shown(inner ?? value.message ?? value.detail ?? value, 200)
  } catch {
    return shown(text.trim(), 120)
  }
}
