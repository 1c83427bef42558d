import type { ClaimRelation, Extreme, ImagePosition, NounPhrase } from './claim.ts'
import {
  asClaimed,
  EXTREME_OF,
  isAnything,
  isIndefinite,
  POSITION_RELATIONS,
  patternOf,
  STOPS,
  singleRelations,
  startsPredicate,
} from './clause-parts.ts'
import { ClauseState } from './clause-state.ts'
import type { Item } from './items.ts'
import { EXTREMES, inverseClaim, positionTruth } from './predicates.ts'
import { IT } from './raw-noun.ts'

/** Relations, comparisons, places and extremes: behind their subject, or in front of it. */
export abstract class ClausePredicates extends ClauseState {
  protected objectsOf(item: Item): NounPhrase[] {
    if (item.noun) return [this.discourse.resolve(item.noun, 'object')]
    if (item.tag === 'relation-it')
      return [this.discourse.resolve({ ...IT, start: item.start, end: item.end }, 'object')]
    return this.takeObjects()
  }

  protected readRelation(item: Item): void {
    const [subject] = this.subjects
    if (this.nextIs('which') && this.lastNoun) {
      // "the cone, next to which stands the cube, …"
      this.at++
      this.fronts = [{ item, objects: [this.lastNoun], negated: this.negated }]
      this.mainSubjects = this.subjects
      this.subjects = []
      return
    }
    if (
      item.tag === 'relation-it' &&
      subject &&
      this.items[this.at]?.text === 'by' &&
      this.items[this.at + 1]?.tag === 'noun'
    ) {
      this.at += 2
      const beside = this.discourse.resolve(this.items[this.at - 1]!.noun!, 'object')
      this.drafts.add('relation', {
        subject: beside,
        relation: asClaimed(item),
        object: subject,
        negated: this.negated,
        start: this.subjectStart,
        end: this.items[this.at - 1]!.end,
      })
      return
    }
    // "left of, and behind, the cube"
    if (this.sharing.length > 0 && this.nextIs('comma') && this.items[this.at + 1]?.tag === 'noun') this.at++
    const from = this.at
    // "higher than neither the cube nor the ball"
    if (subject && this.items[from]?.value === 'neither' && this.items[from + 1]?.tag === 'noun') {
      this.at++
      this.negated = true
    }
    const objects = this.objectsOf(item)
    if (objects.length === 0) {
      // "near the centre"
      if (this.at > from && this.items[this.at - 1]!.tag === 'noun') return
      if (this.sharesObject(item)) return
      // "The cube is behind."
      const isPlace = !['near', 'next_to', 'inside', 'on_top_of'].includes(item.value)
      const other = subject && this.open && isPlace && this.endsClause() ? this.otherThan(subject) : null
      if (other) this.relate(item, asClaimed(item), [other])
      return
    }
    const { negated, sharing } = this
    this.sharing = []
    const turned = !subject || this.isListHead() || this.turned(from)
    if (turned && this.isListHead()) this.subjects = []
    for (const part of [...sharing, { item, negated }]) {
      this.negated = part.negated
      for (const relation of singleRelations(part.item)) {
        if (turned) this.front(relation, objects)
        else this.relate(relation, asClaimed(relation), objects)
      }
    }
  }

  /** "Objects on the right: cone, cylinder." */
  private isListHead(): boolean {
    const [subject] = this.subjects
    return subject !== undefined && isAnything(subject) && !this.open && this.items[this.at]?.text === ';'
  }

  /** Does another relation follow, behind "and", "or", "but"? Then this one waits for its object. */
  private sharesObject(item: Item): boolean {
    const { negated } = this
    const compares = item.tag === 'comparative'
    let next = this.at
    let joint = ''
    while (['comma', 'and', 'or', 'joiner', 'be'].includes(this.items[next]?.tag ?? ''))
      joint += ` ${this.items[next++]!.text}`
    const follows = this.items[next]?.tag === 'not' ? next + 1 : next
    const other = this.items[follows]
    // "lower and farther than the ball"
    if (compares && other?.tag !== 'comparative' && !(other?.tag === 'relation' && / than$/.test(other.text)))
      return false
    if (
      !/and|or|but|yet|,/.test(joint) ||
      !['relation', 'relation-it', ...(compares ? ['comparative'] : [])].includes(other?.tag ?? '')
    )
      return false
    this.sharing = [...this.sharing, { item, negated }]
    this.at = next
    this.negated = / nor/.test(joint) || (negated && / or/.test(joint))
    return true
  }

