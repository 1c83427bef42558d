import { SpatialTunnelError } from '../core/errors.ts'
import { CATEGORIES, type Category } from '../core/relations.ts'
import { type Stream, shuffled } from '../core/rng.ts'

/** Pairs that are compared with the vertical must not carry it: these categories are checked. */
const CHECKED = ['above', 'below', 'far', 'close'] as const

/**
 * Why a set of pairs is unbalanced, or null when it is balanced: within above, below, far and close, scenes whose farther
 * object is higher (consistent) and lower (counter) must be equally many, within a tenth. With unbalanced pairs height and distance
 * go together in the data, so that VD-EI says nothing about the model and is not called entanglement.
 *
 * @param pairs `split` undefined = not known
 */
export function imbalance(pairs: readonly { readonly category: Category; readonly split?: string }[]): string | null {
  if (pairs.some(pair => pair.split === undefined)) return 'the pairs’ consistent / counter split is not known'
  const faults = CHECKED.flatMap(category => {
    const own = pairs.filter(pair => pair.category === category)
    const count = (split: string): number => own.filter(pair => pair.split === split).length
    const [consistent, counter] = [count('consistent'), count('counter')]
    const allowed = Math.max(1, 0.1 * (consistent + counter))
    return Math.abs(consistent - counter) > allowed ? [`${category} ${consistent} consistent : ${counter} counter`] : []
  })
  return faults.length > 0 ? faults.join(', ') : null
}

/**
 * A balanced set: the same number of pairs of every category, drawn without replacement.
 *
 * @returns row numbers, ascending
 * @throws pairs-too-few, naming the categories and their counts
 */
export function balancedRows(categories: readonly Category[], perCategory: number, next: Stream): number[] {
  const rows = CATEGORIES.map(category => categories.flatMap((own, row) => (own === category ? [row] : [])))
  const short = CATEGORIES.flatMap((category, c) =>
    rows[c]!.length < perCategory ? [`${category} ${rows[c]!.length}`] : [],
  )
  if (short.length > 0) {
    throw new SpatialTunnelError({
      code: 'pairs-too-few',
      kind: 'data',
      where: 'balanced set',
      found: short.join(', '),
      expected: `${perCategory} pairs of every category`,
      remedy: `ask for at most ${Math.min(...rows.map(list => list.length))} a category`,
    })
  }
  return rows.flatMap(list => shuffled(next, list).slice(0, perCategory)).sort((a, b) => a - b)
}
