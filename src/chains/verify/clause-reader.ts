import type { NounPhrase } from './claim.ts'
import { asClaimed, isGeneric, PREPOSITIONS, patternOf, startsPredicate } from './clause-parts.ts'
import { ClausePredicates } from './clause-predicates.ts'
import type { ReadSentence } from './clause-state.ts'
import type { Item } from './items.ts'
import type { RawNoun } from './noun-phrase.ts'
import { relationTruth } from './predicates.ts'

/**
 * Reads sentences, one after the other, as claims. A left-to-right reader over phrases: it keeps the current subjects, whether a
 * predicate is open, its negation, and predicates that wait for their subject.
 */
export class ClauseReader extends ClausePredicates {
  read(items: readonly Item[]): ReadSentence {
    this.begin(items)
    while (this.at < items.length) this.step(items[this.at]!)
    if (this.drafts.count === 0) this.discourse.setTopic(this.mutedNouns)
    return { claims: this.drafts.claims(), retracts: this.retracts }
  }

  /** A question, or any sentence that claims nothing: what it names has been spoken of. */
  overhear(items: readonly Item[]): void {
    this.discourse.beginSentence()
    this.discourse.setTopic(
      items.flatMap(item => (item.noun && !item.noun.abstract && !item.noun.pronoun ? [item.noun] : [])),
    )
  }

  private step(item: Item): void {
    this.at++
    if (this.muted === 'sentence') {
      this.overhearNoun(item)
      return
    }
    switch (item.tag) {
      case 'comma':
        if (this.muted === 'comma') this.newClause()
        if (this.mainSubjects.length > 0 && this.nextIs('be', 'have', 'not', 'comma', 'and')) this.endRelative()
        return
      case 'joiner':
      case 'causal':
        this.startClause(item)
        return
      case 'and':
        if (!this.subjectsNegated) this.negated = false
        return
      case 'or':
        if (item.value === 'nor') this.negated = this.inverted = true
        return
      case 'whether':
        this.muted = 'sentence'
        return
      case 'would':
        this.muted = 'clause'
        return
      case 'plan':
        if (this.muted === 'no') this.muted = 'comma'
        return
      case 'hedge':
        this.drafts.hedge()
        return
      case 'untrue':
        this.drafts.deny()
        return
      case 'retract':
        this.retract(item)
        return
      default:
        if (this.muted === 'no') this.readItem(item)
        else this.overhearNoun(item)
    }
  }

  private overhearNoun(item: Item): void {
    if (!item.noun || item.noun.abstract || item.noun.pronoun) return
    this.mutedNouns.push(item.noun)
    this.discourse.resolve(item.noun, 'object')
  }

  private retract(item: Item): void {
    if (item.value === 'last' && this.drafts.retractLast()) return
    this.retracts = item.value === 'last' ? 'last' : (this.retracts ?? 'conflict')
  }

  private startClause(item: Item): void {
    // "On the left side: the sphere and the cube"; "There are three objects: a cube, …".
    const lists = item.text === ';' && this.nextIs('noun')
    const waiting = lists ? this.fronts : []
    const announced =
      lists &&
      (this.drafts.lastPattern === 'count' || (this.drafts.count === 0 && this.subjects.length > 0 && !this.open))
    const group =
      announced && this.subjects.every(subject => subject.name === null || this.drafts.lastPattern === 'count')
    this.newClause()
    this.fronts = [...waiting]
    if (item.text === ';') this.subjects = []
    this.existing = group && !this.predicateFollows()
    this.drafts.nextSegment(item.tag === 'causal')
  }

  /** Does the list of nouns at hand have a predicate of its own? */
  private predicateFollows(): boolean {
    let next = this.at
    while (['noun', 'comma', 'and'].includes(this.items[next]?.tag ?? '')) next++
    return this.items[next] !== undefined && startsPredicate(this.items[next]!)
  }

  private endRelative(): void {
    this.subjects = this.mainSubjects
    this.mainSubjects = []
    this.open = false
  }

