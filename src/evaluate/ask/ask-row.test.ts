import { expect, test } from 'vitest'
import { parsePrediction } from '../../chains/read/parse-prediction.ts'
import type { QuestionRow } from '../../core/questions.ts'
import { parseResponse } from '../responses.ts'
import { errorRow, replyRow } from './ask-row.ts'
import { ASK_SETUP_DEFAULTS, type AskProtocol, setupFor } from './ask-setup.ts'
import { readChatReply } from './chat-reply.ts'

const question: QuestionRow = {
  version: 1,
  id: 'grid-000001-d2',
  sceneId: 'grid-000001',
  image: 'images/grid-000001.png',
  text: 'Is the red sphere closer to the camera than the blue cube?',
  answer: 'Yes',
  template: '2',
  axis: 'distance',
  category: 'close',
  pairId: 'grid-000001-d12',
  split: 'counter',
}
const item = { question, imageSha256: 'ab'.repeat(32) }

interface Message {
  readonly content?: string | null
  readonly reasoning_content?: string
  readonly refusal?: string
}

function rowOf(protocol: AskProtocol, message: Message, finish = 'stop', asked = item) {
  const setup = setupFor(asked.question, ASK_SETUP_DEFAULTS[protocol])
  const reply = readChatReply({ choices: [{ message, finish_reason: finish }] })
  return parseResponse(JSON.parse(JSON.stringify(replyRow('m', asked, setup, reply))))
}

test.each([
  [{ content: '<think>\nIt is lower.\n</think>\n\nYes, it is.' }, 'stop', 'yes'],
  [{ content: 'No', reasoning_content: 'It is higher, so farther. Answer: yes? No.' }, 'stop', 'no'],
  [{ content: 'It is lower.</think><answer>no</answer>' }, 'stop', 'no'],
])('a chain’s prediction reads, to the auditor, as the row’s own answer (%#)', (message, finish, answer) => {
  const row = rowOf('chain', message, finish)
  expect(row).toMatchObject({ status: 'ok', imageId: 'grid-000001', question: question.text, ref_answer: 'yes' })
  expect(parsePrediction(row.prediction as string)).toMatchObject({ status: 'ok', answer })
})

test('a chain that was cut off is truncated to both', () => {
  const row = rowOf('chain', { content: '<think>It is lower and' }, 'length')
  expect(row).toMatchObject({ status: 'unparsed', truncated: true, reasoning: 'It is lower and', text: '' })
  expect(parsePrediction(row.prediction as string)).toMatchObject({ status: 'unparsed', reason: 'truncated' })
})

test('a refusal is no answer, whatever it says', () => {
  expect(rowOf('text', { content: null, refusal: 'Yes, I must decline.' })).toMatchObject({ status: 'refused' })
  expect(rowOf('text', { content: 'Yes' }, 'content_filter')).toMatchObject({ status: 'refused' })
})

test('a contrastive question of a logits run is asked in words, with room for them', () => {
  const above = {
    ...item,
    question: { ...question, axis: 'vertical' as const, answer: 'below', category: 'below' as const },
  }
  expect(rowOf('logits', { content: 'Below.' }, 'stop', above)).toMatchObject({
    protocol: 'text',
    status: 'ok',
    text: 'Below.',
    setup: { protocol: 'text', maxTokens: 256 },
  })
  expect(rowOf('logits', { content: 'Yes' }, 'stop', above)).toMatchObject({ status: 'unparsed' })
})

test('an error’s row says why and carries no answer', () => {
  const row = parseResponse(errorRow('m', item, ASK_SETUP_DEFAULTS.logits, 'HTTP 500'))
  expect(row).toMatchObject({ status: 'error', error: 'HTTP 500', questionId: question.id })
  expect(row.pYes).toBeUndefined()
})