  /** Is it where the phrase says? */
  protected isAt(place: Item, i: number): boolean {
    return place.value.split('+').every(value => positionTruth(this.index, i, value as ImagePosition) === true)
  }

  /** A group without what is excepted. */
  protected without(phrase: NounPhrase): NounPhrase {
    if (this.excepted.length === 0 || phrase.quantifier !== 'all') return phrase
    return { ...phrase, candidates: phrase.candidates.filter(i => !this.excepted.includes(i)) }
  }

  protected front(item: Item, objects: readonly NounPhrase[]): void {
    this.fronts.push({ item, objects, negated: this.negated })
    this.open = false
  }

  /** Length of ", toward the middle," before an inversion; 0 where there is none. */
  private asideAt(at: number): number {
    if (this.items[at]?.text !== ',') return 0
    const length = this.items.slice(at + 1).findIndex(item => item.text === ',')
    const inside = this.items.slice(at + 1, at + 1 + length)
    const isAside =
      length > 0 && inside.every(item => item.tag === 'word' || item.noun?.abstract || item.tag === 'comparative')
    return isAside && this.items[at + length + 2]?.tag === 'be' ? length + 2 : 0
  }

  /** Behind a finished predicate, "…; to the right of it is the cone": the subject is still to come. */
  protected turned(from: number): boolean {
    const aside = this.asideAt(this.at)
    const [next, after] = this.items.slice(this.at + aside, this.at + aside + 2)
    const inversion = next?.tag === 'exist' || (next?.tag === 'be' && after?.tag === 'noun' && !after.noun!.abstract)
    const nouns = next?.text === ',' ? after : next
    // "There is a ball, and behind it a cube."
    if (this.existed && nouns?.tag === 'noun' && isIndefinite(nouns.noun!)) return true
    // "…, and above them the ball and the ring."
    const rest = this.items.slice(this.at)
    const ends = rest.length > 0 && rest.every(item => ['noun', 'and', 'comma'].includes(item.tag))
    const waits =
      next?.tag === 'comma' &&
      after !== undefined &&
      (after.tag === 'joiner' || after.tag === 'noun') &&
      rest.at(-1)?.tag === 'noun' &&
      rest.at(-2)?.tag === 'comma'
    if (this.hadFront && waits && !this.open && this.items[from - 2]?.tag === 'and') {
      this.subjects = []
      return true
    }
    const [mark, pronoun] = [this.items[from - 2], this.items[this.at - 1]?.noun?.pronoun]
    if (ends && next?.tag === 'noun' && pronoun && ['and', 'comma'].includes(mark?.tag ?? '') && this.drafts.count > 0)
      this.hadFront = true
    const elliptic = this.hadFront && next?.tag === 'noun' && !next.noun!.abstract
    const joined = ['and', 'comma'].includes(this.items[from - 2]?.tag ?? '')
    return (inversion || elliptic) && (this.drafts.count > 0 || this.hadFront) && (!this.open || (inversion && joined))
  }

  protected relate(item: Item, relation: ClaimRelation, objects: readonly NounPhrase[]): void {
    // "than the sphere on the right": tells which sphere is meant.
    const place = this.items[this.at]
    const [only] = objects
    const tells = ['closer', 'farther', 'higher', 'lower'].includes(relation) || (only?.candidates.length ?? 0) > 1
    if (place?.tag === 'position' && objects.length === 1 && tells && only!.quantifier === 'the') {
      this.at++
      const meant = only!.candidates.filter(i => this.isAt(place, i))
      if (meant.length > 0) objects = [{ ...only!, candidates: meant }]
    }
    // "Not much farther" is farther, a little.
    if (this.negated && /^(?:much|a lot|considerably|significantly|far|way|noticeably) /.test(item.text)) return
    // "as far as" without "not" claims nothing that can be checked.
    if (item.value.startsWith('not-as') && !this.negated && !this.subjectsNegated) return
    this.lastRelation = item
    // "neither is above the other"
    if (
      /^(?:the|each) other(?: one)?$/.test(objects[0]?.text ?? '') &&
      this.subjects.flatMap(subject => subject.candidates).length > 1
    )
      return
    if (this.everythingIs(item, relation, objects)) return
    for (const object of objects) {
      // "not in front of anything"
      if (this.negated && /^any(?:thing)?\b/.test(object.text) && object.name === null) return
      const extreme = this.asExtreme(relation, object)
      if (extreme) this.emit('extreme', item, { value: extreme })
      else if (!this.nothingBeats(item, relation, object)) this.emit(patternOf(relation), item, { relation, object })
    }
  }

