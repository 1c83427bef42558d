import { canonicalJson, sha256Hex } from '../../core/canonical.ts'
import { SpatialTunnelError, shown } from '../../core/errors.ts'
import type { QuestionRow } from '../../core/questions.ts'

/**
 * Everything besides model, question and image that decides a reply: it enters the resume hash and stands, whole, in
 * every row, so that no report mixes two set-ups unseen.
 */
export const ASK_PROTOCOLS = ['logits', 'text', 'chain'] as const
export type AskProtocol = (typeof ASK_PROTOCOLS)[number]

export interface AskSetup {
  /** `logits`: the first token's top list; `text`: the reply's words; `chain`: a thinking model's chain and answer. */
  readonly protocol: AskProtocol
  /** Put before the question as a system message; '' = none. */
  readonly systemPrompt: string
  /** Put behind the question's text, with a space between; '' = none. */
  readonly suffix: string
  /** Limit of generated tokens. */
  readonly maxTokens: number
  readonly temperature: number
  /** Length of the top list that is asked for (the hosted servers allow 20). */
  readonly topLogprobs: number
  /** The image is resampled by this factor before it is sent; 1 = the file's own bytes. */
  readonly imageScale: number
  /** Merged into the request's body, last; null removes a field (`{"max_tokens": null, "max_completion_tokens": 1}`). */
  readonly extraBody: Readonly<Record<string, unknown>>
}

const COMMON = { systemPrompt: '', suffix: '', temperature: 0, topLogprobs: 20, imageScale: 1, extraBody: {} } as const

export const ASK_SETUP_DEFAULTS: Readonly<Record<AskProtocol, AskSetup>> = {
  logits: { ...COMMON, protocol: 'logits', maxTokens: 1 },
  text: { ...COMMON, protocol: 'text', maxTokens: 256 },
  chain: { ...COMMON, protocol: 'chain', maxTokens: 8192 },
}

/** Fields of the body that the harness owns: altering them would ask something else than the row says. */
const OWN_FIELDS = ['model', 'messages', 'stream', 'n', 'logprobs', 'top_logprobs'] as const

/**
 * Checks `--extra-body`.
 *
 * @param text a JSON object
 * @throws SpatialTunnelError `extra-body-invalid`
 */
export function parseExtraBody(text: string): Readonly<Record<string, unknown>> {
  const wrong = (found: string, expected: string) =>
    new SpatialTunnelError({ code: 'extra-body-invalid', where: '--extra-body', found, expected })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrong(shown(text), 'a JSON object such as {"top_k": 1}')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw wrong(shown(value), 'a JSON object')
  const own = OWN_FIELDS.find(field => Object.hasOwn(value, field))
  if (own) throw wrong(`"${own}"`, `fields other than ${OWN_FIELDS.join(', ')}, which ask itself sets`)
  return value as Record<string, unknown>
}

/** The protocol that a question can be asked by: only Yes/No questions have Yes and No among the first tokens. */
export function protocolFor(question: Pick<QuestionRow, 'answer'>, setup: AskSetup): AskProtocol {
  return setup.protocol === 'logits' && !/^(yes|no)$/i.test(question.answer) ? 'text' : setup.protocol
}

/** The set-up that one question is asked by: a one-word question of a `logits` run needs room for its word. */
export function setupFor(question: Pick<QuestionRow, 'answer'>, setup: AskSetup): AskSetup {
  const protocol = protocolFor(question, setup)
  return protocol === setup.protocol
    ? setup
    : { ...setup, protocol, maxTokens: Math.max(setup.maxTokens, ASK_SETUP_DEFAULTS[protocol].maxTokens) }
}

/**
 * The resume key: what was asked, of whom, about which picture.
 *
 * @param imageSha256 of the PNG file in the dataset
 */
export function requestSha256(model: string, question: QuestionRow, imageSha256: string, setup: AskSetup): string {
  return sha256Hex(canonicalJson({ model, questionId: question.id, text: question.text, imageSha256, setup }))
}
