import type { Interval } from '../core/statistics/interval.ts'
import { openingSentence } from './opening-sentence.ts'
import { SCALARS, type ScalarName } from './scalars.ts'
import type { ModelScore, Score } from './score.ts'

/** One model in `score --json`. */
export type ModelJson = Readonly<Record<ScalarName, number | null>> & {
  /** Questions that count in the accuracies. */
  readonly n: number
  readonly ci: Readonly<Record<ScalarName, Interval | null>>
  readonly protocol: string
  readonly counts: ModelScore['counts']
  readonly sentence: string
  readonly behaviour: ModelScore['behaviour']
  readonly calibration: ModelScore['calibration']
  readonly breakdowns: ModelScore['breakdowns']
}

/** The document of `score --json`: all values are fractions, Δ = consistent − counter; null = not defined. */
export function scoreJson(score: Score) {
  const table = (models: readonly ModelScore[]): Record<string, ModelJson> =>
    Object.fromEntries(models.map(model => [model.name, modelJson(model)]))
  return { models: table(score.models), baselines: table(score.shortcuts), paired: score.paired }
}

function modelJson(model: ModelScore): ModelJson {
  const { estimate, ci } = model.scalars
  const values = Object.fromEntries(SCALARS.map(name => [name, estimate[name]])) as Record<ScalarName, number | null>
  return {
    n: model.counts.scored,
    ...values,
    ci,
    protocol: model.protocol,
    counts: model.counts,
    sentence: openingSentence(model),
    behaviour: model.behaviour,
    calibration: model.calibration,
    breakdowns: model.breakdowns,
  }
}
