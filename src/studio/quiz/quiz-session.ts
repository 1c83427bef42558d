import type { ResponseRow } from '../../evaluate/responses.ts'
import type { QuizPlan } from './quiz-plan.ts'
import { QUIZ_SUITES, quizSuite } from './quiz-suites.ts'

/** One answer of a person. */
export interface QuizAnswer {
  readonly questionId: string
  readonly said: 'Yes' | 'No'
  /** From the picture to the key, ms. */
  readonly reactionMs: number
}

/** A quiz that has been begun: kept on this device, so that it goes on where it was left. */
export interface QuizSession {
  /** Name of the shipped suite whose scenes are shown. */
  readonly suite: string
  readonly seed: number
  readonly count: number
  /** How the person is called in the responses. */
  readonly name: string
  /** Practice questions done. */
  readonly practised: number
  readonly answers: readonly QuizAnswer[]
}

export const startQuiz = (suite: string, seed: number, count: number, name: string): QuizSession => ({
  suite,
  seed,
  count,
  name: name.trim() || 'human',
  practised: 0,
  answers: [],
})

/** What was kept on the device, if it is a session; one of an older version, without a suite, is about the grid. */
export function keptSession(kept: Partial<QuizSession> | null): QuizSession | null {
  const { suite = QUIZ_SUITES[0]!.name, seed, count, name, practised, answers } = kept ?? {}
  if (typeof seed !== 'number' || typeof count !== 'number' || typeof practised !== 'number') return null
  if (typeof name !== 'string' || !Array.isArray(answers) || !quizSuite(suite)) return null
  return { suite, seed, count, name, practised, answers }
}

export type QuizPhase = 'practice' | 'asking' | 'done'

export function phaseOf({ practised, answers }: QuizSession, plan: QuizPlan): QuizPhase {
  if (practised < plan.practice.length) return 'practice'
  return answers.length < plan.questions.length ? 'asking' : 'done'
}

export const practise = (session: QuizSession): QuizSession => ({ ...session, practised: session.practised + 1 })

export const answer = (session: QuizSession, given: QuizAnswer): QuizSession => ({
  ...session,
  answers: [...session.answers, given],
})

/** The answers as rows of `responses.jsonl`, the reaction time beside them. */
export const responsesOf = ({ name, answers }: QuizSession): (ResponseRow & { readonly reactionMs: number })[] =>
  answers.map(({ questionId, said, reactionMs }) => ({
    version: 1,
    questionId,
    model: name,
    protocol: 'text',
    status: 'ok',
    text: said,
    reactionMs,
  }))
