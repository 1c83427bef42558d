import type { ClaimRelation, NounPhrase } from './claim.ts'
import { ClauseFronts } from './clause-fronts.ts'
import { asClaimed, EXTREME_OF, isAnything, POSITION_RELATIONS, patternOf, singleRelations } from './clause-parts.ts'
import type { Item } from './items.ts'
import type { RawNoun } from './raw-noun.ts'

/** Things that exist, that something has beside it, that are left out. */
export abstract class ClauseThings extends ClauseFronts {
  protected readExisting(item: Item): void {
    if (item.noun!.abstract || item.noun!.pronoun === 'it') {
      // "Here is the height of the cone."
      // "There isn't, it's the cylinder."
      if (item.noun!.pronoun === 'it') this.existing = this.negated = false
      if (item.noun!.abstract && item.noun!.determiner === 'the') this.existing = false
      return
    }
    this.forget()
    const nouns = this.takeList(item, 'listed')
      .filter(noun => !noun.abstract)
      .map(noun => this.ofTheKind(noun))
    const phrases = nouns.map(noun => this.discourse.resolve(noun, 'subject'))
    const verb = this.items[this.items.indexOf(item) - 1]
    this.discourse.setSubjects(phrases)
    this.subjects = phrases
    this.subjectStart = item.start
    this.lastNoun = phrases.at(-1) ?? null
    this.existing = false
    if (this.nextIs('visible')) this.at++
    // "There is a cube missing."
    else if (this.nextIs('absent')) {
      this.at++
      this.negated = !this.negated
    }
    if (this.countFollows(phrases)) return
    const place = this.placeAfter()
    if (place && this.nothingIs(place, phrases)) return
    // "There are two objects on the right: the cone and the cylinder."
    if (place && phrases.every(isAnything)) {
      this.open = this.negated = false
      if (this.nextIs('joiner')) this.fronts = [{ item: place.item, objects: place.objects, negated: false }]
      this.subjects = []
      return
    }
    for (const [k, subject] of phrases.entries()) {
      const noun = nouns[k]!
      const counted = noun.count !== null && noun.determiner === 'number' && (noun.plural || noun.count < 2)
      // "no cones or rings"
      const shared = noun.determiner === 'bare' && nouns[0]!.determiner === 'no'
      const negated = this.negated !== (noun.determiner === 'no' || shared)
      if (negated && place === null && noun.name === null && noun.attributes.length === 0) continue
      if (negated && /\b(?:second|third|another|other|more)\b/.test(noun.text)) continue
      const base = {
        negated,
        subject,
        start: k === 0 ? (verb?.start ?? noun.start) : noun.start,
        end: place?.end ?? noun.end,
      }
      // "On both sides there are objects."
      if (place === null && noun.determiner === 'bare' && isAnything(subject) && !negated) continue
      const listed = base.start === noun.start || phrases.length > 1 ? { ...base, start: noun.start } : base
      if (counted && !place) this.drafts.add('count', { ...listed, value: String(noun.count) })
      else if (place === null) this.drafts.add('exist', listed)
      for (const object of place?.objects ?? [])
        for (const one of singleRelations(place!.item))
          this.drafts.add('exist', { ...listed, relation: asClaimed(one), object })
      for (const value of place?.values ?? []) this.drafts.add('exist', { ...listed, value })
    }
    this.subjectsNegated = this.negated = this.open = false
    this.existed = true
  }

  /** "There is no white cube, but there is a green one": a cube. */
  private ofTheKind(noun: RawNoun): RawNoun {
    const takes =
      noun.name === null && noun.attributes.length > 0 && /^(?:an?|one|two|another) .*\bones?$/.test(noun.text)
    const named = takes && this.kind !== null ? { ...noun, name: this.kind } : noun
    this.kind = named.name
    return named
  }

  /** "The number of cubes is two." */
  private countFollows([subject]: readonly NounPhrase[]): boolean {
    const [be, number] = this.items.slice(this.at, this.at + 2)
    if (be?.tag !== 'be' || number?.tag !== 'number' || this.items[this.at + 2]?.tag === 'noun') return false
    const { subjectStart: start, negated } = this
    this.at += 2
    this.drafts.add('count', { subject: subject!, value: number.value, start, end: number.end, negated })
    return true
  }

  /** "There is nothing behind the cube": it is the farthest. */
  private nothingIs(place: { item: Item; objects: readonly NounPhrase[] }, phrases: readonly NounPhrase[]): boolean {
    const [object] = place.objects
    this.subjectsNegated = this.negated || /^(?:no|nothing)\b/.test(phrases[0]!.text)
    const found = object !== undefined && this.nothingBeats(place.item, asClaimed(place.item), object)
    if (!found) this.subjectsNegated = false
    else this.negated = this.open = false
    return found
  }

