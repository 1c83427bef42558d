import type { QuestionRow } from '../../core/questions.ts'
import { choice, shuffled, stream } from '../../core/rng.ts'
import type { Split } from '../../core/truth.ts'
import type { LoadedDataset } from '../dataset/loaded-dataset.ts'

/** Lengths that a person can choose, questions. */
export const QUIZ_LENGTHS = [24, 64, 256] as const
export type QuizLength = (typeof QUIZ_LENGTHS)[number]

/** Questions with feedback before those that count. */
export const PRACTICE_COUNT = 4

export interface QuizPlan {
  /** From scenes that are not asked about again, unless all are. */
  readonly practice: readonly QuestionRow[]
  readonly questions: readonly QuestionRow[]
}

/**
 * Which questions are asked, in which order: from the seed alone. One question a scene, its template drawn from the
 * suite's own; consistent and counter scenes in equal number as far as there are, ambiguous ones in the suite's share.
 */
export function quizPlan(dataset: LoadedDataset, seed: number, count: number): QuizPlan {
  const draw = (field: string) => stream(seed, 'quiz', field)
  const withSplit = (split: Split) =>
    shuffled(
      draw(split),
      dataset.scenes.filter(scene => scene.truth.pairs[0]?.split === split && dataset.questions.has(scene.id)),
    )
  const [consistent, counter, ambiguous] = [withSplit('consistent'), withSplit('counter'), withSplit('ambiguous')]
  const total = consistent.length + counter.length + ambiguous.length
  const asked = Math.min(count, total)
  const ambiguousCount = Math.min(ambiguous.length, 2 * Math.round((asked * ambiguous.length) / total / 2))
  const half = Math.floor((asked - ambiguousCount) / 2)
  const scenes = [
    ...consistent.slice(0, asked - ambiguousCount - half),
    ...counter.slice(0, half),
    ...ambiguous.slice(0, ambiguousCount),
  ]
  const questionOf = (id: string): QuestionRow => choice(draw(id), dataset.questions.get(id)!)
  return {
    // From the ends of the shuffled lists, counter scenes first: the practice shows both kinds.
    practice: Array.from({ length: PRACTICE_COUNT }, (_, i) =>
      questionOf((i % 2 ? consistent : counter).at(-1 - (i >> 1))!.id),
    ),
    questions: shuffled(draw('order'), scenes).map(scene => questionOf(scene.id)),
  }
}
