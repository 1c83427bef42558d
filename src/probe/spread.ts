import { AXES } from '../core/relations.ts'
import type { GramLayer } from './resample.ts'
import { POLES } from './scalars.ts'

/** Standard deviation (over pairs, not corrected) of the sign-corrected cosines of each axis, as the released tool reports it. */
export function coherenceSpread(layer: GramLayer): number[] {
  const { gram, norms, starts } = layer
  const n = norms.length
  return AXES.map(axis => {
    const [p, q] = POLES[axis]
    const [from, middle, to] = [starts[p]!, starts[q]!, starts[q + 1]!]
    let [sum, squares] = [0, 0]
    for (let i = from; i < to; i++) {
      for (let j = from; j < i; j++) {
        const cosine = gram[i * n + j]! / (norms[i]! * norms[j]!)
        const signed = i < middle === j < middle ? cosine : -cosine
        sum += signed
        squares += signed * signed
      }
    }
    const pairs = ((to - from) * (to - from - 1)) / 2
    return pairs > 0 ? Math.sqrt(Math.max(0, squares / pairs - (sum / pairs) ** 2)) : Number.NaN
  })
}
