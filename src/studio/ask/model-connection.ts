import { sha256Hex } from '../../core/canonical.ts'
import type { QuestionRow } from '../../core/questions.ts'
import { replyRow } from '../../evaluate/ask/ask-row.ts'
import { ASK_SETUP_DEFAULTS, type AskProtocol } from '../../evaluate/ask/ask-setup.ts'
import type { ChatReply } from '../../evaluate/ask/chat-reply.ts'
import { chatRequest } from '../../evaluate/ask/chat-request.ts'
import { parseAnswer } from '../../evaluate/parse-answer.ts'
import type { ResponseRow } from '../../evaluate/responses.ts'

/** A model behind an OpenAI-compatible server. The key lives here, in the page's memory, and in the requests. */
export interface ModelConnection {
  readonly baseUrl: string
  readonly model: string
  readonly apiKey: string
  readonly protocol: Extract<AskProtocol, 'logits' | 'text'>
}

/** What the model said to a question; without an answer, why. */
export type ModelAnswer =
  | { readonly kind: 'answered'; readonly pYes: number | null; readonly text: string; readonly right: boolean }
  | { readonly kind: 'failed'; readonly why: string }

/** Asks one question about a picture through the loopback server's relay. Failures are answers: nothing is thrown. */
export async function askModel(
  { baseUrl, model, apiKey, protocol }: ModelConnection,
  question: QuestionRow,
  png: Uint8Array,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const setup = ASK_SETUP_DEFAULTS[protocol]
  const body = chatRequest(model, question.text, dataUri(png), setup)
  const relayed = await relay({ baseUrl, ...(apiKey ? { apiKey } : {}), body }, signal)
  if (typeof relayed === 'string') return { kind: 'failed', why: relayed }
  const row = replyRow(model, { question, imageSha256: sha256Hex(png) }, setup, relayed)
  return answerOf(row, question)
}

/** A row as the page shows it. Exactly one half is neither right nor wrong and counts as wrong here. */
export function answerOf(row: ResponseRow, question: Pick<QuestionRow, 'answer'>): ModelAnswer {
  const said = row.text?.trim() ?? ''
  if (row.status !== 'ok') return { kind: 'failed', why: row.error ?? `no answer can be read from “${said}”` }
  if (row.pYes !== undefined) {
    const right = question.answer === 'Yes' ? row.pYes > 0.5 : row.pYes < 0.5
    return { kind: 'answered', pYes: row.pYes, text: said, right }
  }
  const word = parseAnswer(said) ?? ''
  return { kind: 'answered', pYes: null, text: word, right: word === question.answer }
}

const NO_RELAY = 'this page is not served by the studio’s own server: start it with `npm start`'

async function relay(request: unknown, signal: AbortSignal): Promise<ChatReply | string> {
  try {
    const response = await fetch('./ask', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      signal,
    })
    if (!response.headers.get('content-type')?.startsWith('application/json')) return NO_RELAY
    const answer = (await response.json()) as { reply?: ChatReply; error?: { message: string } }
    return answer.reply ?? answer.error?.message ?? 'an empty reply'
  } catch (error) {
    return error instanceof SyntaxError ? NO_RELAY : `no connection to the studio’s server (${String(error)})`
  }
}

function dataUri(png: Uint8Array): string {
  let text = ''
  for (let at = 0; at < png.length; at += 0x8000) text += String.fromCharCode(...png.subarray(at, at + 0x8000))
  return `data:image/png;base64,${btoa(text)}`
}
