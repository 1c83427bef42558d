import { TUNNEL_ANGLES_DEG } from '../../core/frames.ts'
import { depthQuestions, type QuestionRow } from '../../core/questions.ts'
import type { Scene } from '../../core/scene.ts'
import { sceneProblems } from '../../core/scene-check.ts'
import { type Split, sceneTruth } from '../../core/truth.ts'
import { setObject } from '../store/edits.ts'
import type { ModelAnswer } from './model-connection.ts'

export type SweptField = 'thetaDeg' | 'depthM'

/** One scene of a sweep with the questions to ask about it. */
export interface SweepStep {
  readonly value: number
  readonly scene: Scene
  readonly split: Split
  readonly questions: readonly QuestionRow[]
}

/** Depths of a sweep, m: around the paper's 3 and 6. */
const SWEPT_DEPTHS_M: readonly number[] = Array.from({ length: 16 }, (_, i) => 1.5 + 0.75 * i)

/**
 * The scene with one field of the selected object moved through its values. Values that do not fit the tunnel, or at
 * which nothing about depth can be asked, are left out.
 *
 * @param index 0-based
 */
export function sweepSteps(scene: Scene, index: number, field: SweptField): SweepStep[] {
  const values = field === 'thetaDeg' ? TUNNEL_ANGLES_DEG : SWEPT_DEPTHS_M
  return values.flatMap((value): SweepStep[] => {
    const moved = setObject(index, { [field]: value })(scene)
    if (sceneProblems(moved).some(({ code }) => code !== 'objects-overlap')) return []
    const truth = sceneTruth(moved)
    const pair = truth.pairs.find(({ a, b }) => a === index + 1 || b === index + 1)
    if (!pair || pair.depthOrderAmbiguous) return []
    const context = { sceneId: `${field}-${value}`, index: 0, image: '', truth: { ...truth, pairs: [pair] } }
    const questions = depthQuestions(context)
    return questions.length > 0 ? [{ value, scene: moved, split: pair.split, questions }] : []
  })
}

/** v of one scene: mean probability of the right answer (a word counts 1 or 0); null without any answer. */
export function meanRight(questions: readonly QuestionRow[], answers: readonly ModelAnswer[]): number | null {
  const shares = answers.flatMap((answer, i) => {
    if (answer.kind === 'failed') return []
    if (answer.pYes === null) return [answer.right ? 1 : 0]
    return [questions[i]!.answer === 'Yes' ? answer.pYes : 1 - answer.pYes]
  })
  return shares.length > 0 ? shares.reduce((sum, share) => sum + share, 0) / shares.length : null
}
