import type { NounPhrase } from './claim.ts'
import { asClaimed, type Front, isAnything, isIndefinite, PREPOSITIONS, startsPredicate } from './clause-parts.ts'
import { ClausePredicates } from './clause-predicates.ts'
import type { Item } from './items.ts'

/** Predicates that stand in front of their subject: "to the left of the sphere is the cube". */
export abstract class ClauseFronts extends ClausePredicates {
  /** The noun that predicates in front have waited for; false: it is not theirs. */
  protected closeFronts(item: Item): boolean {
    if (item.noun!.abstract) return true
    const fronts = this.fronts
    const before = this.items[this.at - 2]
    // "The one farthest from it is the cube."
    if (item.noun!.pronoun && before?.tag === 'word' && PREPOSITIONS.has(before.text)) return true
    // "There is a ball, and behind it a cube."
    const goesOn = this.existed && isIndefinite(item.noun!) && ['noun', 'relation-it'].includes(before?.tag ?? '')
    const exists = this.existing || goesOn
    const own = this.items[this.at]
    const ready =
      exists || this.hadFront || ['be', 'comma', 'not', 'have', 'word', 'joiner'].includes(before?.tag ?? '')
    // "To the left of the cube, the sphere is red": the noun has a predicate of its own.
    const hasOwn =
      before?.tag === 'comma' &&
      own !== undefined &&
      startsPredicate(own) &&
      !exists &&
      fronts[0]!.item.tag !== 'comparative'
    this.fronts = []
    if (ready && hasOwn) this.spareFronts = fronts
    if (!ready || hasOwn) return false
    this.attach(item, fronts, exists)
    return true
  }

  protected attach(item: Item, fronts: readonly Front[], exists: boolean): void {
    this.existing = false
    this.hadFront = true
    this.forget()
    const negated = this.negated || this.subjectsNegated
    // "On the left: cone, cylinder."
    const lists =
      this.items[this.at - 2]?.text === ';' &&
      this.items.slice(this.at).every(next => next.tag === 'noun' || next.tag === 'comma')
    const nouns = this.takeList(item, lists ? 'listed' : 'inverted').filter(noun => !noun.abstract)
    const subjects = nouns.map(noun => this.discourse.resolve(noun, 'subject'))
    this.subjectStart = fronts[0]!.item.start
    this.discourse.setSubjects(subjects)
    this.lastNoun = subjects.at(-1) ?? null
    for (const [k, subject] of subjects.entries()) {
      this.subjects = [subject]
      this.subjectsNegated = nouns[k]!.determiner === 'no'
      for (const front of fronts) {
        // "Order from closest: …": one at most is the closest.
        if (front.item.tag === 'extreme' && subjects.length > 1 && !negated) continue
        this.negated = negated || front.negated
        this.attachOne(front, item, subject, exists)
      }
    }
    this.subjects = subjects
    this.subjectsNegated = this.negated = this.open = false
    const [but, other, after] = this.items.slice(this.at, this.at + 3)
    // "The closest is neither the cone nor the cube but the sphere."
    if (but?.text === 'but' && negated && other?.tag === 'noun' && !(after && startsPredicate(after))) {
      this.at += 2
      this.attach(other, fronts, exists)
    }
  }

  /** "Behind the cube, the cylinder is visible": nothing else is said of it. */
  protected attachSpare(): void {
    const fronts = this.spareFronts
    this.spareFronts = []
    for (const { item, objects } of fronts) {
      if (item.tag === 'position' || item.tag === 'extreme') this.place(item)
      else this.relate(item, asClaimed(item), objects)
    }
  }

  protected attachOne({ item: predicate, objects }: Front, item: Item, subject: NounPhrase, exists: boolean): void {
    // "On the right there are two objects, the cone and the ball."
    if (exists && isAnything(subject) && !this.subjectsNegated) return
    const relation = asClaimed(predicate)
    if (predicate.tag === 'extreme') this.place(predicate)
    else if (predicate.tag === 'position') {
      if (!exists) this.place(predicate)
      else for (const value of predicate.value.split('+')) this.emit('exist', item, { value })
    } else if (exists) for (const object of objects) this.emit('exist', item, { relation, object })
    else {
      const other = objects.length > 0 ? null : this.otherThan(subject)
      this.relate(predicate, relation, other ? [other] : objects)
    }
  }
}