  private readItem(item: Item): void {
    switch (item.tag) {
      case 'noun':
        this.readNouns(item)
        return
      case 'be':
        if (item.value === 'hedge') this.drafts.hedge()
        this.seen = /^can be/.test(item.text) && this.subjects.some(subject => subject.quantifier === 'some')
        this.open = true
        return
      case 'have':
        this.having = this.subjects.length > 0
        this.open = true
        return
      case 'not':
        this.negated = true
        if (item.value === 'neither') this.subjectsNegated = true
        return
      case 'exist':
        this.existing = true
        this.open = false
        this.negated = item.value === 'not'
        return
      case 'which':
        this.startRelative()
        return
      case 'with':
        this.lookAhead()
        this.subjects = []
        this.open = this.negated = false
        return
      case 'versus':
        this.versus = this.takeObjects()
        return
      case 'between':
      case 'unlike':
        this.takeObjects()
        return
      case 'group':
      case 'of-two':
        this.among = item.tag === 'of-two' ? 2 : 3
        if (item.noun) this.group = this.discourse.resolve(item.noun, 'object')
        return
      case 'including':
        if (this.lastRelation) this.relate(this.lastRelation, asClaimed(this.lastRelation), this.takeObjects())
        return
      case 'order':
        this.readOrder(item)
        return
      case 'camera-near':
        this.cameraNear(item)
        return
      case 'depth-noun':
        this.sawDepth = true
        return
      case 'greater':
      case 'smaller':
        if (this.sawDepth) this.relate(item, item.tag === 'greater' ? 'farther' : 'closer', this.takeObjects())
        return
      case 'relation':
      case 'relation-it':
        this.readRelation(item)
        return
      case 'comparative':
        this.readComparative(item)
        return
      case 'position':
      case 'extreme':
        this.readPlace(item)
        return
      case 'attribute':
        if (this.open && this.fronts.length === 0) this.emit('attribute', item, { value: item.value })
        return
      case 'visible':
        this.emit('exist', item, {})
        return
      case 'absent':
        this.negated = !this.negated
        this.emit('exist', item, {})
        this.negated = false
        return
      default:
        return
    }
  }

  private readNouns(item: Item): void {
    const noun = item.noun!
    const before = this.items[this.at - 2]
    if (this.fronts.length > 0 && this.closeFronts(item)) return
    if (this.existing) {
      this.readExisting(item)
      return
    }
    if (this.having) {
      this.readHaving(item)
      return
    }
    if (before?.tag === 'word' && PREPOSITIONS.has(before.text)) {
      this.mentionOnly(noun, before.text)
      return
    }
    if (this.open && this.subjects.length > 0 && !this.inverted && (before?.tag === 'be' || before?.tag === 'not')) {
      // "it is the blue one that is farther"
      if (this.nextIs('which') && this.subjects[0]!.text === 'it' && !noun.abstract) {
        this.startSubjects(item)
        this.at++
        return
      }
      // "The cube is the object on the left": the description goes on.
      if (noun.abstract || isGeneric(noun)) return
      if (noun.attributes.length > 0 || noun.name !== null) {
        this.identify(item)
        return
      }
    }
    this.startSubjects(item)
  }

  /** Behind a preposition that makes no relation: spoken of, no more. At the start, "of the cube", it is the topic. */
  private mentionOnly(noun: RawNoun, preposition: string): void {
    if (noun.abstract || noun.pronoun) return
    if (this.at === 2 && /^(?:of|for|about)$/.test(preposition)) this.discourse.setTopic([noun])
    else this.lastNoun = this.discourse.resolve(noun, 'object')
  }

  private startSubjects(item: Item): void {
    const nouns = this.takeList(item, 'subjects')
    const neither = this.negated && this.subjectsNegated
    this.inverted = false
    this.subjectCount = null
    // "The object on the left is …": a description whose subject is still to come.
    if (
      nouns.length === 1 &&
      isGeneric(nouns[0]!) &&
      nouns[0]!.determiner === 'the' &&
      this.nextIs('relation', 'position', 'extreme', 'which')
    ) {
      this.subjects = []
      return
    }
    const kept = nouns.filter(noun => !noun.abstract)
    this.open = false
    this.subjects = []
    if (kept.length === 0) return
    const phrases = kept.map(noun => this.discourse.resolve(noun, 'subject'))
    this.subjects = this.modified(phrases)
    this.subjectStart = item.start
    this.subjectCount = kept.length === 1 && kept[0]!.determiner === 'number' ? kept[0]!.count : null
    this.subjectsNegated = neither || kept.some(noun => noun.determiner === 'no')
    if (!neither) this.negated = false
    this.mainSubjects = []
    this.lastNoun = this.subjects.at(-1)!
    this.discourse.setSubjects(this.subjects)
  }

  /** "the sphere left of the cube is …": the relation tells which of several spheres is meant, and claims nothing. */
  private modified(phrases: NounPhrase[]): NounPhrase[] {
    const [only] = phrases
    const that = this.items[this.at]?.tag === 'which' && this.items[this.at + 1]?.tag === 'be' ? 2 : 0
    const [relation, object, after] = this.items.slice(this.at + that, this.at + that + 3)
    if (
      phrases.length !== 1 ||
      !only ||
      only.candidates.length < 2 ||
      relation?.tag !== 'relation' ||
      after?.tag !== 'be'
    )
      return phrases
    if (only.quantifier !== 'the' || object?.tag !== 'noun' || object.noun!.abstract) return phrases
    const anchor = this.discourse.resolve(object.noun!, 'object').candidates
    const meant = only.candidates.filter(i =>
      anchor.some(k => relationTruth(this.index, asClaimed(relation), i, k) === true),
    )
    if (meant.length === 0) return phrases
    this.at += that + 2
    return [{ ...only, candidates: meant }]
  }

