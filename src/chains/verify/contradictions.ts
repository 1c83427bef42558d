import type { Claim, ClaimRelation, NounPhrase } from './claim.ts'
import { inverseClaim } from './predicates.ts'

/**
 * Takes back what a later claim contradicts. Claims that say the same are looked at once: a chain that repeats itself says a few
 * things very often.
 */
export class Contradictions {
  /** Places in `claims` by what is said there. */
  private readonly places = new Map<string, number[]>()
  private seen = 0

  /** @param claims the chain's claims so far, to which its reader adds */
  constructor(private readonly claims: Claim[]) {}

  /** Marks all claims that exclude `now`, by their wording alone, as retracted. */
  retract(now: Claim): void {
    for (; this.seen < this.claims.length; this.seen++) {
      const key = sayingOf(this.claims[this.seen]!)
      const same = this.places.get(key)
      if (same) same.push(this.seen)
      else this.places.set(key, [this.seen])
    }
    for (const [key, places] of this.places) {
      if (!excludes(this.claims[places[0]!]!, now)) continue
      for (const i of places) this.claims[i] = { ...this.claims[i]!, retracted: true }
      this.places.delete(key)
    }
  }
}

/** All that `excludes` reads. */
const sayingOf = ({ pattern, relation, value, negated, subject, object }: Claim): string =>
  JSON.stringify([pattern, relation, value, negated, ...[subject, object].map(objectsOf)])

const objectsOf = (phrase: NounPhrase | null): readonly unknown[] | null =>
  phrase && (phrase.candidates.length > 0 ? phrase.candidates : [phrase.name, ...phrase.attributes])

/** Can the two not both hold, by their wording alone? */
export function excludes(a: Claim, b: Claim): boolean {
  if (a.pattern === 'answer' && b.pattern === 'answer') return a.value !== b.value
  if (!sameObjects(a.subject, b.subject)) return reversed(a, b) || outdone(a, b)
  if (a.relation !== null && b.relation !== null && sameObjects(a.object, b.object)) {
    const [first, second] = [alongDepth(a.relation), alongDepth(b.relation)]
    if (first === second) return a.negated !== b.negated
    return first === inverseClaim(second) && !a.negated && !b.negated
  }
  if (a.pattern !== b.pattern || a.relation !== null || b.relation !== null) return false
  if (a.value === b.value) return a.negated !== b.negated
  return !a.negated && !b.negated && (a.pattern === 'count' || OPPOSITES[a.value ?? ''] === b.value)
}

/** In front is closer, behind is farther. */
const alongDepth = (relation: ClaimRelation): ClaimRelation =>
  relation === 'in_front_of' ? 'closer' : relation === 'behind' ? 'farther' : relation

/** Two are the closest. */
const outdone = (a: Claim, b: Claim): boolean =>
  a.pattern === 'extreme' && b.pattern === 'extreme' && a.value === b.value && !a.negated && !b.negated

/** "a is left of b" against "b is left of a". */
function reversed(a: Claim, b: Claim): boolean {
  return (
    a.relation !== null &&
    b.relation !== null &&
    alongDepth(a.relation) === alongDepth(b.relation) &&
    a.negated === b.negated &&
    inverseClaim(a.relation) !== a.relation &&
    sameObjects(a.subject, b.object) &&
    sameObjects(a.object, b.subject)
  )
}

const OPPOSITES: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  top: 'bottom',
  bottom: 'top',
  closest: 'farthest',
  farthest: 'closest',
  leftmost: 'rightmost',
  rightmost: 'leftmost',
}

/** The same objects; of what the scene lacks, the same words for it. */
function sameObjects(a: NounPhrase | null, b: NounPhrase | null): boolean {
  if (a === null || b === null || a.candidates.join() !== b.candidates.join()) return false
  return a.candidates.length > 0 || (a.name === b.name && a.attributes.join() === b.attributes.join())
}
