import chainsSuite from '../../../scenes/chains.json' with { type: 'json' }
import contrastive from '../../../scenes/contrastive.json' with { type: 'json' }
import grid from '../../../scenes/grid.json' with { type: 'json' }
import { journalRatings, readAnnotations } from '../../chains/audit/annotations.ts'
import { auditRow, readPredictionRow } from '../../chains/audit/audit-row.ts'
import { generatedRow } from '../../chains/generate/generated-row.ts'
import { chainTasks } from '../../chains/generate/question-set.ts'
import { parseProgram } from '../../chains/gqa/program.ts'
import { readGqaQuestions } from '../../chains/gqa/question.ts'
import { readSceneGraph } from '../../chains/graph/scene-graph.ts'
import { readJudgeReply } from '../../chains/judge/judge-reply.ts'
import { parsePrediction } from '../../chains/read/parse-prediction.ts'
import { expander } from '../../core/expand.ts'
import { parseJson } from '../../core/parse-json.ts'
import { randomScene } from '../../core/scene.fixture.ts'
import { checkScene } from '../../core/scene-check.ts'
import { parseSuite, suiteSha256Of } from '../../core/suite.ts'
import { sceneTruth } from '../../core/truth.ts'
import { readChatReply } from '../../evaluate/ask/chat-reply.ts'
import {
  csvPredictions,
  inspectPredictions,
  lmmsEvalPredictions,
  vlmevalkitPredictions,
} from '../../evaluate/import/read-predictions.ts'
import { DIRECTION_WORDS, parseAnswer, YES_NO } from '../../evaluate/parse-answer.ts'
import { Partitioner } from '../../evaluate/partition/partition.ts'
import type { ForeignRecord } from '../../evaluate/partition/partition-row.ts'
import { parseResponse } from '../../evaluate/responses.ts'
import { withRowChecksum } from '../../evaluate/row-checksum.ts'
import { bytesSource } from '../../formats/byte-source.ts'
import { parseDelimited } from '../../formats/delimited.ts'
import { decodeFailureToken, encodeFailureToken } from '../../formats/failure-link.ts'
import { readJsonArray } from '../../formats/json-array-stream.ts'
import { decodeToken, encodeToken } from '../../formats/link-token.ts'
import { readPairLabels } from '../../formats/pair-labels.ts'
import { decodeSceneToken, sceneLink } from '../../formats/share-link.ts'
import { escapeMarkup, markup } from '../../report/markup.ts'
import { exampleChains } from '../../studio/chains/example-chains.ts'
import { openChains } from '../../studio/chains/open-chains.ts'
import { checkChain } from '../../studio/chains/shown-chain.ts'
import { readResponses } from '../../studio/results/read-responses.ts'
import { fileKind } from '../../studio/share/file-kind.ts'
import { recogniseBytes, recogniseText } from '../../studio/share/recognise.ts'
import { binaryReaders } from './binary-readers.ts'
import type { FuzzReader } from './fuzz-reader.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const json = (...values: readonly unknown[]): Uint8Array[] => values.map(value => encode(JSON.stringify(value)))
const lines = (rows: readonly unknown[]): Uint8Array => encode(rows.map(row => `${JSON.stringify(row)}\n`).join(''))
const asFile = (bytes: Uint8Array, name: string): File => new File([new Uint8Array(bytes)], name)

/** A link around any value, which a stranger can make: the text itself where it is no JSON, or too deep to be written. */
function sealed(bytes: Uint8Array): string {
  const text = decode(bytes)
  try {
    return encodeToken(JSON.parse(text))
  } catch {
    return encodeToken(text)
  }
}

/** Every reader of something that a stranger may have written, with valid inputs. */
export async function fuzzReaders(): Promise<FuzzReader[]> {
  return [...sceneReaders(), ...(await binaryReaders()), ...answerReaders(), ...chainReaders()]
}

function sceneReaders(): FuzzReader[] {
  const scenes = Array.from({ length: 8 }, (_, seed) => randomScene(seed, { objects: 1 + (seed % 4) }))
  const [scene] = scenes
  const failure = {
    question: { text: 'Is the red sphere farther?', answer: 'Yes' },
    answers: [{ model: 'm', pYes: 0.2, said: 'No', right: false }],
    note: 'a note',
  }
  const failureToken = encodeFailureToken(scene!, failure)
  return [
    {
      name: 'scene link',
      kind: 'text',
      seeds: scenes.map(item => encode(sceneLink(item, 'https://example.org/'))),
      read: bytes => recogniseText(decode(bytes), 'link'),
    },
    {
      name: 'scene link, sealed again',
      kind: 'json',
      seeds: json(...scenes),
      read: bytes => sceneTruth(decodeSceneToken(sealed(bytes))),
    },
    {
      name: 'failure link',
      kind: 'text',
      seeds: [encode(failureToken)],
      read: bytes => decodeFailureToken(decode(bytes), scene!),
    },
    {
      name: 'failure link, sealed again',
      kind: 'json',
      seeds: json(decodeToken(failureToken)),
      read: bytes => decodeFailureToken(sealed(bytes), scene!),
    },
    {
      name: 'scene JSON',
      kind: 'json',
      seeds: json(...scenes),
      read: bytes => {
        const found = recogniseBytes(bytes, 'scene.json').scene
        checkScene(found)
        return sceneTruth(found)
      },
    },
    { name: 'suite JSON', kind: 'json', seeds: json(grid, contrastive, chainsSuite), read: readSuite },
  ]
}

