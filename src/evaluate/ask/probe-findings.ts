import type { AskSetup } from './ask-setup.ts'
import type { ChatReply } from './chat-reply.ts'
import { readFirstToken, usableTokens } from './first-token.ts'

/** What the first reply shows about the server: told plainly; a fatal one ends the run before anything is written. */
export interface ProbeFinding {
  readonly code:
    | 'no-logprobs'
    | 'thinking-model'
    | 'setup-altered'
    | 'words-outside'
    | 'reasoning-in-text'
    | 'other-model'
    | 'empty-reply'
  readonly fatal: boolean
  readonly found: string
  readonly expected: string
  readonly remedy: string
}

/**
 * Judges the probe's reply against the set-up that was asked for.
 *
 * @param setup as `setupFor` gives it for the probe's question
 */
export function probeFindings(reply: ChatReply, setup: AskSetup, model: string): ProbeFinding[] {
  return [
    ...(setup.protocol === 'logits' ? logitsFindings(reply, setup) : textFindings(reply, setup)),
    ...tokenFindings(reply, setup),
    ...modelFindings(reply, model),
  ]
}

function logitsFindings(reply: ChatReply, setup: AskSetup): ProbeFinding[] {
  if (!reply.firstToken) {
    const found = reply.reasoning ? 'no logprobs (and a chain of thought)' : 'no logprobs in the reply'
    const protocol = reply.reasoning ? 'chain' : 'text'
    const expected = 'the first token’s top list'
    return [{ code: 'no-logprobs', fatal: true, found, expected, remedy: `ask with --protocol ${protocol}` }]
  }
  const reading = readFirstToken(reply.firstToken)
  if (reading.kind === 'thinking' || reply.reasoning) {
    const found = reading.kind === 'thinking' ? `first token ${reading.top.trim()}` : 'a chain of thought'
    const expected = 'an answer as first token'
    const remedy = 'ask with --protocol chain, or switch thinking off with --extra-body'
    return [{ code: 'thinking-model', fatal: true, found, expected, remedy }]
  }
  const listed = usableTokens(reply.firstToken).length
  if (listed < setup.topLogprobs) {
    const found = `${listed} tokens in the top list`
    const expected = `the ${setup.topLogprobs} that were asked for`
    const remedy =
      listed === 1
        ? 'the server gives probabilities after sampling: ask with --protocol text'
        : `ask with --top-logprobs ${listed}, which every row then says`
    return [{ code: 'setup-altered', fatal: true, found, expected, remedy }]
  }
  if (reading.kind === 'read') return []
  const found = `neither Yes nor No among the first ${listed} tokens (first: ${JSON.stringify(reading.top)})`
  const remedy = 'ask with --suffix "Answer with Yes or No." or --protocol text'
  return [{ code: 'words-outside', fatal: false, found, expected: 'both words in the top list', remedy }]
}

function textFindings(reply: ChatReply, setup: AskSetup): ProbeFinding[] {
  if (setup.protocol === 'text' && reply.reasoning) {
    const found = 'a chain of thought before the answer'
    const remedy = 'ask with --protocol chain to keep the chains'
    return [{ code: 'reasoning-in-text', fatal: false, found, expected: 'the answer alone', remedy }]
  }
  if (reply.text !== '' || reply.truncated) return []
  const remedy = 'check the model’s chat template'
  return [{ code: 'empty-reply', fatal: false, found: 'an empty reply', expected: 'some text', remedy }]
}

/** A server that ignores `max_tokens` was not asked what the row says. */
function tokenFindings({ usage }: ChatReply, setup: AskSetup): ProbeFinding[] {
  if (!usage || usage.completionTokens <= setup.maxTokens || Object.hasOwn(setup.extraBody, 'max_tokens')) return []
  const found = `${usage.completionTokens} generated tokens`
  const remedy = 'this server wants another field: --extra-body \'{"max_tokens": null, "max_completion_tokens": 16}\''
  return [{ code: 'setup-altered', fatal: true, found, expected: `at most ${setup.maxTokens}`, remedy }]
}

function modelFindings({ servedModel }: ChatReply, model: string): ProbeFinding[] {
  if (!servedModel || servedModel === model) return []
  const remedy = 'rows carry the name that was asked for'
  return [{ code: 'other-model', fatal: false, found: `a reply by ${servedModel}`, expected: model, remedy }]
}
