import { afterEach, expect, test, vi } from 'vitest'
import type { QuestionRow } from '../../core/questions.ts'
import { askModel, type ModelConnection } from './model-connection.ts'

const question: QuestionRow = {
  version: 1,
  id: 'scene-d1',
  sceneId: 'scene',
  image: '',
  text: 'Is the red sphere closer to the camera than the cyan cube?',
  answer: 'No',
  template: '1',
  axis: 'distance',
  category: 'far',
  pairId: 'scene-d12',
  split: 'counter',
}
const model: ModelConnection = { baseUrl: 'http://127.0.0.1:8000/v1', model: 'm', apiKey: 'secret', protocol: 'logits' }
const png = Uint8Array.from({ length: 100_000 }, (_, i) => i % 256)

function relaySays(value: unknown, type = 'application/json') {
  const spy = vi.fn(
    async (_url: string, _init: RequestInit) =>
      new Response(JSON.stringify(value), { headers: { 'content-type': type } }),
  )
  vi.stubGlobal('fetch', spy)
  return spy
}
afterEach(() => vi.unstubAllGlobals())
const ask = (connection = model) => askModel(connection, question, png, new AbortController().signal)
const reply = (part: object) => ({
  reply: { text: '', reasoning: null, truncated: false, refusal: null, firstToken: null, usage: null, ...part },
})
const tokens = (yes: number, no: number) => [
  { token: ' Yes', logprob: Math.log(yes) },
  { token: ' No', logprob: Math.log(no) },
]

test('P(Yes) from the first token, right or wrong against the truth', async () => {
  const spy = relaySays(reply({ text: 'No', firstToken: tokens(0.2, 0.6) }))
  const answer = await ask()
  expect(answer).toMatchObject({ kind: 'answered', right: true })
  expect(answer.kind === 'answered' && answer.pYes).toBeCloseTo(0.25, 9)
  const sent = JSON.parse(spy.mock.calls[0]![1].body as string)
  expect(sent).toMatchObject({
    baseUrl: model.baseUrl,
    apiKey: 'secret',
    body: { model: 'm', max_tokens: 1, logprobs: true },
  })
  const image = sent.body.messages[0].content[0].image_url.url as string
  expect(Buffer.from(image.split(',')[1]!, 'base64').equals(Buffer.from(png))).toBe(true)
  relaySays(reply({ text: 'Yes', firstToken: tokens(0.9, 0.1) }))
  expect(await ask()).toMatchObject({ kind: 'answered', right: false })
})

test('words are read as the rest of the tool reads them', async () => {
  relaySays(reply({ text: 'No, the cube is. It has no shadow.' }))
  expect(await ask({ ...model, protocol: 'text' })).toEqual({ kind: 'answered', pYes: null, text: 'No', right: true })
})

test.each([
  ['no logprobs', reply({ text: 'No' }), 'application/json', /no logprobs/],
  ['an error of the server', { error: { code: 'x', message: 'HTTP 401' } }, 'application/json', /HTTP 401/],
  ['a static web server', 'Not found', 'text/html', /npm start/],
])('%s is told, not thrown', async (_, value, type, why) => {
  relaySays(value, type)
  const answer = await ask()
  expect(answer).toMatchObject({ kind: 'failed', why: expect.stringMatching(why) })
})
