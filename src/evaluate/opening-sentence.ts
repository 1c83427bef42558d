import type { Interval } from '../core/statistics/interval.ts'
import { BASELINE_NOTES } from './baselines.ts'
import { nearestPrinted } from './printed-rows.ts'
import type { ScalarName } from './scalars.ts'
import type { ModelSummary } from './score.ts'

/**
 * The sentence that opens a report: v, vCons, vCtr, Δ with its interval, the nearest printed model, the closest
 * shortcut; that Δ says nothing where the model is at chance, or that v does where it follows the split.
 */
export function openingSentence(model: ModelSummary): string {
  const { estimate, ci } = model.scalars
  if (estimate.v === null) return `${model.name} answered none of the questions.`
  const levels = (['v', 'vCons', 'vCtr'] as const).map(name => `${SCALAR_SYMBOLS[name]} = ${digits(estimate[name])}`)
  const tail = closestText(model)
  const delta =
    estimate.delta === null
      ? 'Δ not defined: no consistent or no counter scene was answered'
      : `Δ = ${signed(estimate.delta)}${ci.delta ? ` ${range(ci.delta)}` : ''}`
  const kind = chanceKind(model)
  if (kind === 'at-chance') {
    return `${model.name}: ${levels.join(', ')}; Δ not interpretable: at chance (v ${range(ci.v!)}, ${delta})${tail}.`
  }
  const cause = kind === 'split-driven' ? splitDrivenText(estimate.delta!) : ''
  return `${model.name}: ${levels.join(', ')}; ${delta}${cause}${nearestText(model)}${tail}.`
}

/** Why v lies at one half, where its interval holds one half. */
export type ChanceKind = 'at-chance' | 'split-driven'

/**
 * - `at-chance`: Δ's interval holds 0 too (or there is no Δ): Δ says nothing.
 * - `split-driven`: Δ's interval leaves 0 out: right on one split and wrong on the other, so that v is ½ by
 *   construction. The height baseline has v = .5 and Δ = 1: calling that "at chance" would hide the very shortcut that
 *   Δ was made to show.
 * - null: v's interval does not hold one half.
 */
export function chanceKind({ scalars: { ci } }: Pick<ModelSummary, 'scalars'>): ChanceKind | null {
  if (ci.v === null || !holds(ci.v, 0.5)) return null
  return ci.delta === null || holds(ci.delta, 0) ? 'at-chance' : 'split-driven'
}

const holds = ([lo, hi]: Interval, value: number): boolean => lo <= value && value <= hi

/** From this |Δ| on the answers follow the split and nothing else. */
const PURE_DELTA = 0.95

function splitDrivenText(delta: number): string {
  if (Math.abs(delta) < PURE_DELTA) return '; v holds ½ because right answers follow the split, not by chance'
  const what = delta > 0 ? 'a pure height guesser' : 'it follows the split upside down'
  return ` with v = ½ by construction: ${what}`
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

function nearestText({ protocol, scalars: { estimate } }: ModelSummary): string {
  const [consistent, counter] =
    protocol === 'logits' ? [estimate.vCons, estimate.vCtr] : [estimate.accCon, estimate.accCtr]
  if (consistent === null || counter === null) return ''
  const { row } = nearestPrinted(protocol, consistent, counter)
  return `; nearest printed model: ${row.model} (Δ ${signed(row.delta)})`
}

function closestText({ closestShortcut }: ModelSummary): string {
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
