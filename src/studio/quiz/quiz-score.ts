import { quantile } from '../../core/statistics/interval.ts'
import type { Split } from '../../core/truth.ts'
import type { EvaluationData } from '../../evaluate/evaluation-data.ts'
import { type ModelScore, scoreResponses } from '../../evaluate/score.ts'
import type { LoadedDataset } from '../dataset/loaded-dataset.ts'
import { type QuizSession, responsesOf } from './quiz-session.ts'

/** What a quiz came to: the figures of `score`, and how quick the person was. */
export interface QuizScore {
  readonly model: ModelScore
  /** Median over the answers of a split, ms; null without any. */
  readonly medianMs: Readonly<Record<Split, number | null>>
}

/** Draws of the bootstrap: a page does not need more. */
const DRAWS = 2000

export function scoreQuiz(dataset: LoadedDataset, session: QuizSession): QuizScore {
  const data: EvaluationData = {
    name: dataset.name,
    scenes: dataset.scenes,
    questions: [...dataset.questions.values()].flat(),
    factorFields: [],
  }
  const { models } = scoreResponses(data, responsesOf(session), { draws: DRAWS })
  const splits = new Map(data.questions.map(({ id, split }) => [id, split]))
  const medianOf = (split: Split): number | null => {
    const times = session.answers
      .filter(({ questionId }) => splits.get(questionId) === split)
      .map(item => item.reactionMs)
    return times.length === 0
      ? null
      : quantile(
          times.sort((a, b) => a - b),
          0.5,
        )
  }
  return {
    model: models[0]!,
    medianMs: { consistent: medianOf('consistent'), counter: medianOf('counter'), ambiguous: medianOf('ambiguous') },
  }
}
