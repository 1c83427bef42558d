import { expect, test } from 'vitest'
import type { QuestionRow } from '../core/questions.ts'
import type { ResponseRow } from './responses.ts'
import { rightPairs } from './right-pairs.ts'

const question = (id: string, pairId: string, answer: string): QuestionRow => ({
  version: 1,
  id,
  sceneId: 's',
  image: 'x.png',
  text: '',
  answer,
  template: 'vertical',
  axis: 'vertical',
  category: 'above',
  pairId,
  split: 'counter',
})
const said = (questionId: string, text: string, more: Partial<ResponseRow> = {}): ResponseRow => ({
  version: 1,
  questionId,
  model: 'm',
  protocol: 'text',
  status: 'ok',
  text,
  ...more,
})

test('a pair is right when both of its questions are', () => {
  const questions = ['a', 'b', 'c', 'd', 'e'].flatMap(pair => [
    question(`${pair}-o`, pair, 'above'),
    question(`${pair}-s`, pair, 'below'),
  ])
  const responses = [
    ...[said('a-o', 'Above.'), said('a-s', 'below')],
    ...[said('b-o', 'above'), said('b-s', 'It is above it.')],
    ...[said('c-o', 'above'), said('c-s', 'I cannot tell', { status: 'unparsed' })],
    said('d-o', 'above'),
    ...[said('e-o', 'above'), said('e-s', '', { status: 'error' })],
  ]
  expect([...rightPairs(questions, responses)]).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
  ])
})

test('depth questions by their probability', () => {
  const questions = [question('x-d1', 'x', 'Yes'), question('x-d2', 'x', 'No')]
  const row = (id: string, pYes: number): ResponseRow => {
    const { text: _, ...rest } = said(id, '')
    return { ...rest, protocol: 'logits', pYes }
  }
  expect(rightPairs(questions, [row('x-d1', 0.9), row('x-d2', 0.2)]).get('x')).toBe(true)
  expect(rightPairs(questions, [row('x-d1', 0.9), row('x-d2', 0.7)]).get('x')).toBe(false)
})
