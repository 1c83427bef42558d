import { describe, expect, test } from 'vitest'
import { readSceneGraph } from '../graph/scene-graph.ts'
import { type JudgeEvidence, judgeKey, judgePrompt } from './judge-prompt.ts'
import { passes, readJudgeReply, scoresIn } from './judge-reply.ts'

const GOOD = '{"correctness": 1, "faithfulness": 0.5, "completeness": 0.75}'
const SCORES = { correctness: 1, faithfulness: 0.5, completeness: 0.75 }
const FENCE = '```'

describe('replies that are read', () => {
  test.each([
    GOOD,
    `Here it is: ${GOOD} I hope this helps. {"correctness": 0}`,
    `${FENCE}json\n${GOOD}\n${FENCE}`,
    '{"correctness": 1, "faithfulness": 0.5, "completeness": 0.75,}',
    "{'correctness': 1, 'faithfulness': 0.5, 'completeness': 0.75}",
    '{"AC": 1, "RF": 0.5, "RC": 0.75}',
    '{"scores": {"answer_correctness": 1, "reasoning_faithfulness": 0.5, "reasoning_completeness": 0.75}, "note": "a } brace"}',
    `<think>{"correctness": 0}</think>${GOOD}`,
  ])('%j', reply => {
    expect(readJudgeReply(reply)).toEqual({ scores: SCORES })
  })
})

describe('the eight wrong replies never pass', () => {
  test.each([
    ['fenced JSON that says it passes', `${FENCE}json\n{"pass": true, "verdict": "pass"}\n${FENCE}`],
    ['words', 'I cannot pass judgement'],
    ['a scale of ten', '{"correctness": 10, "faithfulness": 9, "completeness": 9}'],
    ['NaN', '{"correctness": NaN, "faithfulness": 1, "completeness": 1}'],
    ['below zero', '{"correctness": 1, "faithfulness": -1, "completeness": 1}'],
    ['a list', '[1,2,3]'],
    ['null', 'null'],
    ['a missing key', '{"correctness": 1, "faithfulness": 1}'],
    ['numbers as words', '{"correctness": "1", "faithfulness": "1", "completeness": "1"}'],
    ['nothing', ''],
  ])('%s', (_, reply) => {
    const read = readJudgeReply(reply)
    expect(read).toEqual({ problem: expect.any(String) })
  })
  test('a fenced object is read by its numbers, not by what it says of itself', () => {
    const read = readJudgeReply(
      `${FENCE}json\n{"correctness": 1, "faithfulness": 0.2, "completeness": 0.3, "pass": true}\n${FENCE}`,
    )
    expect('scores' in read && passes(read.scores)).toBe(false)
  })
})

test('pass is recomputed: AC ≥ .5 and the mean of RF and RC ≥ .5', () => {
  expect(passes(SCORES)).toBe(true)
  expect(passes({ ...SCORES, correctness: 0.49 })).toBe(false)
  expect(passes({ correctness: 0.5, faithfulness: 1, completeness: 0 })).toBe(true)
  expect(passes({ correctness: 1, faithfulness: 0.5, completeness: 0.49 })).toBe(false)
})

test('scores of a file: nested or flat', () => {
  expect(scoresIn({ idx: 1, scores: SCORES })).toEqual({ scores: SCORES })
  expect(scoresIn({ idx: 1, ...SCORES })).toEqual({ scores: SCORES })
})

test('answer, reference and graph can be left out; the key changes with whatever the judge sees', () => {
  const graph = readSceneGraph({ objects: { '1': { name: 'cube', attributes: ['red'], x: 0, y: 0, w: 10, h: 10 } } })
  const all: JudgeEvidence = { question: 'Q?', thinking: 'T', answer: 'no', refAnswer: 'yes', refThinking: 'R', graph }
  const { user } = judgePrompt(all)
  for (const part of ['Q?', 'T', 'no', 'yes', 'R', 'red cube at (5, 5)']) expect(user).toContain(part)
  const blind = judgePrompt({ ...all, refAnswer: null, refThinking: null, graph: null }).user
  for (const part of ['Right answer', 'for comparison', 'Scene graph']) expect(blind).not.toContain(part)
  const key = judgeKey('m', '1', 'j', all)
  expect(judgeKey('m', '1', 'j', all)).toBe(key)
  for (const other of [
    judgeKey('n', '1', 'j', all),
    judgeKey('m', '2', 'j', all),
    judgeKey('m', '1', 'k', all),
    judgeKey('m', '1', 'j', { ...all, thinking: 'U' }),
  ]) {
    expect(other).not.toBe(key)
  }
})
