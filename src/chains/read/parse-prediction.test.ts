import { describe, expect, test } from 'vitest'
import { choicesOf, normaliseAnswer } from './normalise-answer.ts'
import { parsePrediction } from './parse-prediction.ts'

const FENCE = '```'

describe('predictions with an answer', () => {
  test.each([
    ['<think>\nknife left\n</think>\n<answer>\nno\n</answer>', 'no', 'knife left'],
    ['The cup is left.\n**Answer:** yes', 'yes', 'The cup is left.'],
    [
      'I look.\nAnswer: will check the bread first.\nDone.</think>\nAnswer: No.',
      'no',
      'I look.\nAnswer: will check the bread first.\nDone.',
    ],
    ['Answer: yes\nWait.\nAnswer: no', 'no', 'Answer: yes\nWait.'],
    ['Reason. Answer: yes', 'yes', 'Reason.'],
    ['Final answer: no', 'no', ''],
    ['Answer: **No**', 'no', ''],
    [`${FENCE}json\n{"final_answer":"yes"}\n${FENCE}`, 'yes', ''],
    ['The cup is left. {"final_answer": "no"}', 'no', 'The cup is left.'],
    ['{"answer":"no"}', 'no', ''],
    ['so \\boxed{no}', 'no', 'so'],
    ['so \\boxed{\\text{Yes}}', 'yes', 'so'],
    ['The cup is left of the knife.\n\nYes', 'yes', 'The cup is left of the knife.'],
    ['<answer>yes</answer> hm <answer>no</answer>', 'no', '<answer>yes</answer> hm'],
    ['<think>a</think><think>b</think>\nyes<|im_end|>', 'yes', 'ab'],
    ['### Final Answer:\nyes', 'yes', ''],
  ])('%j', (text, answer, thinking) => {
    expect(parsePrediction(text)).toMatchObject({ status: 'ok', answer, thinking })
  })
})

describe('predictions without one', () => {
  test.each([
    ['["yes"]', 'json-without-answer'],
    ['5', 'json-without-answer'],
    ['null', 'json-without-answer'],
    ['{"final_answer":null}', 'json-without-answer'],
    ['<think>abc', 'truncated'],
    ['<think>a</think> so <think> yes', 'truncated'],
    ['', 'empty'],
    ['<|im_end|>', 'empty'],
    ['<think>yes</think>', 'no-answer'],
    ['The cup is to the left of the knife.', 'no-answer'],
    ['Answer: Yes/No', 'ambiguous'],
    ['Answer: will check the bread', 'not-a-choice'],
  ])('%j is unparsed: %s', (text, reason) => {
    expect(parsePrediction(text)).toMatchObject({ status: 'unparsed', reason })
  })
})

describe('what a person reads', () => {
  test.each([
    ['Yes,it is', 'yes'],
    ['yes—clearly', 'yes'],
    ['"No"', 'no'],
    ['(no)', 'no'],
    ['*No*', 'no'],
    ['[yes]', 'yes'],
    ['\\boxed{no}', 'no'],
    ['Nope', 'no'],
    ['Yeah', 'yes'],
    ['Not at all', 'no'],
    ['The answer is no', 'no'],
    ['Yes, there is no cup to the left', 'yes'],
    ['No, there is no cup to the left.', 'no'],
    ['no it is not', 'no'],
    ['There is no cup, so yes', 'yes'],
    ['I would say “yes”.', 'yes'],
  ])('%j → %s', (text, answer) => {
    expect(normaliseAnswer(text)).toEqual({ kind: 'answer', answer })
  })
  test.each(['Yes/No', 'No problem, yes it is', 'yes or no', 'yes and no'])('%j is ambiguous', text => {
    expect(normaliseAnswer(text)).toEqual({ kind: 'ambiguous' })
  })
  test.each(['There is no cup on the left', 'perhaps', '', 'I cannot tell', 'Yesterday, nothing'])(
    '%j says neither',
    text => {
      expect(normaliseAnswer(text)).toEqual({ kind: 'none' })
    },
  )
  test.each([
    ['not silver, pink', ['silver', 'pink'], 'pink'],
    ['The pink one, not the silver one', ['silver', 'pink'], 'pink'],
    ['dark blue', ['light blue', 'dark blue'], 'dark blue'],
    ['It is dark blue.', ['blue', 'dark blue'], 'dark blue'],
    ['pink rather than silver', ['silver', 'pink'], 'pink'],
    ['To the LEFT', ['left', 'right'], 'left'],
  ])('%j of %j → %s', (text, choices, answer) => {
    expect(normaliseAnswer(text, choices)).toEqual({ kind: 'answer', answer })
  })
  test('several or none of the choices', () => {
    expect(normaliseAnswer('pink and silver', ['silver', 'pink'])).toEqual({ kind: 'ambiguous' })
    expect(normaliseAnswer('blue', ['light blue', 'dark blue'])).toEqual({ kind: 'none' })
  })
  test('choices of a question', () => {
    expect(choicesOf('Is the cup left?', 'No')).toEqual(['yes', 'no'])
    expect(choicesOf('Is the cup to the left or to the right of the bread?', 'right')).toEqual(['right', 'left'])
    expect(choicesOf('Which colour is it, pink or silver?', 'pink')).toEqual(['pink', 'silver'])
  })
})
