import {
  CHAT_PATHS,
  type ChatKind,
  type ChatMessage,
  chatBody,
  chatHeaders,
  readPlainReply,
} from '../../chains/judge/chat-dialects.ts'
import { SpatialTunnelError } from '../../core/errors.ts'
import { readChatReply } from '../../evaluate/ask/chat-reply.ts'
import { ChatEndpoint, type EndpointDialect, type EndpointOptions, endpointUrl, type Retry } from '../chat-endpoint.ts'
import { readJsonl } from '../read-jsonl.ts'

/** Something that answers a judge's prompt. */
export interface Judge {
  /** Part of the resume key. */
  readonly name: string
  /**
   * @param key of the case, for replay and for the jitter of retries
   * @param turn 0 for the first prompt, then the re-asks
   */
  ask(key: string, turn: number, messages: readonly ChatMessage[], signal: AbortSignal): Promise<JudgeAnswer>
  close(): void
}

export interface JudgeAnswer {
  readonly text: string
  readonly tokens: number
}

/** Long enough for three numbers and a short chain of a thinking judge. */
const MAX_TOKENS = 2048

/** A judge behind an OpenAI-compatible, Anthropic or Ollama server. */
export function endpointJudge(
  kind: ChatKind,
  model: string,
  options: EndpointOptions,
  onRetry?: (retry: Retry) => void,
): Judge {
  const endpoint = new ChatEndpoint({ ...options, dialect: dialectOf(kind) }, onRetry)
  return {
    name: `${kind}:${model}`,
    ask: async (key, turn, messages, signal) => {
      const { reply } = await endpoint.ask(`${key}.${turn}`, chatBody(kind, model, messages, MAX_TOKENS), signal)
      const tokens = reply.usage ? reply.usage.promptTokens + reply.usage.completionTokens : 0
      return { text: reply.text, tokens }
    },
    close: () => endpoint.close(),
  }
}

function dialectOf(kind: ChatKind): EndpointDialect {
  return {
    url: baseUrl => endpointUrl(baseUrl, CHAT_PATHS[kind]),
    headers: apiKey => chatHeaders(kind, apiKey),
    read: value => {
      if (kind === 'openai') return readChatReply(value)
      const { text, truncated, promptTokens, completionTokens, servedModel } = readPlainReply(kind, value)
      return {
        text,
        truncated,
        servedModel,
        reasoning: null,
        refusal: null,
        firstToken: null,
        usage: { promptTokens, completionTokens },
      }
    },
  }
}

/**
 * A judge that repeats the replies of an earlier run's journal: nothing is asked.
 *
 * @throws SpatialTunnelError `judge-replay-missing` from `ask` for a case that the journal lacks
 */
export async function replayJudge(path: string, name: string): Promise<Judge> {
  const replies = new Map<string, readonly string[]>()
  for await (const { value } of readJsonl(path)) {
    const row = value as { key?: unknown; replies?: unknown }
    if (typeof row.key === 'string' && Array.isArray(row.replies)) replies.set(row.key, row.replies.map(String))
  }
  return {
    name,
    ask: async (key, turn) => {
      const text = replies.get(key)?.[turn]
      if (text !== undefined) return { text, tokens: 0 }
      throw new SpatialTunnelError({
        code: 'judge-replay-missing',
        where: path,
        found: `no reply ${turn + 1} for the case ${key.slice(0, 12)}…`,
        expected: 'a journal of the same judge, prompts and evidence',
      })
    },
    close: () => {},
  }
}
