import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { replyRow } from '../src/evaluate/ask/ask-row.ts'
import { ASK_SETUP_DEFAULTS, setupFor } from '../src/evaluate/ask/ask-setup.ts'
import type { ResponseRow } from '../src/evaluate/responses.ts'
import { withRowChecksum } from '../src/evaluate/row-checksum.ts'
import { AskItems } from '../src/node/ask-items.ts'
import { writeRows } from '../src/node/write-rows.ts'

/** The model of the made-up answers. */
export const ANSWERED_MODEL = 'stand-in'

const TOP = [
  ['Yes', 0.7],
  ['No', 0.2],
] as const

/** Writes what `ask` would have of a whole dataset but for `left` questions, spread over it. */
export async function writeAnswers(folder: string, out: string, left: number): Promise<void> {
  const items = await AskItems.open(folder)
  try {
    await writeRows(out, rowsOf(items, left))
  } finally {
    await items.close()
  }
}

async function* rowsOf(items: AskItems, left: number): AsyncGenerator<ResponseRow> {
  const order = items.inOrder()
  const every = Math.ceil(order.length / left)
  const firstToken = TOP.map(([token, p]) => ({ token, logprob: Math.log(p) }))
  for (const place of order) {
    if (place % every === 0) continue
    const item = await items.item(place)
    const text = item.question.answer
    const usage = { promptTokens: 300, completionTokens: 1 }
    const reply = { text, reasoning: null, truncated: false, refusal: null, firstToken, usage, servedModel: null }
    yield withRowChecksum(replyRow(ANSWERED_MODEL, item, setupFor(item.question, ASK_SETUP_DEFAULTS.logits), reply))
  }
}

/** A server that answers every question at once, as `ask` expects it. */
export async function startAnswering(): Promise<{ readonly baseUrl: string; close(): void }> {
  const filler = Array.from({ length: 18 }, (_, k) => [`t${k}`, 1e-6] as const)
  const top = [...TOP, ...filler].map(([token, p]) => ({ token, logprob: Math.log(p) }))
  const choice = {
    message: { content: 'Yes' },
    finish_reason: 'stop',
    logprobs: { content: [{ ...top[0], top_logprobs: top }] },
  }
  const reply = JSON.stringify({ model: ANSWERED_MODEL, choices: [choice] })
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(reply))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close }
}
