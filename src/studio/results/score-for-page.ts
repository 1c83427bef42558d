import { SpatialTunnelError, shown } from '../../core/errors.ts'
import type { EvaluationData } from '../../evaluate/evaluation-data.ts'
import type { ResponseRow } from '../../evaluate/responses.ts'
import { type ModelScore, type ModelSummary, SCORE_DEFAULTS, scoreResponses } from '../../evaluate/score.ts'
import type { ResultsReport } from './results-messages.ts'
import { shownAnswers } from './shown-answers.ts'

/** More models than this would make every pair's test wait. */
const MOST_MODELS = 12

/**
 * The scores of the command line, with the same draws and seed, as far as the page shows them.
 *
 * @throws SpatialTunnelError `responses-unmatched`, `too-many-models`
 */
export function scoreForPage(
  data: EvaluationData,
  rows: readonly ResponseRow[],
  draws: number = SCORE_DEFAULTS.draws,
): ResultsReport {
  const models = new Set(rows.map(row => row.model))
  if (models.size > MOST_MODELS) {
    throw new SpatialTunnelError({
      code: 'too-many-models',
      where: 'responses',
      found: `${models.size} models`,
      expected: `at most ${MOST_MODELS}`,
      remedy: 'drop fewer files, or use `spatialtunnel score`',
    })
  }
  const score = scoreResponses(data, rows, { draws })
  const all = [...score.models, ...score.beside]
  if (score.models.every(model => model.joined.items.length === 0)) {
    throw new SpatialTunnelError({
      code: 'responses-unmatched',
      where: 'responses',
      found: `answers to ${shown(rows[0]?.questionId)} …`,
      expected: `questions of the dataset ${data.name}`,
      remedy: 'open the dataset that was asked on the Dataset page',
    })
  }
  return {
    score: {
      models: score.models.map(withoutItems),
      beside: score.beside.map(withoutItems),
      paired: score.paired,
    },
    answers: new Map(all.map(model => [model.name, shownAnswers(model.joined.items)])),
    draws: score.options.draws,
    unmatched: score.models.reduce((sum, model) => sum + model.counts.unmatched, 0),
  }
}

function withoutItems({ joined: _, ...summary }: ModelScore): ModelSummary {
  return summary
}