  private startRelative(): void {
    if (!this.lastNoun || this.fronts.length > 0) return
    if (this.subjects.length > 0) this.mainSubjects = this.subjects
    this.subjects = [this.lastNoun]
    this.subjectsNegated = false
    this.open = false
  }

  /** "With the sphere behind it, the cube …": the pronoun means what comes. */
  private lookAhead(): void {
    const comma = this.items.findIndex((item, i) => i > this.at && item.tag === 'comma')
    const main = this.items[comma + 1]
    if (this.at > 1 || comma < 0 || main?.tag !== 'noun' || main.noun!.abstract || main.noun!.pronoun) return
    this.discourse.setSubjects([this.discourse.resolve(main.noun!, 'subject')])
  }

  /** "The object is a red cube." */
  private identify(item: Item): void {
    const noun = item.noun!
    const parts = [...noun.attributes, ...(noun.name === null ? [] : [noun.name])]
    for (const value of parts) {
      if (
        this.subjects.some(
          subject => subject.candidates.length > 0 && (subject.name === value || subject.attributes.includes(value)),
        )
      )
        continue
      this.emit('attribute', item, { value })
    }
    this.open = false
  }

  /** "From left to right: the cube, the sphere, the cone." */
  private readOrder(item: Item): void {
    const nouns = this.items.slice(this.at).flatMap(next => (next.noun && !next.noun.abstract ? [next.noun] : []))
    this.at = this.items.length
    const phrases = nouns.map(noun => this.discourse.resolve(noun, 'object'))
    for (const [k, object] of phrases.slice(1).entries()) {
      this.subjects = [phrases[k]!]
      this.subjectStart = phrases[k]!.span[0]
      this.emit(
        patternOf(asClaimed(item)),
        { ...item, start: this.subjectStart, end: object.span[1] },
        { relation: asClaimed(item), object },
        object.span[1],
      )
    }
  }

  private readExisting(item: Item): void {
    if (item.noun!.abstract) return
    const nouns = this.takeList(item, 'listed').filter(noun => !noun.abstract)
    const phrases = nouns.map(noun => this.discourse.resolve(noun, 'subject'))
    const verb = this.items[this.items.indexOf(item) - 1]
    this.discourse.setSubjects(phrases)
    this.subjects = phrases
    this.subjectStart = item.start
    this.lastNoun = phrases.at(-1) ?? null
    this.existing = false
    if (this.nextIs('visible')) this.at++
    const place = this.placeAfter()
    for (const [k, subject] of phrases.entries()) {
      const noun = nouns[k]!
      const counted = noun.count !== null && noun.determiner === 'number' && (noun.plural || noun.count < 2)
      const negated = this.negated !== (noun.determiner === 'no')
      const base = {
        negated,
        subject,
        start: k === 0 ? (verb?.start ?? noun.start) : noun.start,
        end: place?.end ?? noun.end,
      }
      const listed = base.start === noun.start || phrases.length > 1 ? { ...base, start: noun.start } : base
      if (counted && !place) this.drafts.add('count', { ...listed, value: String(noun.count) })
      else if (place === null) this.drafts.add('exist', listed)
      for (const object of place?.objects ?? [])
        this.drafts.add('exist', { ...listed, relation: asClaimed(place!.item), object })
      for (const value of place?.values ?? []) this.drafts.add('exist', { ...listed, value })
    }
    this.subjectsNegated = this.negated = this.open = false
  }

  /** "… to the left of the cube", "… on the left", right behind what exists. */
  private placeAfter(): { item: Item; objects: NounPhrase[]; values: string[]; end: number } | null {
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
  private readHaving(item: Item): void {
    const noun = item.noun!
    this.having = false
    if (noun.abstract) {
      for (const value of noun.attributes) this.emit('attribute', item, { value })
      return
    }
    const owners = this.subjects
    const had = this.discourse.resolve(noun, 'subject')
    const next = this.items[this.at]
    if (next?.tag === 'relation-it' || (next?.tag === 'relation' && this.items[this.at + 1]?.noun?.pronoun === 'it')) {
      this.at += next.tag === 'relation-it' ? 1 : 2
      const end = this.items[this.at - 1]!.end
      for (const object of owners) {
        const relation = asClaimed(next)
        this.drafts.add(patternOf(relation), {
          negated: this.negated,
          subject: had,
          relation,
          object,
          start: this.subjectStart,
          end,
        })
      }
    }
    this.open = false
  }
}