  /** "closer than everything else" is "the closest". */
  protected asExtreme(relation: ClaimRelation, object: NounPhrase): string | null {
    const value = EXTREME_OF[relation]
    const isDepth = (value === 'closest' || value === 'farthest') && !this.negated
    return isDepth &&
      /^(?:everything|anything|any other|every|each|all(?! (?:two|three|four|five)\b)|the rest|the others)/.test(
        object.text,
      )
      ? value
      : null
  }

  /** "Everything is closer than the cube": the cube is the farthest. */
  private everythingIs(item: Item, relation: ClaimRelation, objects: readonly NounPhrase[]): boolean {
    const [subject] = this.subjects
    const [object] = objects
    const value = EXTREME_OF[inverseClaim(relation) ?? relation]
    if (this.excepted.length > 0 || (value !== 'closest' && value !== 'farthest')) return false
    if (!value || !object || this.negated || !/^every/.test(subject?.text ?? '') || subject!.name !== null) return false
    const end = Math.max(item.end, object.span[1])
    this.drafts.add('extreme', { subject: object, value, negated: false, start: this.subjectStart, end })
    return true
  }

  /** "Nothing is closer than the cube": the cube is the closest. */
  protected nothingBeats(item: Item, relation: ClaimRelation, object: NounPhrase): boolean {
    const [subject] = this.subjects
    const value = EXTREME_OF[relation]
    if (
      !value ||
      this.excepted.length > 0 ||
      !this.subjectsNegated ||
      subject?.name !== null ||
      !/^(?:no|none|not|nothing|neither|any|anything)\b/.test(subject.text) ||
      subject.attributes.length > 0 ||
      this.subjects.length > 1
    )
      return false
    const end = Math.max(item.end, object.span[1])
    this.drafts.add('extreme', { subject: object, value, negated: false, start: this.subjectStart, end })
    return true
  }

  protected readGroup(item: Item): void {
    this.among = item.tag === 'of-two' ? 2 : 3
    if (item.noun) this.group = this.discourse.resolve(item.noun, 'object')
  }

  /** "nearer, of course, than the ball" */
  private skipAside(): void {
    if (!this.nextIs('comma')) return
    const close = this.items.findIndex((item, i) => i > this.at && item.tag === 'comma')
    const inside = this.items.slice(this.at + 1, close)
    if (
      close > 0 &&
      this.items[close + 1]?.tag === 'than' &&
      inside.every(item => item.tag === 'word' || item.tag === 'hedge')
    )
      this.at = close + 1
  }

  /** "The camera is closer to the cube than to the sphere." */
  protected cameraNear(item: Item): void {
    this.subjects = this.takeObjects()
    this.subjectStart = item.start
    if (!this.nextIs('than')) return
    this.at++
    this.relate(item, asClaimed(item), this.takeObjects())
  }

  protected readComparative(item: Item): void {
    // "the closer of the two spheres"
    if (this.nextIs('of-two', 'group')) this.readGroup(this.items[this.at++]!)
    if (this.sharesObject(item)) return
    this.skipAside()
    const ahead = this.items
      .slice(this.at)
      .findIndex(next => next.tag === 'than' || next.tag === 'versus' || STOPS.includes(next.tag))
    const stop = ahead < 0 ? undefined : this.items[this.at + ahead]
    let objects = this.versus
    if (stop?.tag === 'than' || stop?.tag === 'versus') {
      this.at += ahead + 1
      objects = this.takeObjects()
    }
    const [subject] = this.subjects
    // "the torus down here in front"
    if (item.text === 'in front' && subject && !this.open && objects.length === 0) return
    // "torus vs sphere: sphere farther"
    if (subject && objects === this.versus && objects[0]?.candidates.join() === subject.candidates.join()) objects = []
    if (!subject || (!this.open && objects.length === 0 && this.nextIs('be'))) {
      this.front(item, objects)
      this.subjects = []
      return
    }
    const other = objects.length > 0 ? null : this.otherThan(subject)
    const against = other ? [other] : objects
    const sharing = this.sharing
    this.sharing = []
    for (const part of against.length > 0 ? sharing : []) {
      const { negated } = this
      this.negated = part.negated
      this.relate(part.item, asClaimed(part.item), against)
      this.negated = negated
    }
    if (against.length > 0) this.relate(item, asClaimed(item), against)
    else if (item.value === 'left_of' || item.value === 'right_of')
      this.emit('position', item, { value: item.value === 'left_of' ? 'left' : 'right' })
  }

