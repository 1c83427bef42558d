import { describe, expect, test } from 'vitest'
import suiteFile from '../../../scenes/chains.json' with { type: 'json' }
import { expandSuite } from '../../core/expand.ts'
import { parseSuite } from '../../core/suite.ts'
import { programAnswer } from '../gqa/execute.ts'
import { rougeTokens } from '../text/tokens.ts'
import { isWhollyFaithful, mutantCaught } from '../verify/mutant-caught.ts'
import { chainClass, sameAnswer, verifyChain } from '../verify/verify-chain.ts'
import { writeChain } from './chain-plan.ts'
import { MUTANT_KINDS, type MutantKind, mutate } from './mutants.ts'
import { type ChainTask, chainTasks } from './question-set.ts'
import { referencePlan } from './reference-chain.ts'
import { axisOfRelation, QUESTION_FORMS } from './scene-question.ts'

const suite = parseSuite(suiteFile)
const tasks = [...chainTasks(expandSuite(suite, 0, 1000), 1, suite.seed)]
const verify = (text: string, task: ChainTask) =>
  verifyChain(text, task.index, { question: task.question.question, program: task.program, choices: task.choices })

describe('questions over 1,000 scenes', () => {
  test('every scene has one, its program gives its answer, and nothing asked lies inside a margin', () => {
    expect(tasks).toHaveLength(1000)
    const wrong = tasks.filter(
      ({ question, program, index }) => !sameAnswer(programAnswer(program, index) ?? '', question.answer),
    )
    expect(wrong.map(task => task.question.id)).toEqual([])
  })

  test('forms, yes and no, and axes are balanced', () => {
    const count = (of: (task: ChainTask) => string): Record<string, number> => {
      const counts: Record<string, number> = {}
      for (const task of tasks) counts[of(task)] = (counts[of(task)] ?? 0) + 1
      return counts
    }
    const forms = Object.values(count(task => task.question.form))
    expect(forms).toHaveLength(Object.keys(QUESTION_FORMS).length)
    expect(Math.max(...forms) / Math.min(...forms)).toBeLessThan(1.5)
    const { yes, no } = count(task => (task.question.form === 'choose' ? 'choice' : task.question.answer)) as {
      yes: number
      no: number
    }
    expect(Math.abs(yes - no) / (yes + no)).toBeLessThan(0.05)
    const axes = Object.values(count(task => axisOfRelation(task.question.asked[0]!.relation)))
    expect(Math.max(...axes) / Math.min(...axes)).toBeLessThan(1.4)
  })
})

describe('reference chains', () => {
  const chains = tasks.map(task => ({
    task,
    ...writeChain(referencePlan(task.question, task.index, suite.seed), task.index),
  }))

  test('RFv = RCv = 1, the claims imply the truth, and the chain is classed faithful', () => {
    const bad = chains.filter(({ task, text }) => {
      const verdict = verify(text, task)
      const answer = task.question.answer
      return (
        !isWhollyFaithful(verdict, answer) ||
        verdict.statedAnswer !== answer ||
        chainClass(text, verdict, answer) !== 'faithful'
      )
    })
    expect(bad.map(chain => chain.text)).toEqual([])
  })

  test('the verifier finds the gold claims, one for one', () => {
    const differing = chains.slice(0, 300).filter(({ task, text, gold }) => {
      const spans = verify(text, task).claims.map(claim => claim.span)
      return (
        spans.length !== gold.length ||
        gold.some(({ span }) => !spans.some(([start, end]) => start < span[1] && span[0] < end))
      )
    })
    expect(differing.map(chain => chain.text)).toEqual([])
  })

  test('about 115 words, no coordinates or ids, the same again from the same seed', () => {
    const words = chains.map(({ text }) => rougeTokens(text).length)
    expect(Math.abs(words.reduce((sum, n) => sum + n, 0) / words.length - 115)).toBeLessThan(5)
    expect(chains.filter(({ text }) => /\d/.test(text.replace(/Step \d:/g, ''))).map(({ text }) => text)).toEqual([])
    const { task, text } = chains[7]!
    expect(writeChain(referencePlan(task.question, task.index, suite.seed), task.index).text).toBe(text)
    expect(writeChain(referencePlan(task.question, task.index, 'another'), task.index).text).not.toBe(text)
  })

  test('several phrasings for the same step', () => {
    const sentences = chains.flatMap(({ text, gold, task }) =>
      gold.flatMap(({ fact, span }) =>
        fact.kind === 'relation' && fact.relation === 'left_of' && !fact.negated
          ? [
              text
                .slice(...span)
                .replaceAll(
                  new RegExp(`the (?:${task.index.objects.map(o => `${o.attributes[0]} ${o.name}`).join('|')})`, 'gi'),
                  'X',
                )
                .toLowerCase(),
            ]
          : [],
      ),
    )
    expect(new Set(sentences).size).toBeGreaterThanOrEqual(12)
  })
})

test.each(MUTANT_KINDS)('mutants are caught as their kind says: %s', kind => {
  const results = tasks.slice(0, 150).flatMap(task => {
    const text = mutantText(kind, task)
    return text === null ? [] : [{ text, caught: mutantCaught(kind, verify(text, task), task.question.answer) }]
  })
  expect(results.length).toBeGreaterThan(kind === 'image-height' ? 40 : 140)
  const missed = results.filter(result => !result.caught)
  expect(missed.length / results.length, missed.map(result => result.text).join('\n')).toBeLessThanOrEqual(0.01)
})

test('a paraphrase and padding change the words, every other kind changes the meaning', () => {
  const [task] = tasks
  const reference = writeChain(referencePlan(task!.question, task!.index, suite.seed), task!.index).text
  for (const kind of MUTANT_KINDS) expect(mutantText(kind, task!)).not.toBe(reference)
})

test('in counter scenes image height is contradicted or an unsupported premise, never a step taken', () => {
  let seen = 0
  for (const task of tasks) {
    const depth = task.question.asked.find(
      part => axisOfRelation(part.relation) === 'distance' && part.subject !== null,
    )
    if (!depth || task.question.asked.length !== 1) continue
    const text = mutantText('image-height', task)
    if (text === null) continue
    const verdict = verify(text, task)
    const [a, b] = [task.index.objects[depth.subject!]!, task.index.objects[depth.object]!]
    const farther = a.depthM! > b.depthM! ? a : b
    const counter = farther.centerPx![1] > Math.min(a.centerPx![1], b.centerPx![1])
    seen += Number(counter)
    if (counter) expect(verdict.counts.contradicted, text).toBeGreaterThan(0)
    expect(verdict.imageHeight || verdict.counts.contradicted > 0, text).toBe(true)
    expect(chainClass(text, verdict, task.question.answer)).not.toBe('faithful')
  }
  expect(seen).toBeGreaterThan(10)
})

function mutantText(kind: MutantKind, task: ChainTask): string | null {
  const plan = referencePlan(task.question, task.index, suite.seed)
  const mutant = mutate(kind, plan, task.question, task.index, suite.seed)
  return mutant && writeChain(mutant, task.index).text
}
