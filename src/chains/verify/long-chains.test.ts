import { expect, test } from 'vitest'
import { claimsSaid } from './held-out.fixture.ts'
import { sentencesOf } from './words.ts'

const said = (text: string): string[] => claimsSaid('s02', text)
const LEFT = 'the yellow cone is left of the black cube'
const textsOf = (text: string): string[] => sentencesOf(text).map(({ words }) => words.map(word => word.text).join(' '))

test('a sentence without an end is read to its end, in pieces that part at a mark', () => {
  const filler = 'the floor is grey, '.repeat(120)
  expect(said(`So ${filler}and ${LEFT}.`)).toContain('yellow cone left_of black cube')
  expect(said(`So ${'on and on '.repeat(200)}, ${LEFT}.`)).toContain('yellow cone left_of black cube')
  const pieces = sentencesOf(`So ${filler}and ${LEFT}?`)
  expect(pieces.length).toBeGreaterThan(1)
  for (const { words, question } of pieces) {
    expect(words.length).toBeLessThanOrEqual(300)
    expect(question).toBe(true)
  }
})

test('a repeated chain says what it says once, and a doubt at its end takes back all of it', () => {
  const loop = `Wait, ${LEFT}. `.repeat(300)
  expect(said(loop)).toEqual(['yellow cone left_of black cube'])
  expect(said(`${loop}No wait, the yellow cone is right of the black cube.`)).toEqual([
    'yellow cone right_of black cube',
  ])
})

test.each([
  [
    'a quoted sentence of its own, and another behind it',
    '"The cone is near". The ball is far, so "no".',
    ['the cone is near', 'the ball is far , so no'],
  ],
  [
    'one straight behind the other',
    '"The cone is near."(The ball is far.) So "no".',
    ['the cone is near', ', the ball is far', ', so no'],
  ],
  ['a quoted sentence inside another', 'It asks "is the cone near or far" of us.', ['it asks quotation of us']],
  ['a quoted word', 'The word "near" and the "far one" stay.', ['the word near and the far one stay']],
  ['a mark that is never closed', 'The "cone is near the ball and far.', ['the cone is near the ball and far']],
  ['four letters', 'So "a b c " it is.', ['so a b c it is']],
])('quotation marks: %s', (_, text, sentences) => {
  expect(textsOf(text)).toEqual(sentences)
})
