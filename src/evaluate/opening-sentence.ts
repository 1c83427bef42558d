import type { Interval } from '../core/statistics/interval.ts'
import { BASELINE_NOTES } from './baselines.ts'
import { nearestPrinted } from './printed-rows.ts'
import type { ScalarName } from './scalars.ts'
import type { ModelScore } from './score.ts'

/**
 * The sentence that opens a report: v, vCons, vCtr, Δ with its interval, the nearest printed model, the closest
 * shortcut; or that Δ says nothing, because the model is at chance.
 */
export function openingSentence(model: ModelScore): string {
  const { estimate, ci } = model.scalars
  if (estimate.v === null) return `${model.name} answered none of the questions.`
  const levels = (['v', 'vCons', 'vCtr'] as const).map(name => `${SCALAR_SYMBOLS[name]} = ${digits(estimate[name])}`)
  const tail = closestText(model)
  const delta =
    estimate.delta === null
      ? 'Δ not defined: no consistent or no counter scene was answered'
      : `Δ = ${signed(estimate.delta)}${ci.delta ? ` ${range(ci.delta)}` : ''}`
  if (isAtChance(model)) {
    return `${model.name}: ${levels.join(', ')}; Δ not interpretable: at chance (v ${range(ci.v!)}, ${delta})${tail}.`
  }
  return `${model.name}: ${levels.join(', ')}; ${delta}${nearestText(model)}${tail}.`
}

/** v's interval holds one half: what the model does on either split says nothing about depth. */
export function isAtChance({ scalars: { ci } }: ModelScore): boolean {
  return ci.v !== null && ci.v[0] <= 0.5 && ci.v[1] >= 0.5
}

/** How figures name the scalars. */
export const SCALAR_SYMBOLS: Readonly<Record<ScalarName, string>> = {
  v: 'v',
  vCons: 'v_cons',
  vCtr: 'v_ctr',
  delta: 'Δ',
  accAll: 'Acc',
  accCon: 'Acc_con',
  accCtr: 'Acc_ctr',
  accDelta: 'Δ_acc',
  vS1Small: 'v(s₁ small)',
  vS1Large: 'v(s₁ large)',
  deltaS: 'Δ_s',
}

function nearestText({ protocol, scalars: { estimate } }: ModelScore): string {
  const [consistent, counter] =
    protocol === 'logits' ? [estimate.vCons, estimate.vCtr] : [estimate.accCon, estimate.accCtr]
  if (consistent === null || counter === null) return ''
  const { row } = nearestPrinted(protocol, consistent, counter)
  return `; nearest printed model: ${row.model} (Δ ${signed(row.delta)})`
}

function closestText({ closestShortcut }: ModelScore): string {
  if (!closestShortcut) return ''
  const rule = BASELINE_NOTES[closestShortcut.name].split(';')[0]!
  return `; closest baseline: ${closestShortcut.name} (${rule}), ${digits(closestShortcut.distance)} away`
}

/** `0.593`; `–` where not defined. */
export const digits = (value: number | null, places = 3): string => (value === null ? '–' : value.toFixed(places))

/** `+0.078`, `−0.028`. */
export const signed = (value: number | null, places = 3): string =>
  value === null ? '–' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(places)}`

/** `[0.571, 0.612]`, with a true minus. */
export const range = ([lo, hi]: Interval, places = 3): string =>
  `[${[lo, hi].map(value => value.toFixed(places).replace('-', '−')).join(', ')}]`
