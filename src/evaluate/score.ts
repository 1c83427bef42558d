import type { Seed } from '../core/rng.ts'
import { answerBaseline, SHORTCUTS, type Shortcut } from './baselines.ts'
import { type Behaviour, describeBehaviour } from './behaviour.ts'
import { BOOTSTRAP_DEFAULTS } from './bootstrap.ts'
import { type Breakdown, breakDown } from './breakdown.ts'
import { type Calibration, calibrate } from './calibration.ts'
import { type CellGrid, thetaCells } from './cells.ts'
import type { EvaluationData } from './evaluation-data.ts'
import { COMMON_FACTORS, type Factor, fieldFactor } from './factors.ts'
import { groupBy } from './group-by.ts'
import { type ItemCounts, type JoinedItems, joinItems } from './items.ts'
import { commonItems, comparePaired, type PairedTest } from './paired-tests.ts'
import type { Protocol, ScoredResponse } from './responses.ts'
import { computeScalars, type Scalars } from './scalars.ts'
import { sizeEnds } from './size-series.ts'

export interface ScoreOptions {
  readonly draws: number
  readonly seed: Seed
  /** Margin of the split as a share of the image height; null: the dataset's own splits. */
  readonly margin: number | null
  /** Scene fields to break scores down by, besides the common factors and those that the suite crosses. */
  readonly by: readonly string[]
}
export const SCORE_DEFAULTS: ScoreOptions = {
  draws: BOOTSTRAP_DEFAULTS.draws,
  seed: BOOTSTRAP_DEFAULTS.seed,
  margin: null,
  by: [],
}

/** Everything that is computed from one model's answers alone. */
export interface ModelScore {
  readonly name: string
  readonly protocol: Protocol
  readonly counts: ItemCounts
  readonly unmatchedIds: readonly string[]
  readonly joined: JoinedItems
  readonly scalars: Scalars
  readonly behaviour: Behaviour
  readonly calibration: Calibration | null
  readonly cells: CellGrid | null
  readonly breakdowns: readonly Breakdown[]
  /** The shortcut whose answers lie nearest: mean |v − v of the shortcut| over the same questions. */
  readonly closestShortcut: { readonly name: Shortcut; readonly distance: number } | null
}

/** A model's score without the answers that it was computed from: what sentences, tables and figures read. */
export type ModelSummary = Omit<ModelScore, 'joined'>

/** A score as far as tables and figures read it. */
export interface ScoreSummary {
  readonly models: readonly ModelSummary[]
  readonly beside: readonly ModelSummary[]
  readonly paired: readonly PairedTest[]
}

export interface Score {
  readonly data: EvaluationData
  readonly options: ScoreOptions
  readonly models: readonly ModelScore[]
  /** height, size, radial, scored on the same questions. */
  readonly shortcuts: readonly ModelScore[]
  /** Those that stand beside the models in every table: all that are not scored as models themselves. */
  readonly beside: readonly ModelScore[]
  readonly paired: readonly PairedTest[]
}

/**
 * Scores every model in `responses` against a dataset (spec: paper §4.2, C.2-C.4).
 *
 * @param responses rows of any number of models, in any order; rows that match no question are counted
 * @example scoreResponses(data, answerBaseline('height', data, 1)).models[0].scalars.estimate.delta // 1
 */
export function scoreResponses(
  data: EvaluationData,
  responses: readonly ScoredResponse[],
  options: Partial<ScoreOptions> = {},
): Score {
  const settings = { ...SCORE_DEFAULTS, ...options }
  const shortcuts = SHORTCUTS.map(name => {
    const rows = answerBaseline(name, data, settings.seed)
    return scoreModel(data, name, rows, settings, [])
  })
  const models = [...groupBy(responses, modelKey(responses))].map(([name, rows]) =>
    scoreModel(data, name, rows, settings, shortcuts),
  )
  const named = new Set(models.map(model => model.name))
  const beside = shortcuts.filter(shortcut => !named.has(shortcut.name))
  return { data, options: settings, models, shortcuts, beside, paired: comparePaired(models, { seed: settings.seed }) }
}

/** A model that was asked by both protocols is two models. */
function modelKey(responses: readonly ScoredResponse[]): (row: ScoredResponse) => string {
  const protocols = groupBy(responses, row => row.model)
  const mixed = new Set(
    [...protocols].flatMap(([model, rows]) => (rows.some(row => row.protocol !== rows[0]!.protocol) ? [model] : [])),
  )
  // A question's protocol is the dataset's doing where one suite asks for Yes/No and for words.
  return row => (mixed.has(row.model) ? `${row.model} (${row.protocol})` : row.model)
}

function scoreModel(
  data: EvaluationData,
  name: string,
  rows: readonly ScoredResponse[],
  { draws, seed, margin, by }: ScoreOptions,
  shortcuts: readonly ModelScore[],
): ModelScore {
  const joined = joinItems(data, rows, margin === null ? {} : { positionShare: margin })
  const { items, counts, unmatchedIds } = joined
  const cells = thetaCells(data.scenes, items)
  const factors = shortcuts.length === 0 ? [] : factorsFor(data, by, cells !== null)
  return {
    name,
    protocol: rows.some(row => row.protocol === 'logits') ? 'logits' : 'text',
    counts,
    unmatchedIds,
    joined,
    scalars: computeScalars(items, data.scenes.length, sizeEnds(data.scenes), { draws, seed }),
    behaviour: describeBehaviour(items),
    calibration: calibrate(items),
    cells,
    breakdowns: factors.flatMap(factor => breakDown(items, factor, { seed }) ?? []),
    closestShortcut: closestOf(
      joined,
      shortcuts.filter(shortcut => shortcut.name !== name),
    ),
  }
}

/** The heatmap shows the angles where both are crossed, a common factor the shapes: charts of them would repeat it. */
function factorsFor(data: EvaluationData, by: readonly string[], heatmap: boolean): Factor[] {
  const crossed = data.factorFields.filter(
    field => !(heatmap && field.endsWith('.thetaDeg')) && !field.endsWith('.shape'),
  )
  return [...COMMON_FACTORS, ...[...new Set([...crossed, ...by])].map(fieldFactor)]
}

function closestOf(joined: JoinedItems, shortcuts: readonly ModelScore[]): ModelScore['closestShortcut'] {
  const distances = shortcuts.flatMap(shortcut => {
    const { a, b } = commonItems(joined.items, shortcut.joined.items)
    if (a.length === 0) return []
    const distance = a.reduce((sum, item, i) => sum + Math.abs(item.value! - b[i]!.value!), 0) / a.length
    return [{ name: shortcut.name as Shortcut, distance }]
  })
  return distances.length === 0 ? null : distances.reduce((best, next) => (next.distance < best.distance ? next : best))
}
