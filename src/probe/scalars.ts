import { AXES, type Axis, CATEGORIES } from '../core/relations.ts'
import type { BlockSums } from './block-sums.ts'

const C = CATEGORIES.length
type RawProducts = Pick<BlockSums, 'raw'>

/** The axis pairs whose entanglement is measured; nobody looked for the first two, so a coupling there shows. */
export const AXIS_PAIRS = ['horizontal-vertical', 'horizontal-distance', 'vertical-distance'] as const
export type AxisPair = (typeof AXIS_PAIRS)[number]
export const AXIS_PAIR_AXES: ReadonlyArray<readonly [Axis, Axis]> = [
  ['horizontal', 'vertical'],
  ['horizontal', 'distance'],
  ['vertical', 'distance'],
]

/** The scalar measures of a layer, in the order in which draws are kept. */
export const SCALARS = [
  'cohH',
  'cohV',
  'cohD',
  'eiHv',
  'eiHd',
  'vdEi',
  'eiHvSigned',
  'eiHdSigned',
  'vdEiSigned',
] as const
export type Scalar = (typeof SCALARS)[number]

/** Category numbers [canonical, opposite] of an axis. */
export const POLES: Readonly<Record<Axis, readonly [number, number]>> = {
  horizontal: [0, 1],
  vertical: [2, 3],
  distance: [4, 5],
}

/**
 * Axis coherence, paper eq. 2: the mean cosine over all pairs of different vectors, those of the opposite category negated:
 * Σ_{i≠j} w_i w_j cos_ij / Σ_{i≠j} w_i w_j (a vector never meets its own copy). NaN with fewer than two vectors.
 */
export function coherence(sums: BlockSums, axis: Axis): number {
  const [p, q] = POLES[axis]
  const { unit, weight, squaredWeight } = sums
  const own = squaredWeight[p]! + squaredWeight[q]!
  const total = weight[p]! + weight[q]!
  const pairs = total * total - own
  return pairs > 0 ? (unit[p * C + p]! + unit[q * C + q]! - 2 * unit[p * C + q]! - own) / pairs : Number.NaN
}

/** Cosine of two categories' mean Δ; NaN when one is empty or its mean is 0. */
export function meanCosine(sums: RawProducts, a: number, b: number): number {
  return cosine(sums.raw[a * C + b]!, sums.raw[a * C + a]!, sums.raw[b * C + b]!)
}

/**
 * Entanglement of two axes from category means; for vertical and distance it is the paper's VD-EI (eq. 3):
 * ¼ [cos(μ+, ν+) + cos(μ−, ν−) − cos(μ+, ν−) − cos(μ−, ν+)].
 */
export function entanglement(sums: RawProducts, first: Axis, second: Axis): number {
  const [p, q] = POLES[first]
  const [r, s] = POLES[second]
  const cos = (a: number, b: number): number => meanCosine(sums, a, b)
  return (cos(p, r) + cos(q, s) - cos(p, s) - cos(q, r)) / 4
}

/** Entanglement as the released code computes it: the cosine of the two axes' mean sign-corrected Δ. */
export function entanglementSigned(sums: RawProducts, first: Axis, second: Axis): number {
  const [p, q] = POLES[first]
  const [r, s] = POLES[second]
  const { raw } = sums
  const dot = (a: number, b: number): number => raw[a * C + b]!
  return cosine(
    dot(p, r) - dot(p, s) - dot(q, r) + dot(q, s),
    dot(p, p) - 2 * dot(p, q) + dot(q, q),
    dot(r, r) - 2 * dot(r, s) + dot(s, s),
  )
}

/** All of `SCALARS`, by the published definitions. */
export function scalarsOf(sums: BlockSums): Float64Array {
  return Float64Array.from([
    ...AXES.map(axis => coherence(sums, axis)),
    ...AXIS_PAIR_AXES.map(([first, second]) => entanglement(sums, first, second)),
    ...AXIS_PAIR_AXES.map(([first, second]) => entanglementSigned(sums, first, second)),
  ])
}

/**
 * All of `SCALARS` without the bias of finite samples. Coherence has none. A mean of n noisy vectors is too long, so the
 * cosine of two means is too short, by √((1 + NSR₁/n)(1 + NSR₂/n)): here a mean's squared length counts only pairs of
 * different vectors, as coherence does. NaN where noise leaves no length. Intervals belong to these values.
 */
export function unbiasedScalarsOf(sums: BlockSums): Float64Array {
  const lengths = (c: number): number => {
    const [w, own] = [sums.weight[c]!, sums.squaredWeight[c]!]
    return ((sums.raw[c * C + c]! - sums.ownRaw[c]!) * w * w) / (w * w - own)
  }
  const raw = Float64Array.from(sums.raw)
  for (let c = 0; c < C; c++) raw[c * C + c] = lengths(c)
  return Float64Array.from([
    ...AXES.map(axis => coherence(sums, axis)),
    ...AXIS_PAIR_AXES.map(([first, second]) => entanglement({ raw }, first, second)),
    ...AXIS_PAIR_AXES.map(([first, second]) => entanglementSigned({ raw }, first, second)),
  ])
}

/** 6 × 6 cosines of the categories' mean Δ, order left right above below far close; null where a category is empty. */
export function similarity(sums: BlockSums): (number | null)[][] {
  return CATEGORIES.map((_, a) =>
    CATEGORIES.map((_, b) => {
      const value = a === b && sums.weight[a]! > 0 ? 1 : meanCosine(sums, a, b)
      return Number.isNaN(value) ? null : value
    }),
  )
}

function cosine(dot: number, aa: number, bb: number): number {
  return aa > 0 && bb > 0 ? dot / Math.sqrt(aa * bb) : Number.NaN
}
