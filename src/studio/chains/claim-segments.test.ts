import { expect, test } from 'vitest'
import { claimSegments } from './claim-segments.ts'
import { exampleChains } from './example-chains.ts'
import { checkChain, OUTCOMES } from './shown-chain.ts'

const chains = exampleChains()

test('segments join to the text, and every claim is under its own words', () => {
  for (const chain of chains) {
    const { thinking, verdict } = checkChain(chain, chain.prediction)
    const segments = claimSegments(thinking, verdict.claims)
    expect(segments.map(segment => segment.text).join('')).toBe(thinking)
    for (const [k, claim] of verdict.claims.entries()) {
      const own = segments.filter(segment => segment.claims.includes(k)).map(segment => segment.text)
      expect(own.join('')).toBe(thinking.slice(...claim.span))
    }
  }
})

test('the example shows every class of right answers', () => {
  const outcomes = new Set(chains.map(chain => checkChain(chain, chain.prediction).outcome))
  expect(OUTCOMES.filter(outcome => outcome !== 'wrong' && outcome !== 'unparsed' && !outcomes.has(outcome))).toEqual(
    [],
  )
})

test('the worst verdict comes through where claims overlap', () => {
  const chain = chains.find(item => item.model === 'example')!
  const [object] = chain.index.objects
  const label = `${object!.attributes[0]} ${object!.name}`
  const text = `The ${label} is a purple pyramid.`
  const { verdict } = checkChain(chain, `<think>${text}</think> no`)
  const segments = claimSegments(text, verdict.claims)
  expect(segments.some(segment => segment.look === 'contradicted')).toBe(true)
})
