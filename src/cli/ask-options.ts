import { type Command, Option } from 'commander'
import {
  ASK_PROTOCOLS,
  ASK_SETUP_DEFAULTS,
  type AskProtocol,
  type AskSetup,
  parseExtraBody,
} from '../evaluate/ask/ask-setup.ts'
import type { Prices } from '../evaluate/ask/ask-tally.ts'
import { ASK_DEFAULTS } from '../node/ask-model.ts'
import { ENDPOINT_DEFAULTS, type EndpointOptions } from '../node/chat-endpoint.ts'
import { positive, positiveInteger, wholeNumber } from './parse-option.ts'

/** The options that `ask` and `check` share. */
export interface AskFlags {
  readonly baseUrl: string
  readonly model: string
  readonly protocol: AskProtocol
  readonly systemPrompt: string
  readonly suffix: string
  readonly maxTokens?: number
  readonly topLogprobs: number
  readonly imageScale: number
  readonly extraBody: Readonly<Record<string, unknown>>
  readonly concurrency: number
  readonly timeout: number
  readonly retries: number
  readonly retryFailed?: boolean
  readonly priceIn?: number
  readonly priceOut?: number
}

export function addAskOptions(command: Command): Command {
  const { logits } = ASK_SETUP_DEFAULTS
  return command
    .requiredOption('--base-url <url>', 'OpenAI-compatible server, up to /v1; its key in SPATIALTUNNEL_API_KEY')
    .requiredOption('--model <name>', 'the model, as the server names it')
    .addOption(new Option('--protocol <name>', protocolHelp).choices(ASK_PROTOCOLS).default('logits'))
    .option('--system-prompt <text>', 'system message before each question', logits.systemPrompt)
    .option('--suffix <text>', 'text behind each question, such as "Answer with Yes or No."', logits.suffix)
    .option('--max-tokens <n>', `limit of generated tokens (${maxTokensHelp})`, positiveInteger)
    .option('--top-logprobs <n>', 'length of the top list to ask for', positiveInteger, logits.topLogprobs)
    .option('--image-scale <factor>', 'size of the picture that is sent', positive, logits.imageScale)
    .option('--extra-body <json>', 'fields for the request, null removes one', parseExtraBody, logits.extraBody)
    .option('--concurrency <n>', 'questions in flight', positiveInteger, ASK_DEFAULTS.concurrency)
    .option('--timeout <seconds>', 'longest wait for one reply', positive, ENDPOINT_DEFAULTS.timeoutMs / 1000)
    .option('--retries <n>', 'attempts after a failed one', wholeNumber, ENDPOINT_DEFAULTS.retries)
    .option('--retry-failed', 'ask the questions again that failed for good in an earlier run')
    .option('--price-in <usd>', 'price of a million input tokens, to show the cost', positive)
    .option('--price-out <usd>', 'price of a million output tokens', positive)
}

const protocolHelp =
  'logits: P(Yes) from the first token; text: the words of the reply; chain: a thinking model’s chain and answer'
const maxTokensHelp = ASK_PROTOCOLS.map(name => `${name} ${ASK_SETUP_DEFAULTS[name].maxTokens}`).join(', ')

/** What decides the replies, and stands in every row. */
export function setupOf(flags: AskFlags): AskSetup {
  const { protocol, systemPrompt, suffix, topLogprobs, imageScale, extraBody } = flags
  const maxTokens = flags.maxTokens ?? ASK_SETUP_DEFAULTS[protocol].maxTokens
  return { protocol, systemPrompt, suffix, maxTokens, temperature: 0, topLogprobs, imageScale, extraBody }
}

/** Where and how patiently to ask. The key comes from the environment only. */
export function endpointOf(flags: AskFlags): EndpointOptions {
  return {
    ...ENDPOINT_DEFAULTS,
    baseUrl: flags.baseUrl,
    apiKey: process.env.SPATIALTUNNEL_API_KEY || undefined,
    timeoutMs: flags.timeout * 1000,
    retries: flags.retries,
  }
}

export function pricesOf({ priceIn, priceOut }: AskFlags): Prices | null {
  return priceIn === undefined && priceOut === undefined ? null : { inputUsd: priceIn ?? 0, outputUsd: priceOut ?? 0 }
}
