import type { ClaimRelation, Extreme, NounPhrase } from './claim.ts'
import { ClauseNouns } from './clause-nouns.ts'
import { asClaimed, POSITION_RELATIONS, patternOf, startsPredicate } from './clause-parts.ts'
import type { Item } from './items.ts'
import { EXTREMES } from './predicates.ts'
import type { RawNoun } from './raw-noun.ts'

/** What parts an order's objects: "the cube (closest), then the sphere, the cone last". */
const BETWEEN: readonly string[] = [
  'comma',
  'and',
  'word',
  'number',
  'follow',
  'be',
  'hedge',
  'extreme',
  'possessive',
  'too',
]

interface Listed {
  readonly noun: RawNoun
  /** "(closest)", behind it. */
  readonly extreme: Item | null
}

/** Objects in an order: "from left to right: the cube, the sphere, the cone", "the cube is closest, followed by the sphere". */
export abstract class ClauseOrders extends ClauseNouns {
  /** The objects stand behind the phrase that gives the order, or in front of it. */
  protected readOrder(item: Item): void {
    const behind = this.listed(this.at)
    if (behind.objects.length > 1) {
      this.at = behind.end
      this.inOrder(item, behind.objects)
      return
    }
    const start = this.items.findLastIndex((other, i) => i < this.at - 1 && ['joiner', 'causal'].includes(other.tag))
    const before = this.listed(start + 1)
    if (before.end >= this.at - 1 && before.objects.length > 1) this.inOrder(item, before.objects)
    // "Cube, ball, ring: that's the order from near to far."
    const names = this.items
      .slice(start + 1, this.at - 1)
      .every(
        other =>
          other.tag === 'be' ||
          other.text === 'that' ||
          other.noun?.abstract ||
          other.noun?.pronoun ||
          other.tag === 'word',
      )
    const earlier = start > 0 && this.items[start]!.text === ';' && names ? this.listed(0) : null
    if (earlier && earlier.end === start && earlier.objects.length > 1) this.inOrder(item, earlier.objects)
  }

  /** A list of nouns without predicates; empty when one has a predicate of its own. */
  private listed(from: number): { objects: Listed[]; end: number } {
    const objects: Listed[] = []
    let at = from
    for (let item = this.items[at]; item; item = this.items[++at]) {
      const lists = item.text === ';' && objects.length < 2
      if (item.tag === 'noun') {
        if (!item.noun!.abstract && !item.noun!.pronoun) objects.push({ noun: item.noun!, extreme: null })
      } else if (item.tag === 'extreme' && objects.length > 0) {
        objects[objects.length - 1] = { ...objects.at(-1)!, extreme: item }
      } else if (item.tag === 'order' && objects.length > 0) break
      else if (!lists && !BETWEEN.includes(item.tag) && !(item.tag === 'exist' && objects.length === 0)) {
        const ends = ['joiner', 'causal', 'order', 'exist'].includes(item.tag)
        return { objects: ends ? objects : [], end: at }
      }
    }
    return { objects, end: at }
  }

  private inOrder(item: Item, listed: readonly Listed[]): void {
    const phrases = listed.map(({ noun }) => this.discourse.resolve(noun, 'object'))
    for (const [k, { extreme }] of listed.entries()) {
      if (k > 0) this.link(asClaimed(item), phrases[k - 1]!, phrases[k]!)
      if (extreme) this.say(phrases[k]!, extreme)
    }
  }

  private say(subject: NounPhrase, extreme: Item): void {
    this.subjects = [subject]
    this.subjectStart = subject.span[0]
    this.place(extreme)
  }

  private link(relation: ClaimRelation, subject: NounPhrase, object: NounPhrase): void {
    const [start, end] = [subject.span[0], object.span[1]]
    this.drafts.add(patternOf(relation), { subject, relation, object, negated: false, start, end })
  }

  /** "…, followed by the sphere and then the cone": the order that an extreme or a side has begun. */
  protected readNext(): void {
    const next = this.items[this.at]
    const said = this.said.at(-1)
    const own = this.items[this.at + 1]
    if (next?.tag !== 'noun' || next.noun!.abstract || (own && startsPredicate(own))) return
    const value = said?.parts.value ?? ''
    const relation =
      this.chained ?? (said?.pattern === 'extreme' ? EXTREMES[value as Extreme] : POSITION_RELATIONS[value])
    const isList =
      this.chained !== null || said?.pattern === 'extreme' || /^followed/.test(this.items[this.at - 1]!.text)
    if (!relation || !isList || this.negated) return
    this.at++
    for (const noun of this.takeList(next, this.predicateFollows() ? 'objects' : 'listed')) {
      const [last] = this.subjects
      const phrase = this.discourse.resolve(noun, 'object')
      if (last) this.link(relation, last, phrase)
      this.subjects = [phrase]
    }
    this.chained = relation
  }

  /** Does the list of nouns at hand have a predicate of its own? */
  protected predicateFollows(): boolean {
    let next = this.at
    while (['noun', 'comma', 'and'].includes(this.items[next]?.tag ?? '')) next++
    return this.items[next] !== undefined && startsPredicate(this.items[next]!)
  }
}
