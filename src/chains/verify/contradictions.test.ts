import { expect, test } from 'vitest'
import { choice, stream } from '../../core/rng.ts'
import type { Claim } from './claim.ts'
import { Contradictions, excludes } from './contradictions.ts'
import { claimContext, extractClaims } from './extract-claims.ts'
import { HELD_OUT, heldOutGraph } from './held-out.fixture.ts'

const SCENE = 's02'
const context = claimContext(heldOutGraph(SCENE))
const said = Object.values(HELD_OUT)
  .flat()
  .filter(sentence => sentence.scene === SCENE)
  .flatMap(sentence => extractClaims(sentence.text, context))
  .map(claim => ({ ...claim, retracted: false }))

/** What the class does, a claim at a time. */
function retractOneByOne(claims: Claim[], now: Claim): void {
  for (const [i, claim] of claims.entries()) if (excludes(claim, now)) claims[i] = { ...claim, retracted: true }
}

test('the same claims are taken back as when each is looked at', () => {
  const next = stream(1, 'contradictions', 'chains')
  let retracted = 0
  for (let chain = 0; chain < 100; chain++) {
    const [fast, slow]: [Claim[], Claim[]] = [[], []]
    const contradictions = new Contradictions(fast)
    for (let k = 0; k < 60; k++) {
      const claim = choice(next, said)
      if (next() < 0.5) {
        contradictions.retract(claim)
        retractOneByOne(slow, claim)
      }
      fast.push(claim)
      slow.push(claim)
    }
    expect(fast).toEqual(slow)
    retracted += fast.filter(claim => claim.retracted).length
  }
  expect(retracted).toBeGreaterThan(200)
})
