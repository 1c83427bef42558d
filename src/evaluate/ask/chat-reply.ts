import { z } from 'zod'
import { SpatialTunnelError, shown } from '../../core/errors.ts'
import type { TokenLogprob } from './first-token.ts'

/** One chat completion, brought to one form whatever the server calls its fields. */
export interface ChatReply {
  /** The message's text without the chain; '' when the server sent none. */
  readonly text: string
  /** The chain of thought: `reasoning`, `reasoning_content` or what stands in `<think>`; null when there is none. */
  readonly reasoning: string | null
  /** The reply ended at the token limit. */
  readonly truncated: boolean
  /** The server's words for a declined request; null otherwise. */
  readonly refusal: string | null
  /** The first generated token's top list; null when the server gave no logprobs. */
  readonly firstToken: readonly TokenLogprob[] | null
  /** Tokens, as the server counted them. */
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number } | null
  /** The model's name as the server gives it. */
  readonly servedModel: string | null
}

const tokenSchema = z.object({ token: z.string(), logprob: z.number() })
const optionalText = z.string().nullish()

const replySchema = z.object({
  model: optionalText,
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.union([z.string(), z.array(z.looseObject({ text: optionalText }))]).nullish(),
          reasoning: optionalText,
          reasoning_content: optionalText,
          refusal: optionalText,
        }),
        finish_reason: optionalText,
        logprobs: z
          .object({ content: z.array(tokenSchema.extend({ top_logprobs: z.array(tokenSchema).nullish() })).nullish() })
          .nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
})

type Choice = z.output<typeof replySchema>['choices'][number]

/**
 * Reads the JSON of a chat completion.
 *
 * @param value as `JSON.parse` gives it
 * @throws SpatialTunnelError `reply-malformed`, with the field at fault
 */
export function readChatReply(value: unknown): ChatReply {
  const result = replySchema.safeParse(value)
  if (!result.success) {
    throw new SpatialTunnelError({
      code: 'reply-malformed',
      kind: 'run',
      where: result.error.issues[0]!.path.join('.') || 'reply',
      found: shown(value, 120),
      expected: result.error.issues[0]!.message,
    })
  }
  const { choices, usage, model } = result.data
  const choice = choices[0]!
  return {
    ...readMessage(choice),
    truncated: choice.finish_reason === 'length' || choice.finish_reason === 'max_tokens',
    firstToken: firstTopList(choice),
    usage: usage ? { promptTokens: usage.prompt_tokens ?? 0, completionTokens: usage.completion_tokens ?? 0 } : null,
    servedModel: model ?? null,
  }
}

function readMessage({ message, finish_reason }: Choice): Pick<ChatReply, 'text' | 'reasoning' | 'refusal'> {
  const content =
    typeof message.content === 'string'
      ? message.content
      : (message.content ?? []).map(part => part.text ?? '').join('')
  const { chain, rest } = splitThinking(content)
  const refusal = message.refusal || (finish_reason === 'content_filter' ? 'content_filter' : null)
  return { text: rest.trim(), reasoning: message.reasoning || message.reasoning_content || chain, refusal }
}

/**
 * Parts a text into the chain up to the last `</think>` (its opener is often cut off with the prompt) and the rest. An
 * opener that never closes makes all that follows chain: there is no answer yet.
 */
export function splitThinking(text: string): { chain: string | null; rest: string } {
  const close = text.lastIndexOf('</think>')
  if (close >= 0) {
    const chain = text.slice(0, close).replace(/^\s*<think>/, '')
    return { chain: chain.trim(), rest: text.slice(close + '</think>'.length) }
  }
  const open = text.indexOf('<think>')
  if (open < 0) return { chain: null, rest: text }
  return { chain: text.slice(open + '<think>'.length).trim(), rest: text.slice(0, open) }
}

/** llama.cpp and vLLM give the sampled token beside the list: it joins the list, which drops it again if it is there. */
function firstTopList({ logprobs }: Choice): readonly TokenLogprob[] | null {
  const first = logprobs?.content?.[0]
  if (!first?.top_logprobs || first.top_logprobs.length === 0) return null
  return [...first.top_logprobs, { token: first.token, logprob: first.logprob }]
}
