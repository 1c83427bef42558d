/** Spatial relations of the records (paper's names), `higher`/`lower` (3-D y, tunnel scenes only), and the rest. */
export const RELATIONS = [
  'left_of',
  'right_of',
  'in_front_of',
  'behind',
  'near',
  'next_to',
  'above',
  'below',
  'on_top_of',
  'inside',
  'higher',
  'lower',
  'other',
] as const
export type Relation = (typeof RELATIONS)[number]

const PHRASES: ReadonlyMap<string, Relation> = new Map([
  ['left of', 'left_of'],
  ['right of', 'right_of'],
  ['in front of', 'in_front_of'],
  ['before', 'in_front_of'],
  ['behind', 'behind'],
  ['in back of', 'behind'],
  ['near', 'near'],
  ['close to', 'near'],
  ['by', 'near'],
  ['next to', 'next_to'],
  ['beside', 'next_to'],
  ['adjacent to', 'next_to'],
  ['alongside', 'next_to'],
  ['above', 'above'],
  ['over', 'above'],
  ['below', 'below'],
  ['under', 'below'],
  ['beneath', 'below'],
  ['underneath', 'below'],
  ['on top of', 'on_top_of'],
  ['in', 'inside'],
  ['inside', 'inside'],
  ['within', 'inside'],
])

/**
 * A relation's name in the records; what is not spatial is `other` (keep the raw text beside it).
 *
 * @param world "higher than" means `above` in GQA's annotations and its own relation, 3-D y, in tunnel scenes
 * @example normaliseRelation('to the left of') // 'left_of'
 */
export function normaliseRelation(raw: string, world: 'gqa' | 'tunnel' = 'gqa'): Relation {
  const name = raw
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^to the /, '')
  if (name === 'higher than') return world === 'gqa' ? 'above' : 'higher'
  if (name === 'lower than') return world === 'gqa' ? 'below' : 'lower'
  return PHRASES.get(name) ?? 'other'
}

const INVERSES: Readonly<Partial<Record<Relation, Relation>>> = {
  left_of: 'right_of',
  right_of: 'left_of',
  in_front_of: 'behind',
  behind: 'in_front_of',
  above: 'below',
  below: 'above',
  higher: 'lower',
  lower: 'higher',
  near: 'near',
  next_to: 'next_to',
}

/** `a R b` ⇔ `b inverse(R) a`; null where the other direction says nothing (on top of, inside, other). */
export const inverseRelation = (relation: Relation): Relation | null => INVERSES[relation] ?? null

/** Relations of which one excludes the other: left/right, front/behind, above/below, higher/lower. */
export function oppositeRelation(relation: Relation): Relation | null {
  const inverse = inverseRelation(relation)
  return inverse === relation ? null : inverse
}
