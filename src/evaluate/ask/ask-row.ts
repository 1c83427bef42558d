import { answerChoices, type QuestionRow } from '../../core/questions.ts'
import { parseAnswer } from '../parse-answer.ts'
import { RESPONSE_VERSION, type ResponseRow } from '../responses.ts'
import { type AskSetup, requestSha256 } from './ask-setup.ts'
import type { ChatReply } from './chat-reply.ts'
import { readFirstToken } from './first-token.ts'

/** A question with what a reply is tied to. */
export interface AskItem {
  readonly question: QuestionRow
  readonly imageSha256: string
}

/** The fields that every row of `ask` carries, answered or not. */
function rowHead(model: string, { question, imageSha256 }: AskItem, setup: AskSetup) {
  return {
    version: RESPONSE_VERSION,
    questionId: question.id,
    model,
    protocol: setup.protocol === 'logits' ? 'logits' : 'text',
    requestSha256: requestSha256(model, question, imageSha256, setup),
    setup,
  } as const
}

/**
 * The row of a reply. A reply without an answer is `unparsed` or `refused` and carries no pYes: nothing is invented.
 *
 * @param setup as `setupFor` gives it for this question
 */
export function replyRow(model: string, item: AskItem, setup: AskSetup, reply: ChatReply): ResponseRow {
  const head = { ...rowHead(model, item, setup), ...usageOf(reply) }
  if (reply.refusal !== null) return { ...head, status: 'refused', error: reply.refusal, text: reply.text }
  if (setup.protocol === 'logits') return { ...head, ...logitsFields(reply) }
  const choices = answerChoices(item.question)
  // What follows a chain that was cut off is no answer, and neither is a chain without what follows it.
  const answer = reply.text === '' ? null : parseAnswer(reply.text, choices)
  const fields = { ...head, status: answer === null ? 'unparsed' : 'ok', text: reply.text } as const
  if (setup.protocol === 'text') return { ...fields, ...(reply.truncated ? { truncated: true } : {}) }
  return { ...fields, ...chainFields(item.question, reply) }
}

/** The row of a question whose bounded retries are used up. */
export function errorRow(model: string, item: AskItem, setup: AskSetup, error: string): ResponseRow {
  return { ...rowHead(model, item, setup), status: 'error', error }
}

function usageOf({ usage }: ChatReply) {
  return usage ? { usage } : {}
}

function logitsFields(reply: ChatReply): Pick<ResponseRow, 'status' | 'pYes' | 'logit' | 'text' | 'error'> {
  if (!reply.firstToken) return { status: 'error', error: 'no logprobs in the reply', text: reply.text }
  const reading = readFirstToken(reply.firstToken)
  if (reading.kind === 'read') {
    const { kind: _, censored, ...fields } = reading
    return { status: 'ok', text: reply.text, ...fields, ...(censored ? { censored } : {}) }
  }
  if (reading.kind === 'thinking') {
    const error = `the model thinks first (${reading.top.trim()}): ask it with --protocol chain`
    return { status: 'unparsed', text: reading.top, error }
  }
  const outside = { text: reading.top, censored: 'both', error: 'Yes and No are both outside the top list' } as const
  return { status: 'unparsed', ...outside }
}

/** The chain as `audit` reads it: joined on imageId and question, with the paper's record form in `prediction`. */
function chainFields(question: QuestionRow, reply: ChatReply) {
  const chain = reply.reasoning ?? ''
  const answer = reply.text === '' ? '' : `\n<answer>\n${reply.text}\n</answer>`
  const closed = reply.truncated && reply.text === '' ? `<think>\n${chain}` : `<think>\n${chain}\n</think>${answer}`
  return {
    reasoning: chain,
    truncated: reply.truncated,
    imageId: question.sceneId,
    question: question.text,
    ref_answer: question.answer.toLowerCase(),
    prediction: closed,
  }
}
