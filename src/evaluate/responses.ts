import { z } from 'zod'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { formatPath } from '../core/scene.ts'
import { expectedBy } from '../core/schema-error.ts'

/**
 * A row of `responses.jsonl`: what one model said to one question. `ask`, `import`, `baseline` and the Python file
 * write it; `score` and the studio read it. Fields that a writer adds beyond these are kept.
 */
export const RESPONSE_VERSION = 1

/**
 * - `ok`: an answer that can be scored;
 * - `unparsed`: the model spoke, but neither answer can be read from it: wrong in accuracies, left out of v;
 * - `refused`: the model or its provider declined: counted as `unparsed` is;
 * - `error`: no reply (bounded retries used up), `skipped`: not asked: left out of both, and counted.
 */
export const RESPONSE_STATUSES = ['ok', 'unparsed', 'refused', 'error', 'skipped'] as const
export type ResponseStatus = (typeof RESPONSE_STATUSES)[number]

export const PROTOCOLS = ['logits', 'text'] as const
export type Protocol = (typeof PROTOCOLS)[number]

const share = z.number().min(0).max(1)

export const responseSchema = z.looseObject({
  version: z.literal(RESPONSE_VERSION).default(RESPONSE_VERSION),
  questionId: z.string().min(1),
  model: z.string().min(1),
  protocol: z.enum(PROTOCOLS),
  status: z.enum(RESPONSE_STATUSES),
  /** P(Yes) among Yes and No, in [0, 1]. */
  pYes: share.exactOptional(),
  /** ℓYes − ℓNo at the first generated token. */
  logit: z.number().exactOptional(),
  /** The reply as it came (text protocol), or the first token (logits). */
  text: z.string().exactOptional(),
  /** Probability on all tokens that say Yes, and No, at the first generated token. */
  yesMass: share.exactOptional(),
  noMass: share.exactOptional(),
  /** Side that is not in the server's top list; its mass is then a bound, never 0. */
  censored: z.enum(['yes', 'no', 'both']).exactOptional(),
  /** A thinking model's chain, and whether it was cut off by the token limit. */
  reasoning: z.string().exactOptional(),
  truncated: z.boolean().exactOptional(),
  /** hash(model, question, image, parameters): resume skips rows by it. */
  requestSha256: z.string().exactOptional(),
  /** SHA-256 of the rest of the row (`row-checksum.ts`): a row that was changed is refused. */
  rowSha256: z.string().exactOptional(),
  /** Why there is no answer (`error`, `refused`, `skipped`). */
  error: z.string().exactOptional(),
  /** Whatever the server or the other harness gave, for later readers. */
  raw: z.unknown().exactOptional(),
})

export type ResponseRow = z.output<typeof responseSchema>

/** What scoring reads of a row: neither chain nor what the server gave besides. */
export type ScoredResponse = Pick<
  ResponseRow,
  | 'questionId'
  | 'model'
  | 'protocol'
  | 'status'
  | 'pYes'
  | 'logit'
  | 'text'
  | 'yesMass'
  | 'noMass'
  | 'censored'
  | 'error'
> & {
  /** How the question was asked (`ask`), and with what changed inside the model (`spatialtunnel.py intervene`). */
  readonly setup?: unknown
  readonly intervention?: unknown
}

/**
 * Whether a file that begins like this holds rows of answers: told from its first line, which may be longer than what is
 * looked at (a thinking model's row is).
 */
export function isResponsesHead(head: string): boolean {
  const line = head.trimStart().split('\n', 1)[0]!
  return line.startsWith('{') && /"questionId"\s*:\s*"/.test(line) && /"model"\s*:\s*"/.test(line)
}

/**
 * Checks one row.
 *
 * @param value anything, as `JSON.parse` gives it
 * @throws SpatialTunnelError `response-invalid`, with the field's path
 * @example parseResponse({ questionId: 'grid-000000-d1', model: 'm', protocol: 'logits', status: 'ok', pYes: 0.9 })
 */
export function parseResponse(value: unknown): ResponseRow {
  const result = responseSchema.safeParse(value)
  if (!result.success) {
    const issue = result.error.issues[0]!
    throw new SpatialTunnelError({
      code: 'response-invalid',
      where: formatPath(issue.path) || 'row',
      found: shown(value),
      expected: expectedBy(issue),
      remedy: 'a row is {questionId, model, protocol, status, pYes or text}: see src/evaluate/responses.ts',
    })
  }
  const row = result.data
  if (row.status === 'ok' && row.pYes === undefined && row.logit === undefined && row.text === undefined) {
    throw new SpatialTunnelError({
      code: 'response-invalid',
      where: 'pYes',
      found: `status ok without pYes, logit or text (${row.questionId})`,
      expected: 'at least one of them',
      remedy: 'write status "unparsed" for a reply without an answer, "error" for no reply',
    })
  }
  return row
}