function readSuite(bytes: Uint8Array): void {
  const ready = expander(parseSuite(parseJson(decode(bytes), 'suite.json')))
  suiteSha256Of(ready.suite)
  ready.scene(0)
  ready.scene(ready.size - 1)
}

const CHAT_REPLY = {
  model: 'm',
  choices: [
    {
      message: { content: '<think>It is nearer.</think>Yes' },
      finish_reason: 'stop',
      logprobs: {
        content: [{ token: 'Yes', logprob: -0.1, top_logprobs: [{ token: 'No', logprob: -2.4 }] }],
      },
    },
  ],
  usage: { prompt_tokens: 12, completion_tokens: 1 },
}

type Records = readonly Readonly<Record<string, unknown>>[]

/** What a table's reader hands on: a list, of whatever the file holds. */
const recordsIn = (value: unknown): Records => (Array.isArray(value) ? value : [])

function answerReaders(): FuzzReader[] {
  const rows = Array.from({ length: 4 }, (_, i) => ({
    version: 1,
    questionId: `grid-00000${i}-d1`,
    model: 'm',
    protocol: i % 2 ? 'text' : 'logits',
    status: 'ok',
    ...(i % 2 ? { text: 'Yes, it is.', reasoning: 'a chain' } : { pYes: 0.9, logit: 2.2, yesMass: 0.8, noMass: 0.1 }),
  }))
  const sealed = rows.map(row => withRowChecksum(parseResponse(row)))
  const table = 'index,question,answer\n0,"Is it, ""really"", far?",Yes\n1,Near?,No\n'
  return [
    {
      name: 'responses.jsonl',
      kind: 'json',
      seeds: [lines(rows), lines(sealed)],
      read: async bytes => {
        const file = asFile(bytes, 'responses.jsonl')
        await fileKind(file)
        return readResponses([file])
      },
    },
    {
      name: 'reply of a server',
      kind: 'json',
      seeds: json(CHAT_REPLY),
      read: bytes => readChatReply(parseJson(decode(bytes), 'reply')),
    },
    {
      name: 'pairs.jsonl',
      kind: 'json',
      seeds: [
        lines([
          { pairId: 'p0', category: 'left', index: 3 },
          { pairId: 'p1', category: 'under' },
        ]),
      ],
      read: bytes => readPairLabels(bytesSource(bytes, 'pairs.jsonl')),
    },
    {
      name: 'text of an answer',
      kind: 'text',
      seeds: [
        'Yes.',
        '<think>It is higher, and yet nearer.</think>\n<answer>No</answer>',
        'So the box is far.\n**Final answer:** \\boxed{\\text{far}}',
        'The answer is: "left", because it has no shadow there.',
      ].map(encode),
      read: bytes => {
        const text = decode(bytes)
        for (const choices of [YES_NO, DIRECTION_WORDS]) {
          parseAnswer(text, choices)
          parsePrediction(
            text,
            choices.map(choice => choice.toLowerCase()),
          )
        }
      },
    },
    {
      name: 'row of another benchmark',
      kind: 'json',
      seeds: [
        { id: 'a', farY: 10, nearY: 50, imageHeight: 100, answer: '(A)' },
        {
          idx: 1,
          task: 'Depth',
          question: 'Which?',
          choices: "['red', 'blue']",
          answer: '(B)',
          bbox: '[[0, 0, 9, 9], [1, 40, 9, 9]]',
          image_height: 100,
        },
        {
          question_id: 'q',
          objects: "{'bbox': [[0, 0, 9, 9]], 'name': ['cup']}",
          answer_options: '[\'near\', "far"]',
          answer: 0,
          relation: 'close',
        },
      ].flatMap(row => json(row)),
      read: bytes => {
        const record = parseJson(decode(bytes), 'row')
        if (record === null || typeof record !== 'object') return
        const options = { form: null, margin: 0.1, boxes: 'size', heightOfBytes: () => null } as const
        new Partitioner(options, new Map([['a', decode(bytes)]])).add(record as ForeignRecord)
      },
    },
    {
      name: 'predictions of other harnesses',
      kind: 'json',
      seeds: json({
        rows: [
          {
            index: 0,
            prediction: 'A',
            question: 'Is it?',
            doc_id: 0,
            filtered_resps: [['Yes']],
            target: 'Yes',
            questionId: 'q',
            answer: 'No',
          },
        ],
        log: {
          eval: { model: 'm' },
          samples: [
            {
              id: 'q',
              target: 'Yes',
              output: { choices: [{ message: { content: [{ type: 'text', text: 'Yes' }] } }] },
            },
          ],
        },
        ratings: [{ rater: 'r', question: 'Is it?', imageId: 'i', model: 'm', AC: '1', RF: 0.5, RC: '' }],
        journal: [{ judge: 'j', question: 'Is it?', correctness: 1, faithfulness: 1, completeness: 0.5 }],
      }),
      read: bytes => {
        const value = parseJson(decode(bytes), 'predictions')
        const file = { rows: [], ratings: [], journal: [], ...(value as object) } as Record<string, unknown>
        const [rows, ratings, journal] = ['rows', 'ratings', 'journal'].map(name => recordsIn(file[name])) as [
          Records,
          Records,
          Records,
        ]
        for (const read of [vlmevalkitPredictions, lmmsEvalPredictions, csvPredictions]) read(rows, 'rows')
        inspectPredictions(file.log, 'log')
        readAnnotations(ratings)
        journalRatings(journal)
      },
    },
    { name: 'CSV and TSV', kind: 'text', seeds: [encode(table)], read: bytes => parseDelimited(decode(bytes), ',') },
    {
      name: 'JSON list',
      kind: 'json',
      seeds: json(rows),
      read: async bytes => {
        for await (const row of readJsonArray(bytesSource(bytes, 'list.json'))) if (row === undefined) return
      },
    },
  ]
}

