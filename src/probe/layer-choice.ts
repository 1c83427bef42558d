import { AXES, type Axis } from '../core/relations.ts'

/** Coherences of one layer, as the choice of a layer needs them. */
export interface LayerCoherence {
  readonly layer: number
  readonly coherence: Readonly<Record<Axis, number>>
  readonly vdEi: number
}

export interface LayerChoiceOptions {
  /** A layer is on an axis's plateau from this share of its peak. */
  readonly plateauShare: number
  /** Layers deeper than this share of the total are left out. */
  readonly depthShare: number
  /** VD-EI's spread is taken over this many layers on either side. */
  readonly neighbours: number
}
export const LAYER_CHOICE_DEFAULTS: LayerChoiceOptions = { plateauShare: 0.85, depthShare: 0.93, neighbours: 2 }

export interface LayerChoice {
  /** null when no layer qualifies. */
  readonly chosen: number | null
  /** Best first. */
  readonly candidates: readonly number[]
  readonly plateaus: Readonly<Record<Axis, readonly number[]>>
  /** Layers above this one are too deep. */
  readonly deepest: number
  /** Smallest and largest VD-EI around the chosen layer. */
  readonly vdEiSpread: readonly [number, number] | null
  readonly warnings: readonly string[]
}

/**
 * The released tool's choice of a layer: the union of the three axes' plateaus, minus the layers deeper than
 * round(total × 0.93) (Python's rounding: half to even); best = the largest of the smallest Coh / peak, ties to the deeper.
 *
 * @param total number of layers of the model (layers are numbered from 0)
 */
export function chooseLayer(
  layers: readonly LayerCoherence[],
  total: number,
  options: Partial<LayerChoiceOptions> = {},
): LayerChoice {
  const { plateauShare, depthShare, neighbours } = { ...LAYER_CHOICE_DEFAULTS, ...options }
  const warnings: string[] = []
  const peaks = new Map<Axis, number>()
  for (const axis of AXES) {
    const peak = Math.max(...layers.map(item => item.coherence[axis]).filter(Number.isFinite))
    if (peak > 0) peaks.set(axis, peak)
    else warnings.push(`${axis}: its coherence is nowhere above 0, so it takes no part in the choice of a layer`)
  }
  const plateau = (axis: Axis): number[] =>
    layers.filter(item => item.coherence[axis] >= plateauShare * (peaks.get(axis) ?? Infinity)).map(item => item.layer)
  const plateaus = { horizontal: plateau('horizontal'), vertical: plateau('vertical'), distance: plateau('distance') }
  const deepest = roundHalfEven(total * depthShare)
  const onPlateau = new Set(Object.values(plateaus).flat())
  const rank = (item: LayerCoherence): number =>
    Math.min(
      ...[...peaks].map(([axis, peak]) => (Number.isFinite(item.coherence[axis]) ? item.coherence[axis] / peak : -1)),
    )
  const candidates = layers
    .filter(item => onPlateau.has(item.layer) && item.layer <= deepest)
    .sort((a, b) => rank(b) - rank(a) || b.layer - a.layer)
    .map(item => item.layer)
  if (candidates.length === 0) warnings.push(`no layer up to ${deepest} lies on a plateau: none is chosen`)
  const chosen = candidates[0] ?? null
  const near = layers.filter(item => chosen !== null && Math.abs(item.layer - chosen) <= neighbours)
  const values = near.map(item => item.vdEi).filter(Number.isFinite)
  const vdEiSpread = values.length > 0 ? ([Math.min(...values), Math.max(...values)] as const) : null
  return { chosen, candidates, plateaus, deepest, vdEiSpread, warnings }
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value)
  return value - floor === 0.5 ? floor + (floor % 2) : Math.round(value)
}
