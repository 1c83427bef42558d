import { expect, test } from 'vitest'
import suiteFile from '../../../scenes/chains.json' with { type: 'json' }
import { expandSuite } from '../../core/expand.ts'
import { wrapDeg } from '../../core/frames.ts'
import type { Scene } from '../../core/scene.ts'
import { parseSuite } from '../../core/suite.ts'
import { sceneTruth } from '../../core/truth.ts'
import { writeChain } from '../generate/chain-plan.ts'
import { mutate } from '../generate/mutants.ts'
import { chainTasks } from '../generate/question-set.ts'
import { referencePlan } from '../generate/reference-chain.ts'
import { indexGraph } from '../graph/graph-index.ts'
import { tunnelGraph } from '../graph/tunnel-graph.ts'
import { claimContext, extractClaims } from './extract-claims.ts'
import { heldOutResults } from './held-out.fixture.ts'
import { verifyChain } from './verify-chain.ts'

/** The scene in a mirror: θ → 180° − θ, yaw and camera's x turned round. */
const mirrored = (scene: Scene): Scene => ({
  ...scene,
  objects: scene.objects.map(object => ({
    ...object,
    thetaDeg: wrapDeg(180 - object.thetaDeg),
    yawDeg: -object.yawDeg,
  })),
})

const swapSides = (text: string): string =>
  text.replace(/left|right/gi, word => {
    const other = word.toLowerCase() === 'left' ? 'right' : 'left'
    return word[0] === word[0]!.toUpperCase() ? other[0]!.toUpperCase() + other.slice(1) : other
  })

test('a mirrored scene and a text with left and right exchanged: the same verdicts', () => {
  const suite = parseSuite(suiteFile)
  const scenes = [...expandSuite(suite, 0, 50)]
  for (const [k, task] of [...chainTasks(scenes, 1, suite.seed)].entries()) {
    const scene = mirrored(scenes[k]!.scene)
    const mirror = indexGraph(tunnelGraph(scene, sceneTruth(scene)))
    const plan = referencePlan(task.question, task.index, suite.seed)
    const flip = mutate('flip-relation', plan, task.question, task.index, suite.seed)!
    for (const chain of [plan, flip]) {
      const { text } = writeChain(chain, task.index)
      const statuses = (of: string, index: typeof mirror) => verifyChain(of, index).claims.map(claim => claim.status)
      expect(statuses(swapSides(text), mirror), text).toEqual(statuses(text, task.index))
    }
  }
})

test('the grammar is its own mirror image on sentences of many styles', () => {
  const suite = parseSuite(suiteFile)
  const [task] = chainTasks(expandSuite(suite, 0, 1), 1, suite.seed)
  const context = claimContext(task!.index)
  const shape = (text: string): string[] =>
    extractClaims(text, context).map(
      claim => `${claim.pattern} ${claim.relation ?? claim.value} ${claim.negated} ${claim.retracted}`,
    )
  for (const { text } of [...heldOutResults('first'), ...heldOutResults('styles'), ...heldOutResults('chains')]) {
    // "right behind", "that's right" have no mirror image.
    if (
      /\b(?:right|left) (?:behind|above|below|next|in front|beside|under|over|at|there|here|now|by|up|down|near)|, right|seems right/i.test(
        text,
      )
    )
      continue
    expect(shape(swapSides(text)).map(swapSides), text).toEqual(shape(text))
  }
})
