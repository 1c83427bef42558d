import { z } from 'zod'
import { SpatialTunnelError, shown } from '../../core/errors.ts'

/** Kinds of server that can judge. */
export const CHAT_KINDS = ['openai', 'anthropic', 'ollama'] as const
export type ChatKind = (typeof CHAT_KINDS)[number]

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** The body of a chat call in the words of each kind of server. */
export function chatBody(
  kind: ChatKind,
  model: string,
  messages: readonly ChatMessage[],
  maxTokens: number,
): Readonly<Record<string, unknown>> {
  const system = messages
    .filter(message => message.role === 'system')
    .map(message => message.content)
    .join('\n')
  const rest = messages.filter(message => message.role !== 'system')
  switch (kind) {
    case 'openai':
      return { model, messages, max_tokens: maxTokens, temperature: 0, stream: false }
    case 'anthropic':
      return { model, ...(system ? { system } : {}), messages: rest, max_tokens: maxTokens, temperature: 0 }
    case 'ollama':
      return { model, messages, stream: false, options: { temperature: 0, num_predict: maxTokens } }
  }
}

/** Path of the call behind the base address. */
export const CHAT_PATHS: Readonly<Record<ChatKind, string>> = {
  openai: '/chat/completions',
  anthropic: '/v1/messages',
  ollama: '/api/chat',
}

/** How each kind takes its key. */
export function chatHeaders(kind: ChatKind, apiKey: string | undefined): Readonly<Record<string, string>> {
  if (kind === 'anthropic') return { 'anthropic-version': '2023-06-01', ...(apiKey ? { 'x-api-key': apiKey } : {}) }
  return apiKey ? { authorization: `Bearer ${apiKey}` } : {}
}

/** A reply of a server that does not speak OpenAI's way. */
export interface PlainReply {
  readonly text: string
  readonly truncated: boolean
  readonly promptTokens: number
  readonly completionTokens: number
  readonly servedModel: string | null
}

const anthropicSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  model: z.string().optional(),
  stop_reason: z.string().nullish(),
  usage: z.looseObject({ input_tokens: z.number(), output_tokens: z.number() }).optional(),
})
const ollamaSchema = z.looseObject({
  message: z.looseObject({ content: z.string() }),
  model: z.string().optional(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
})

/** @throws SpatialTunnelError `reply-malformed` */
export function readPlainReply(kind: Exclude<ChatKind, 'openai'>, value: unknown): PlainReply {
  if (kind === 'anthropic') {
    const reply = checked(anthropicSchema, value)
    return {
      text: reply.content.map(part => (part.type === 'text' ? (part.text ?? '') : '')).join(''),
      truncated: reply.stop_reason === 'max_tokens',
      promptTokens: reply.usage?.input_tokens ?? 0,
      completionTokens: reply.usage?.output_tokens ?? 0,
      servedModel: reply.model ?? null,
    }
  }
  const reply = checked(ollamaSchema, value)
  return {
    text: reply.message.content,
    truncated: reply.done_reason === 'length',
    promptTokens: reply.prompt_eval_count ?? 0,
    completionTokens: reply.eval_count ?? 0,
    servedModel: reply.model ?? null,
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new SpatialTunnelError({
    code: 'reply-malformed',
    kind: 'run',
    where: result.error.issues[0]!.path.join('.') || 'reply',
    found: shown(value, 120),
    expected: result.error.issues[0]!.message,
  })
}
