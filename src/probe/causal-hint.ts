import { AXES, type Axis } from '../core/relations.ts'
import { gaussian, type Stream } from '../core/rng.ts'
import { axisWeights, projectOut } from './projection.ts'
import type { GramLayer } from './resample.ts'
import { weightedBlockSums } from './resample.ts'
import { ridgeProbe } from './ridge-probe.ts'
import { scalarsOf } from './scalars.ts'
import { type Maybe, maybe } from './subset.ts'
import { LANES } from './weighted-blocks.ts'

/** What is left after an axis's mean direction is projected out of every vector. */
export interface Projection {
  readonly removed: Axis
  readonly cohH: Maybe
  readonly cohV: Maybe
  readonly cohD: Maybe
  readonly vdEi: Maybe
}

/** Held-out vectors of far and close that a linear probe tells apart. */
export interface FarCloseProbe {
  readonly total: number
  readonly before: number
  /** After the mean vertical direction is projected out. */
  readonly withoutVertical: number
  /** The same for a random direction among the vectors: what losing any one direction costs. */
  readonly withoutRandom: number
}

/** Coherence and VD-EI after projecting each axis out in turn. */
export function projections(layer: GramLayer): Projection[] {
  const ones = Array.from({ length: LANES }, () => new Float64Array(layer.norms.length).fill(1))
  return AXES.map(removed => {
    const values = scalarsOf(weightedBlockSums(projectOut(layer, axisWeights(layer, removed)), ones)[0]!)
    const [cohH, cohV, cohD, , , vdEi] = Array.from(values, maybe)
    return { removed, cohH: cohH ?? null, cohV: cohV ?? null, cohD: cohD ?? null, vdEi: vdEi ?? null }
  })
}

/**
 * How much of the far / close read-out lives in the vertical direction: a cross-validated linear probe before and after that
 * direction, taken from the vertical pairs alone, is projected out. null with fewer than ten pairs of either.
 *
 * @param next makes a fresh stream, the same each time: the three probes see the same folds
 */
export function farCloseProbe(layer: GramLayer, next: (field: string) => Stream): FarCloseProbe | null {
  const n = layer.norms.length
  const members = (c: number): number[] =>
    Array.from({ length: layer.starts[c + 1]! - layer.starts[c]! }, (_, k) => layer.starts[c]! + k)
  const [far, close] = [members(4), members(5)]
  if (far.length < 10 || close.length < 10 || layer.starts[4]! - layer.starts[2]! < 2) return null
  const correct = (gram: Float64Array): number => ridgeProbe(gram, n, far, close, next('folds')).correct
  const draw = next('random-direction')
  const random = Float64Array.from({ length: n }, (_, i) => gaussian(draw) / layer.norms[i]!)
  return {
    total: far.length + close.length,
    before: correct(layer.gram),
    withoutVertical: correct(projectOut(layer, axisWeights(layer, 'vertical')).gram),
    withoutRandom: correct(projectOut(layer, random).gram),
  }
}
