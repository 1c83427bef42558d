import { expect, test } from 'vitest'
import { parseResponse } from '../../evaluate/responses.ts'
import { exampleDataset, suiteDataset } from '../dataset/suite-dataset.ts'
import { quizPlan } from './quiz-plan.ts'
import { answer, keptSession, phaseOf, practise, responsesOf, startQuiz } from './quiz-session.ts'
import { QUIZ_SUITES } from './quiz-suites.ts'

const dataset = await exampleDataset()

const splitCounts = (count: number, seed = 1) => {
  const { questions } = quizPlan(dataset, seed, count)
  return ['consistent', 'counter', 'ambiguous'].map(split => questions.filter(row => row.split === split).length)
}

test('consistent and counter are asked equally often, each scene once', () => {
  expect(splitCounts(24)).toEqual([11, 11, 2])
  expect(splitCounts(64)).toEqual([29, 29, 6])
  expect(splitCounts(256)).toEqual([116, 116, 24])
  const { questions } = quizPlan(dataset, 1, 256)
  expect(new Set(questions.map(row => row.sceneId)).size).toBe(256)
})

test('the seed alone decides; practice scenes are not asked again in a short quiz', () => {
  expect(quizPlan(dataset, 7, 24)).toEqual(quizPlan(dataset, 7, 24))
  expect(quizPlan(dataset, 8, 24).questions).not.toEqual(quizPlan(dataset, 7, 24).questions)
  const { practice, questions } = quizPlan(dataset, 7, 64)
  expect(practice.map(row => row.split)).toEqual(['counter', 'consistent', 'counter', 'consistent'])
  const asked = new Set(questions.map(row => row.sceneId))
  expect(practice.filter(row => asked.has(row.sceneId))).toEqual([])
})

test('Yes and No are about equally often right, so that always answering Yes gains nothing', () => {
  const { questions } = quizPlan(dataset, 1, 256)
  const yes = questions.filter(row => row.answer === 'Yes').length
  expect(yes).toBeGreaterThan(104)
  expect(yes).toBeLessThan(152)
})

test('a session goes from practice through the questions to its end; its rows are responses', () => {
  const plan = quizPlan(dataset, 3, 24)
  let session = startQuiz('grid', 3, 24, '  ')
  for (const _ of plan.practice) {
    expect(phaseOf(session, plan)).toBe('practice')
    session = practise(session)
  }
  for (const question of plan.questions) {
    expect(phaseOf(session, plan)).toBe('asking')
    session = answer(session, { questionId: question.id, said: 'No', reactionMs: 640.5 })
  }
  expect(phaseOf(session, plan)).toBe('done')
  const rows = responsesOf(session)
  expect(rows.map(parseResponse)).toEqual(rows)
  expect(rows[0]).toEqual({
    version: 1,
    questionId: plan.questions[0]!.id,
    model: 'human',
    protocol: 'text',
    status: 'ok',
    text: 'No',
    reactionMs: 640.5,
  })
})

test.each(QUIZ_SUITES)(
  'the suite $name fills a quiz, both splits equally often, about scenes of its own',
  async suite => {
    const loaded = await suiteDataset(suite.read())
    const { practice, questions } = quizPlan(loaded, 5, 64)
    const count = (split: string) => questions.filter(row => row.split === split).length
    expect(loaded.name).toBe(suite.name)
    expect(questions).toHaveLength(64)
    expect(Math.abs(count('consistent') - count('counter'))).toBeLessThanOrEqual(1)
    expect([...practice, ...questions].filter(row => !row.sceneId.startsWith(`${suite.name}-`))).toEqual([])
  },
)

test('a session kept by an older version is about the grid; anything else is none', () => {
  const session = startQuiz('phase', 3, 24, 'me')
  const { suite: _, ...older } = session
  expect(keptSession(session)).toEqual(session)
  expect(keptSession(older)).toEqual({ ...session, suite: 'grid' })
  for (const other of [null, {}, { ...session, suite: 'nowhere' }, { ...session, answers: undefined as never }]) {
    expect(keptSession(other)).toBeNull()
  }
})
