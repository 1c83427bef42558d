import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the stand-in server does with one request. */
export type Behaviour =
  /** A well-formed completion; `top`: probabilities of the first token's list, filled up to the length asked for. */
  | {
      readonly kind: 'reply'
      readonly text?: string
      readonly top?: Readonly<Record<string, number>> | null
      readonly message?: Readonly<Record<string, unknown>>
      readonly finish?: string
      readonly completionTokens?: number
      readonly listLength?: number
    }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string; readonly text?: string }
  | { readonly kind: 'body'; readonly text: string }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** Closes the connection in the middle of the reply. */
  | { readonly kind: 'cut' }
  /** Behaves once the promise is kept. */
  | { readonly kind: 'wait'; readonly until: Promise<void>; readonly behaviour: Behaviour }

export interface SeenRequest {
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
  /** The text part of the user's message. */
  readonly question: string
  readonly image: string
  /** How often this question came before. */
  readonly nth: number
}

export interface ChatServer {
  readonly baseUrl: string
  readonly seen: readonly SeenRequest[]
  close(): Promise<void>
}

/** An OpenAI-compatible server on loopback that misbehaves on purpose. */
export async function startChatServer(behave: (request: SeenRequest) => Behaviour): Promise<ChatServer> {
  const seen: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as Record<string, unknown>
    const { question, image } = partsOf(body)
    const nth = seen.filter(earlier => earlier.question === question).length
    const entry = { url: request.url ?? '', headers: request.headers, body, question, image, nth }
    seen.push(entry)
    respond(response, behave(entry), body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function respond(response: ServerResponse, behaviour: Behaviour, body: Readonly<Record<string, unknown>>): void {
  if (behaviour.kind === 'hang') return
  if (behaviour.kind === 'wait') {
    void behaviour.until.then(() => respond(response, behaviour.behaviour, body))
    return
  }
  if (behaviour.kind === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
    response.write('{"choices": [')
    setTimeout(() => response.destroy(), 5)
    return
  }
  if (behaviour.kind === 'status') {
    const headers = behaviour.retryAfter === undefined ? {} : { 'retry-after': behaviour.retryAfter }
    response.writeHead(behaviour.status, headers).end(behaviour.text ?? '{"error": {"message": "on purpose"}}')
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(behaviour.kind === 'body' ? behaviour.text : JSON.stringify(completion(behaviour, body)))
}

function completion(reply: Behaviour & { kind: 'reply' }, body: Readonly<Record<string, unknown>>) {
  const top = reply.top && topList(reply.top, reply.listLength ?? Number(body.top_logprobs ?? 0))
  const logprobs = top && body.logprobs === true ? { content: [{ ...top[0], top_logprobs: top }] } : null
  const message = { role: 'assistant', content: reply.text ?? top?.[0]?.token ?? '', ...reply.message }
  return {
    model: body.model,
    choices: [{ index: 0, message, finish_reason: reply.finish ?? 'stop', logprobs }],
    usage: { prompt_tokens: 300, completion_tokens: reply.completionTokens ?? 1 },
  }
}

function topList(top: Readonly<Record<string, number>>, length: number) {
  const given = Object.entries(top).map(([token, p]) => ({ token, logprob: Math.log(p), bytes: null }))
  const filler = Array.from({ length: Math.max(0, length - given.length) }, (_, k) => ({
    token: `filler${k}`,
    logprob: Math.log(1e-6) - k * 0.01,
    bytes: null,
  }))
  return [...given, ...filler]
}

function partsOf(body: Readonly<Record<string, unknown>>): { question: string; image: string } {
  const messages = body.messages as { role: string; content: unknown }[]
  const { content } = messages.find(message => message.role === 'user')!
  if (typeof content === 'string') return { question: content, image: '' }
  const parts = content as Record<string, unknown>[]
  const image = parts.find(part => part.type === 'image_url')?.image_url as { url: string } | undefined
  return { question: String(parts.find(part => part.type === 'text')?.text ?? ''), image: image?.url ?? '' }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
