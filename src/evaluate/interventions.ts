import { z } from 'zod'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import type { Interval } from '../core/statistics/interval.ts'
import type { BootstrapOptions } from './bootstrap.ts'
import type { EvaluationData } from './evaluation-data.ts'
import { groupBy } from './group-by.ts'
import { joinItems } from './items.ts'
import type { ScoredResponse } from './responses.ts'
import { computeScalars } from './scalars.ts'
import { sizeEnds } from './size-series.ts'

/** What the Python file writes into a row that it asked with a direction ablated or added. */
const interventionSchema = z.looseObject({
  layer: z.int().min(0),
  /** vertical, distance, shared, horizontal; `random0` … are the controls. */
  direction: z.string().min(1),
  mode: z.enum(['ablate', 'add']),
  strength: z.number(),
  everywhere: z.boolean().default(false),
  baseModel: z.string().min(1),
})
export type Intervention = z.output<typeof interventionSchema>

/** What an intervention may change. */
export const INTERVENTION_MEASURES = ['v', 'vCons', 'vCtr', 'delta'] as const
export type InterventionMeasure = (typeof INTERVENTION_MEASURES)[number]
type Values = Readonly<Record<InterventionMeasure, number | null>>

export interface InterventionScore extends Intervention {
  readonly values: Values
  readonly ci: Readonly<Record<InterventionMeasure, Interval | null>>
  /** Smallest and largest value of the random directions at the same layer, mode, strength and tokens; null without any. */
  readonly control: Readonly<Record<InterventionMeasure, Interval | null>>
}

export interface InterventionStudy {
  readonly baseModel: string
  /** The model left alone; null when its rows are not among the responses. */
  readonly base: Values | null
  /** Without the controls, in the order of direction, mode, strength and layer. */
  readonly scores: readonly InterventionScore[]
}

const isControl = (direction: string): boolean => /^random\d*$/.test(direction)

/**
 * Scores every intervention beside its random controls, one study a model: what moves v, vCons, vCtr or Δ further than any random
 * direction of the same length does is no accident of disturbing the model.
 *
 * @throws interventions-missing when no response comes from an intervention
 */
export function scoreInterventions(
  data: EvaluationData,
  responses: readonly ScoredResponse[],
  options: Partial<BootstrapOptions> = {},
): InterventionStudy[] {
  const ends = sizeEnds(data.scenes)
  const scored = [...groupBy(responses, row => row.model)].map(([model, rows]) => {
    const { items } = joinItems(data, rows)
    const { estimate, ci } = computeScalars(items, data.scenes.length, ends, options)
    return { model, intervention: interventionOf(rows[0]!), values: pick(estimate), ci: pick(ci) }
  })
  const changed = scored.flatMap(({ intervention, ...rest }) => (intervention ? [{ ...intervention, ...rest }] : []))
  if (changed.length === 0) {
    throw new SpatialTunnelError({
      code: 'interventions-missing',
      where: 'responses',
      found: 'no row with an intervention',
      expected: 'rows of `spatialtunnel.py intervene`',
    })
  }
  return [...groupBy(changed, row => row.baseModel)].map(([baseModel, rows]) => ({
    baseModel,
    base: scored.find(item => item.model === baseModel && item.intervention === null)?.values ?? null,
    scores: rows
      .filter(row => !isControl(row.direction))
      .map(({ model: _, ...row }) => ({ ...row, control: controlOf(row, rows) }))
      .sort(inOrder),
  }))
}

function interventionOf(row: ScoredResponse): Intervention | null {
  if (row.intervention === undefined) return null
  const result = interventionSchema.safeParse(row.intervention)
  if (result.success) return result.data
  throw new SpatialTunnelError({
    code: 'intervention-invalid',
    where: `response to ${row.questionId}`,
    found: shown(row.intervention),
    expected: '{layer, direction, mode, strength, everywhere, baseModel}',
  })
}

const pick = <T>(of: Readonly<Record<InterventionMeasure, T>>): Record<InterventionMeasure, T> => ({
  v: of.v,
  vCons: of.vCons,
  vCtr: of.vCtr,
  delta: of.delta,
})

function controlOf(
  row: Intervention,
  rows: readonly (Intervention & { readonly values: Values })[],
): Record<InterventionMeasure, Interval | null> {
  const same = rows.filter(
    other =>
      isControl(other.direction) &&
      other.layer === row.layer &&
      other.mode === row.mode &&
      other.strength === row.strength &&
      other.everywhere === row.everywhere,
  )
  const band = (measure: InterventionMeasure): Interval | null => {
    const values = same.flatMap(other => other.values[measure] ?? [])
    return values.length > 0 ? [Math.min(...values), Math.max(...values)] : null
  }
  return { v: band('v'), vCons: band('vCons'), vCtr: band('vCtr'), delta: band('delta') }
}

const inOrder = (a: Intervention, b: Intervention): number =>
  a.direction.localeCompare(b.direction) || a.mode.localeCompare(b.mode) || a.strength - b.strength || a.layer - b.layer
