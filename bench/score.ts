/**
 * Scoring: the phase suite's 3,072 scenes and 12,288 questions, one model, 10,000 bootstrap draws, with everything that
 * `score` computes (shortcuts beside it, cells, breakdowns). `npm run bench:score` prints one JSON document.
 */
import phaseSuite from '../scenes/phase.json' with { type: 'json' }
import { expandSuite } from '../src/core/expand.ts'
import { questionsOf } from '../src/core/questions.ts'
import { factorsOf, parseSuite } from '../src/core/suite.ts'
import { answerBiased } from '../src/evaluate/biased-model.ts'
import type { EvaluationData } from '../src/evaluate/evaluation-data.ts'
import { scoreResponses } from '../src/evaluate/score.ts'

const LIMIT_SECONDS = 5
const DRAWS = 10_000
const ROUNDS = 3

const suite = parseSuite(phaseSuite)
const scenes = [...expandSuite(suite)]
const data: EvaluationData = {
  name: suite.name,
  scenes,
  questions: scenes.flatMap(({ id, index, truth }) =>
    questionsOf({ sceneId: id, index, image: `images/${id}.png`, truth }, suite.questions),
  ),
  factorFields: factorsOf(suite).flatMap(factor => factor.fields),
}
const rows = answerBiased(data, { bias: 0.6, confidence: [0.6, 0.98] })

function once() {
  const began = performance.now()
  const worked = process.cpuUsage()
  const { models } = scoreResponses(data, rows, { draws: DRAWS })
  const { user, system } = process.cpuUsage(worked)
  const { estimate, ci } = models[0]!.scalars
  const figures = { v: estimate.v, delta: estimate.delta, deltaCi: ci.delta }
  return { seconds: (performance.now() - began) / 1000, cpuSeconds: (user + system) / 1e6, figures }
}

const rounds = Array.from({ length: ROUNDS }, once)
const best = rounds.reduce((a, b) => (b.seconds < a.seconds ? b : a))
const size = { scenes: data.scenes.length, questions: data.questions.length, draws: DRAWS }
process.stdout.write(`${JSON.stringify({ score: { ...size, ...best, limitSeconds: LIMIT_SECONDS } }, null, 2)}\n`)