  /** "… behind the cone (magenta, left)": the cone is. */
  private placesInBrackets(item: Item): boolean {
    const before = this.items.slice(Math.max(0, this.at - 5), this.at - 1).map(other => other.tag)
    const last = this.lastNoun
    const { subjects } = this
    const isBracket = before.join(' ') === 'noun comma attribute comma' && (this.nextIs('comma') || this.endsClause())
    if (!isBracket || !last || item.tag !== 'position' || subjects.includes(last) || this.fronts.length > 0)
      return false
    this.subjects = [last]
    this.place(item)
    this.subjects = subjects
    return true
  }

  /** "…, and, the farthest of all, a yellow cylinder": the extreme of what comes. */
  private announces(item: Item): boolean {
    const [comma, noun] = this.items.slice(this.at, this.at + 2)
    const isNew = comma?.tag === 'comma' && noun?.tag === 'noun' && isIndefinite(noun.noun!)
    if (!this.existed || item.tag !== 'extreme' || this.items[this.at - 2]?.tag !== 'comma' || !isNew) return false
    this.at += 2
    this.subjects = [this.discourse.resolve(noun.noun!, 'subject')]
    this.subjectStart = item.start
    this.emit('exist', noun, {})
    this.place(item)
    this.open = false
    return true
  }

  protected readPlace(item: Item): void {
    if (this.announces(item) || this.placesInBrackets(item)) return
    // "Moving from the ball to the right we find …"
    if (this.items[this.at - 2]?.tag === 'noun' && this.items[this.at - 3]?.text === 'from') return
    // "…, the closest is the cube"
    const before = this.items[this.at - 2]?.tag ?? ''
    const after = this.items[this.at + 1]
    // "On the right is the cone, on the left the ring."
    const elliptic =
      (this.hadFront || (this.existed && item.tag === 'position')) &&
      ['comma', 'and', 'joiner'].includes(before) &&
      this.nextIs('noun') &&
      !this.items[this.at]!.noun!.abstract &&
      !(after && startsPredicate(after))
    const turned = elliptic || (!this.open && item.tag === 'extreme' && this.nextIs('be'))
    if (elliptic) this.hadFront = true
    if (this.subjects.length === 0 || turned || this.isListHead()) {
      this.front(item, [])
      this.subjects = []
      return
    }
    if (
      item.tag === 'position' &&
      /^(?:left|right)$/.test(item.text) &&
      !this.open &&
      this.retracts === null &&
      this.items[this.at - 2]?.tag !== 'noun' &&
      !(this.items[this.at - 2]?.text === ',' && this.items[this.at]?.text === ',')
    )
      return
    this.place(item)
  }

  /** "… left of the ball. No, it is to the right.": of the ball. */
  private correctedSide(relation: ClaimRelation | undefined): NounPhrase | null {
    const doubted = this.corrects || this.retracts !== null
    if (this.drafts.count > 0 || !doubted) return this.drafts.correctedSide(relation, doubted)
    return this.earlier.isOf(this.subjects) ? this.earlier.correctedSide(relation, doubted) : null
  }

  protected place(item: Item): void {
    if (item.tag === 'extreme') {
      const [subject] = this.subjects
      const relation: ClaimRelation | undefined = EXTREMES[item.value as Extreme]
      // "Apart from the cube, the ball is the closest."
      if (this.excepted.length > 0) return
      const other = this.among === 2 && subject && relation ? this.otherThan(subject) : null
      if (other) this.relate(item, relation!, [other])
      else this.emit('extreme', item, { value: item.value })
      return
    }
    // "to the right of the cube, not the left", "not to the left but to the right of the cube": one claim, said twice.
    const [but, relates] = this.items.slice(this.at, this.at + 2)
    if (this.items[this.at - 2]?.tag === 'not' && /^(?:the )?(?:left|right)$/.test(item.text) && this.said.length > 0)
      return
    if (this.negated && but?.text === 'but' && relates?.tag === 'relation') return
    const corrected = this.correctedSide(POSITION_RELATIONS[item.value])
    if (corrected && /^(?:(?:to|on) )?(?:the )?(?:left|right)$/.test(item.text)) {
      this.relate(item, POSITION_RELATIONS[item.value]!, [corrected])
      return
    }
    for (const value of item.value.split('+')) {
      const relation = POSITION_RELATIONS[value]
      if (this.versus.length > 0 && relation) this.relate(item, relation, this.versus)
      else this.emit('position', item, { value })
    }
  }
}
