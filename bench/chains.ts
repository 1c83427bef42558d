/**
 * Chains: 28,350 predictions (945 questions × 30 models, the size of the paper's audit) read, compared and verified on one core, and the
 * program executor on programs of four operations over fifteen objects. `npm run bench:chains` prints one JSON document with
 * the limits beside the figures.
 */
import suiteFile from '../scenes/chains.json' with { type: 'json' }
import { type AuditReference, auditRow, type PredictionRow } from '../src/chains/audit/audit-row.ts'
import { writeChain } from '../src/chains/generate/chain-plan.ts'
import { MUTANT_KINDS, mutate } from '../src/chains/generate/mutants.ts'
import { type ChainTask, chainTasks } from '../src/chains/generate/question-set.ts'
import { referencePlan } from '../src/chains/generate/reference-chain.ts'
import { programAnswer } from '../src/chains/gqa/execute.ts'
import { type Instruction, parseProgram, programRelations } from '../src/chains/gqa/program.ts'
import { type GraphIndex, indexGraph } from '../src/chains/graph/graph-index.ts'
import { readSceneGraph } from '../src/chains/graph/scene-graph.ts'
import { trainingTarget } from '../src/chains/record.ts'
import { expandSuite } from '../src/core/expand.ts'
import { choice, stream } from '../src/core/rng.ts'
import { parseSuite } from '../src/core/suite.ts'

const QUESTIONS = 945
const MODELS = 30
/** Mean length of a chain in the paper's data. */
const WORDS = 115
const LIMIT_SECONDS = 60
const LIMIT_PROGRAMS = 100_000

const wordsIn = (text: string): number => text.split(/\s+/).length

/** A chain of about `WORDS` words: what several authors say of the question, every model with another mixture of mutants. */
function chainText({ question, index }: ChainTask, model: number): string {
  const parts: string[] = []
  for (let author = 0, words = 0; words < WORDS - 42; author++) {
    const plan = referencePlan(question, index, `bench ${model}/${author}`)
    const kind = MUTANT_KINDS[(model + author) % MUTANT_KINDS.length]!
    const changed = author % 3 === 1 ? mutate(kind, plan, question, index, `bench ${model}`) : null
    const { text } = writeChain(changed ?? plan, index)
    parts.push(text)
    words += wordsIn(text)
  }
  return parts.join('\n')
}

interface Case {
  readonly row: PredictionRow
  readonly reference: AuditReference
}

function* casesOf(task: ChainTask): Generator<Case> {
  const { question, index, program } = task
  const { relation, hops } = programRelations(program)
  const asked = { imageId: question.sceneId, question: question.question, answer: question.answer }
  const thinking = chainText(task, MODELS)
  const reference = { ...asked, thinking, relation, hops, graph: index.graph, program }
  for (let model = 0; model < MODELS; model++) {
    const prediction = trainingTarget({ thinking: chainText(task, model), answer: question.answer })
    const { imageId, answer } = asked
    yield {
      row: { imageId, question: asked.question, ref_thinking: thinking, ref_answer: answer, prediction },
      reference,
    }
  }
}

function audit() {
  const suite = parseSuite(suiteFile)
  const tasks = [...chainTasks(expandSuite(suite, 0, suite.repeats), 1, suite.seed)].slice(0, QUESTIONS)
  let [chains, words, supported, seconds, cpuSeconds] = [0, 0, 0, 0, 0]
  for (const task of tasks) {
    const cases = [...casesOf(task)]
    const began = performance.now()
    const worked = process.cpuUsage()
    for (const { row, reference } of cases) {
      const { verifier } = auditRow(chains++, row, reference)
      supported += verifier!.counts.supported
    }
    const { user, system } = process.cpuUsage(worked)
    seconds += (performance.now() - began) / 1000
    cpuSeconds += (user + system) / 1e6
    for (const { row } of cases) words += wordsIn(row.prediction!)
  }
  const meanWords = words / chains
  return { chains, meanWords, supportedClaims: supported, seconds, cpuSeconds, limitSeconds: LIMIT_SECONDS }
}

/** Fifteen named objects in a row, each related to the next four. */
function wideGraph(): GraphIndex {
  const names = ['cube', 'ball', 'cone', 'ring', 'box']
  const colors = ['red', 'blue', 'green']
  const objects = Array.from({ length: 15 }, (_, i) => {
    const near = [1, 2, 3, 4].filter(step => i + step < 15)
    const relations = near.map(step => ({ name: 'to the left of', object: String(i + step) }))
    return [String(i), { name: names[i % 5], attributes: [colors[i % 3]], relations, x: 40 * i, y: 100, w: 30, h: 30 }]
  })
  return indexGraph(readSceneGraph({ width: 640, height: 360, objects: Object.fromEntries(objects) }))
}

function programs(count: number): Instruction[][] {
  const next = stream(1, 'bench', 'programs')
  const name = () => choice(next, ['cube', 'ball', 'cone', 'ring', 'box'])
  const side = () => choice(next, ['to the left of', 'to the right of'])
  return Array.from({ length: count }, () =>
    parseProgram([
      { operation: 'select', dependencies: [], argument: `${name()} (-)` },
      { operation: 'filter color', dependencies: [0], argument: choice(next, ['red', 'blue', 'green']) },
      { operation: 'relate', dependencies: [1], argument: `${name()},${side()},s (-)` },
      { operation: 'exist', dependencies: [2], argument: '?' },
    ]),
  )
}

function execute() {
  const index = wideGraph()
  const list = programs(2000)
  const run = (): number => list.reduce((yes, program) => yes + Number(programAnswer(program, index) === 'yes'), 0)
  run()
  const worked = process.cpuUsage()
  let [rounds, yes] = [0, 0]
  const elapsed = (): number => process.cpuUsage(worked).user / 1e6
  while (elapsed() < 1) {
    yes = run()
    rounds++
  }
  const programsPerSecond = Math.round((rounds * list.length) / elapsed())
  return { objects: 15, operations: 4, yesShare: yes / list.length, programsPerSecond, limit: LIMIT_PROGRAMS }
}

process.stdout.write(`${JSON.stringify({ audit: audit(), executor: execute() }, null, 2)}\n`)