  /** "… to the left of the cube", "… on the left", right behind what exists. */
  protected placeAfter(): { item: Item; objects: NounPhrase[]; values: string[]; end: number } | null {
    let next = this.at
    while (['which', 'be', 'comma', 'word'].includes(this.items[next]?.tag ?? '')) {
      // A new clause after a comma is none of ours.
      if (
        this.items[next]!.tag === 'comma' &&
        !['relation', 'which', 'relation-it'].includes(this.items[next + 1]?.tag ?? '')
      )
        return null
      next++
    }
    const item = this.items[next]
    const kept = this.at
    if (item?.tag === 'position') {
      this.at = next + 1
      return { item, objects: [], values: item.value.split('+'), end: item.end }
    }
    if (item?.tag !== 'relation' && item?.tag !== 'relation-it') return null
    this.at = next + 1
    const objects = this.objectsOf(item)
    if (objects.length > 0) return { item, objects, values: [], end: this.items[this.at - 1]!.end }
    this.at = kept
    return null
  }

  /** "The cube has the sphere on its left", "has a red colour". */
  protected readHaving(item: Item): void {
    const noun = item.noun!
    this.having = false
    if (noun.abstract) {
      for (const value of noun.attributes) this.emit('attribute', item, { value })
      return
    }
    const owners = this.subjects
    this.owners = owners
    const [spare] = this.spareFronts
    // "The sphere has both the cube and the cone in front of it."
    const nouns = this.takeList(item, 'subjects').filter(other => !other.abstract)
    const hads = nouns.map(other => this.discourse.resolve(other, 'subject'))
    const next = this.items[this.at]
    const nothing = noun.name === null && (noun.determiner === 'no' || this.negated)
    if (nothing && next && this.nextIsOfOwner()) {
      this.at += next.tag === 'relation-it' ? 1 : 2
      for (const subject of owners)
        this.drafts.add('extreme', {
          subject,
          value: EXTREME_OF[asClaimed(next)] ?? null,
          negated: false,
          start: this.subjectStart,
          end: next.end,
        })
      return
    }
    this.spareFronts = []
    const relate = (relation: ClaimRelation, start: number, end: number): void => {
      for (const object of owners)
        for (const subject of hads)
          this.drafts.add(patternOf(relation), { negated: this.negated, subject, relation, object, start, end })
    }
    if (spare?.item.tag === 'relation-it' && !next) relate(asClaimed(spare.item), spare.item.start, item.end)
    // "The cube has the cone to the right."
    const side =
      next?.tag === 'position' && /^(?:to|on) the (?:left|right)$/.test(next.text)
        ? POSITION_RELATIONS[next.value]
        : undefined
    if (side) {
      this.at++
      relate(side, this.subjectStart, next!.end)
    }
    if (next && this.nextIsOfOwner()) {
      this.at += next.tag === 'relation-it' ? 1 : 2
      relate(asClaimed(next), this.subjectStart, this.items[this.at - 1]!.end)
    }
    this.open = false
  }

  /** "… and the cone behind it": had, like what came before. */
  protected nextIsOfOwner(): boolean {
    const [next, after] = this.items.slice(this.at, this.at + 2)
    return next?.tag === 'relation-it' || (next?.tag === 'relation' && after?.noun?.pronoun === 'it')
  }

  /** "flanked by the ball on the left and the ring on the right" */
  protected readSides(): void {
    const [subject] = this.subjects
    for (;;) {
      const skipped = this.nextIs('and', 'comma') ? 1 : 0
      const [noun, side] = this.items.slice(this.at + skipped, this.at + skipped + 2)
      const relation = POSITION_RELATIONS[side?.value ?? ''] ?? (side?.tag === 'relation-it' ? asClaimed(side) : null)
      if (noun?.tag !== 'noun' || noun.noun!.abstract || !subject || !side || !relation) return
      this.at += skipped + 2
      this.drafts.add('relation', {
        subject: this.discourse.resolve(noun.noun!, 'object'),
        relation,
        object: subject,
        negated: false,
        start: noun.start,
        end: side.end,
      })
    }
  }

  /** "rather than yellow", "unlike the cube", "except the torus" */
  protected leaveOut(item: Item): void {
    if (this.nextIs('attribute', 'position', 'extreme')) {
      this.at++
      return
    }
    if (this.nextIs('relation')) this.at++
    const left = this.takeObjects().flatMap(phrase => phrase.candidates)
    if (item.value !== 'all-but') return
    this.excepted = left
    this.subjects = this.subjects.map(subject => this.without(subject))
  }

  /** "The depth of the cube is greater than that of the sphere"; of a size it claims nothing. */
  protected measure(item: Item): void {
    const objects = this.takeObjects()
    if (this.sawDepth) this.relate(item, item.tag === 'greater' ? 'farther' : 'closer', objects)
  }
}
