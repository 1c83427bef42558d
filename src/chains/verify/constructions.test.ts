import { describe, expect, test } from 'vitest'
import constructions from '../fixtures/claim-constructions.json' with { type: 'json' }
import { claimsSaid } from './held-out.fixture.ts'

test.each(constructions.sentences)('$text', ({ scene, text, claims, ...rest }) => {
  expect(claimsSaid(scene, text, 'context' in rest ? rest.context : '')).toEqual(claims)
})

/** Wordings of a relation, each with the claims that it makes; every one goes with every verb and with every sentence around it. */
const RELATIONS: readonly (readonly [wording: string, relation: string])[] = [
  ['to the left of', 'left_of'],
  ['just left of', 'left_of'],
  ['on the right side of', 'right_of'],
  ['further to the right than', 'right_of'],
  ['directly above', 'above'],
  ['lower in the picture than', 'below'],
  ['somewhat higher than', 'higher'],
  ['in front of', 'in_front_of'],
  ['well behind', 'behind'],
  ['a little closer to the camera than', 'closer'],
  ['less far away than', 'closer'],
  ['deeper in the corridor than', 'farther'],
]
const VERBS = ['is', 'lies', 'sits', 'appears to be', 'is located', 'can be seen', 'seems', 'is positioned', 'must be']
const PAIR = ['the yellow cone', 'the black cube'] as const
const said = (text: string): string[] => claimsSaid('s02', text)
const claim = (a: string, relation: string, b: string): string => `${a.slice(4)} ${relation} ${b.slice(4)}`
const sentence = (words: string): string => `${words[0]!.toUpperCase()}${words.slice(1)}.`

describe.each(RELATIONS)('%s', (wording, relation) => {
  const [a, b] = PAIR
  const plain = `${a} is ${wording} ${b}`
  const made = [claim(a, relation, b)]

  test.each(VERBS)('behind “%s”', verb => {
    expect(said(sentence(`${a} ${verb} ${wording} ${b}`))).toEqual(made)
  })

  test('objects exchanged: the claim is exchanged', () => {
    expect(said(sentence(`${b} is ${wording} ${a}`))).toEqual([claim(b, relation, a)])
  })

  test.each(['I think', 'It seems that', 'So', 'Therefore,', 'As we can see,', 'Clearly,', 'Step 2:'])(
    'behind “%s” the same claim',
    lead => {
      expect(said(`${lead} ${plain}.`)).toEqual(made)
    },
  )

  test.each(['I need to check whether', 'If', 'Suppose', 'The question is whether', 'One might think'])(
    'behind “%s” none',
    lead => {
      expect(said(`${lead} ${plain}.`)).toEqual([])
    },
  )

  test('denied, asked, and with another clause', () => {
    expect(said(sentence(`${a} is not ${wording} ${b}`))).toEqual([`not: ${made[0]}`])
    expect(said(`Is ${a} ${wording} ${b}?`)).toEqual([])
    const other = 'the magenta torus is on the right'
    const both = [...made, 'magenta torus at_right']
    for (const joint of [', and ', '; ', ', but ', ', while ', '. '])
      expect(said(sentence(`${plain}${joint}${other}`)), joint).toEqual(both)
    expect(said(sentence(`${other}, and ${plain}`))).toEqual(both.reverse())
  })

  test('shared: two subjects, an ellipsis', () => {
    const c = 'the magenta torus'
    expect(said(sentence(`both ${a} and ${c} are ${wording} ${b}`))).toEqual([...made, claim(c, relation, b)])
    expect(said(sentence(`${plain}, and so is ${c}`))).toEqual([...made, claim(c, relation, b)])
    expect(said(sentence(`${plain}, but ${c} isn’t`))).toEqual([...made, `not: ${claim(c, relation, b)}`])
    expect(said(sentence(`it is ${a}, not ${c}, that is ${wording} ${b}`))).toEqual([
      ...made,
      `not: ${claim(c, relation, b)}`,
    ])
  })
})