function chainReaders(): FuzzReader[] {
  const chains = exampleChains().slice(0, 12)
  const ready = expander(parseSuite(chainsSuite))
  const rows = [...chainTasks([ready.scene(0), ready.scene(1)], 1, 1)].map(task => generatedRow(task, 1))
  const predicted = rows.map(row => ({ imageId: row.imageId, question: row.question, prediction: 'So: yes' }))
  const texts = chains.map(chain => encode(chain.prediction))
  return [
    {
      name: 'chains.jsonl',
      kind: 'json',
      seeds: [lines([...rows, ...predicted])],
      read: async bytes =>
        (await openChains([asFile(bytes, 'chains.jsonl')])).map(chain => checkChain(chain, chain.prediction)),
    },
    {
      name: 'chain text, verified',
      kind: 'text',
      seeds: texts,
      read: bytes => checkChain(chains[bytes.length % chains.length]!, decode(bytes)),
    },
    {
      name: 'chain text, audited',
      kind: 'text',
      seeds: texts,
      read: bytes => {
        const chain = chains[bytes.length % chains.length]!
        const { imageId, question, answer, program, prediction } = chain
        const graph = readSceneGraph(rows[0]!.scene_graph)
        const reference = {
          imageId,
          question,
          answer,
          program,
          graph,
          thinking: prediction,
          relation: 'other',
          hops: 1,
        } as const
        return auditRow(0, readPredictionRow({ imageId, question, prediction: decode(bytes) }), reference, ['cup'])
      },
    },
    {
      name: 'scene graph',
      kind: 'json',
      seeds: [
        ...json(rows[0]!.scene_graph),
        encode("{'objects': {'1': {'name': 'cup', 'x': 1, 'y': 2, 'w': 3, 'h': 4}}}"),
      ],
      read: bytes => readSceneGraph(decode(bytes)),
    },
    {
      name: 'GQA questions',
      kind: 'json',
      seeds: json({
        '1': {
          imageId: '2',
          question: 'Is it left?',
          answer: 'yes',
          types: { detailed: 'relVerify' },
          semantic: [{ operation: 'select', dependencies: [], argument: 'cup (1)' }],
        },
      }),
      read: bytes =>
        readGqaQuestions(parseJson(decode(bytes), 'questions.json')).map(({ semantic }) => parseProgram(semantic)),
    },
    {
      name: "judge's reply",
      kind: 'json',
      seeds: json({ correctness: 1, faithfulness: 0.5, completeness: 0 }),
      read: bytes => readJudgeReply(decode(bytes)),
    },
    { name: 'chain text in HTML', kind: 'text', seeds: texts, read: bytes => readEscaped(decode(bytes)) },
  ]
}

/** Escaped text holds nothing that begins or ends a tag or an attribute, and reads back as what it was. */
function readEscaped(text: string): void {
  const made = markup`<p title="${text}">${[text]}</p>`.text
  const escaped = escapeMarkup(text)
  if (made !== `<p title="${escaped}">${escaped}</p>`) throw new Error('two ways of escaping')
  if (/[<>"']/.test(escaped) || /&(?!amp;|lt;|gt;|quot;|#39;)/.test(escaped)) throw new Error('a live character')
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  const back = escaped.replace(/&(#39|\w+);/g, (_, name: string) => entities[name]!)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  if (back !== text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd')) throw new Error('text changed')
}
