import { expect, test } from 'vitest'
import { DIRECTION_WORDS, parseAnswer } from './parse-answer.ts'

test.each([
  ['Yes', 'Yes'],
  [' yes.', 'Yes'],
  ['**No**, the red sphere is farther.', 'No'],
  ['NO', 'No'],
  ['"Yes"', 'Yes'],
  ['Answer: No', 'No'],
  ['The final answer is **yes**.', 'Yes'],
  ['Answer: Yes … wait.\nFinal answer: No', 'No'],
  ['<answer> No </answer>', 'No'],
  ['so \\boxed{Yes}', 'Yes'],
  ['\\boxed{\\text{No}}', 'No'],
  ['<think>Yes, it could be. No.</think> Yes', 'Yes'],
  ['It might be. No it is not, hmm. </think>\n\nYes', 'Yes'],
  ['The sphere is higher in the image. Yes', 'Yes'],
  ['I would say yes', 'Yes'],
  ['My reply to that: no!', 'No'],
  ['Yep, it is.', 'Yes'],
  // Only a line feed ends the line of "answer".
  ['My answer follows.\u2028Yes', 'Yes'],
  ['The answer, in short:\rNo', 'No'],
  ['<answer>Yes', 'Yes'],
  ['<answer>Yes</answer> <answer>No', 'Yes'],
])('%j says %s', (text, answer) => {
  expect(parseAnswer(text)).toBe(answer)
})

test.each([
  [''],
  ['<think>Yes, because'],
  ['The red sphere has no shadow.'],
  ['It could be yes or no?'],
  ['I cannot tell.'],
  ['Yesterday'],
  ['Nothing is closer; the nose knows'],
])('%j says neither', text => {
  expect(parseAnswer(text)).toBeNull()
})

test('direction words, with their comparatives', () => {
  expect(parseAnswer('Left.', DIRECTION_WORDS)).toBe('left')
  expect(parseAnswer('It is farther from you', ['far', 'close'])).toBe('far')
  expect(parseAnswer('The ball is above the cube, not below', ['above', 'below'])).toBeNull()
})
