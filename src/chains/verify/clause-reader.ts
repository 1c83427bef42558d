import type { GraphIndex } from '../graph/graph-index.ts'
import type { Claim, ClaimRelation, NounPhrase, Pattern } from './claim.ts'
import { ClauseDrafts, type DraftParts } from './clause-drafts.ts'
import { Discourse } from './discourse.ts'
import type { Item } from './items.ts'
import type { RawNoun } from './noun-phrase.ts'
import { relationTruth } from './predicates.ts'

/** What a sentence claims, and what it says about earlier claims. */
export interface ReadSentence {
  readonly claims: readonly Claim[]
  /** "that is wrong": the last claim goes; "wait", "actually": what the sentence now contradicts goes. */
  readonly retracts: 'last' | 'conflict' | null
}

/** A predicate that stands before its subject: "To the left of the sphere is …". */
interface Front {
  readonly item: Item
  readonly objects: readonly NounPhrase[]
}

/** What is not claimed: to the next comma, to the next clause, to the end. */
type Muted = 'no' | 'comma' | 'clause' | 'sentence'

/**
 * Reads sentences, one after the other, as claims. A left-to-right reader over phrases: it keeps the current subjects, whether a
 * predicate is open, its negation, and predicates that wait for their subject.
 */
export class ClauseReader {
  private readonly index: GraphIndex
  private readonly discourse: Discourse
  private items: readonly Item[] = []
  private at = 0
  private drafts = new ClauseDrafts()
  private subjects: readonly NounPhrase[] = []
  private subjectStart = 0
  /** Subjects under "no" or "neither". */
  private subjectsNegated = false
  /** "two of the objects are …": how many; their predicate is a count. */
  private subjectCount: number | null = null
  /** Subjects that go on behind a relative clause. */
  private mainSubjects: readonly NounPhrase[] = []
  private open = false
  private negated = false
  private existing = false
  private having = false
  private inverted = false
  private sawDepth = false
  private muted: Muted = 'no'
  private mutedNouns: RawNoun[] = []
  private fronts: Front[] = []
  private hadFront = false
  private versus: readonly NounPhrase[] = []
  private among = 0
  private group: NounPhrase | null = null
  private lastRelation: Item | null = null
  /** "can be seen": of an indefinite subject, that it exists. */
  private seen = false
  private retracts: ReadSentence['retracts'] = null
  private lastNoun: NounPhrase | null = null

  constructor(index: GraphIndex) {
    this.index = index
    this.discourse = new Discourse(index)
  }

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

  private begin(items: readonly Item[]): void {
    this.items = items
    this.at = 0
    this.discourse.beginSentence()
    this.drafts = new ClauseDrafts()
    this.subjects = this.mainSubjects = this.versus = []
    this.subjectsNegated = this.open = this.negated = this.existing = this.having = this.inverted = false
    this.sawDepth = this.hadFront = false
    this.subjectCount = null
    this.muted = 'no'
    this.mutedNouns = []
    this.fronts = []
    this.among = 0
    this.group = null
    this.lastRelation = null
    this.seen = false
    this.retracts = null
    this.lastNoun = null
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

  private newClause(): void {
    this.muted = 'no'
    this.negated = this.existing = this.having = false
    this.fronts = []
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

  // --- nouns ---------------------------------------------------------------------------------------------------------

  /**
   * The noun at hand and those joined to it: "the cube, the sphere and the cone". A list needs an "and" or "or"; one of objects ends
   * where a noun has a predicate of its own. "a cylinder, a white one," is one noun.
   */
  private takeList(first: Item, as: 'subjects' | 'objects' | 'listed'): RawNoun[] {
    const nouns = [first.noun!]
    let joinedBy = ''
    const start = this.at
    for (;;) {
      let next = this.at
      let joint = ''
      while (['comma', 'and', 'or'].includes(this.items[next]?.tag ?? '')) joint += this.items[next++]!.tag
      const item = this.items[next]
      if (joint === '' || item?.tag !== 'noun' || (joint === 'comma' && item.noun!.pronoun !== null)) break
      const after = this.items[next + 1]
      if (
        joint === 'comma' &&
        isApposition(item.noun!, nouns.at(-1)!) &&
        (after === undefined || after.tag === 'comma')
      ) {
        nouns[nouns.length - 1] = {
          ...nouns.at(-1)!,
          attributes: [...nouns.at(-1)!.attributes, ...item.noun!.attributes],
        }
        this.at = next + (after ? 2 : 1)
        continue
      }
      // "… of the sphere and the cone is …" begins a new clause.
      if (as !== 'subjects' && after && startsPredicate(after) && after.tag !== 'visible') break
      const inherits = item.noun!.name === null && item.noun!.attributes.length > 0 && nouns[0]!.plural
      nouns.push(inherits ? { ...item.noun!, name: nouns[0]!.name, count: null } : item.noun!)
      joinedBy += joint
      this.at = next + 1
    }
    if (nouns.length > 1 && !/and|or/.test(joinedBy) && as !== 'listed') {
      this.at = start
      return nouns.slice(0, 1)
    }
    return nouns
  }

  private takeObjects(): NounPhrase[] {
    while (
      this.items[this.at]?.tag === 'word' &&
      /^(?:to|of|with|the|both|either|that|for|from)$/.test(this.items[this.at]!.text)
    )
      this.at++
    if (this.items[this.at]?.tag === 'be' && this.items[this.at + 1]?.tag === 'noun' && this.subjects.length > 0)
      this.at++
    const next = this.items[this.at]
    if (next?.tag !== 'noun') return []
    this.at++
    const nouns = this.takeList(next, 'objects').filter(noun => !noun.abstract)
    const phrases = nouns.map(noun => this.discourse.resolve(noun, 'object'))
    this.lastNoun = phrases.at(-1) ?? this.lastNoun
    return phrases
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

  // --- there is, has -------------------------------------------------------------------------------------------------

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

  // --- predicates ----------------------------------------------------------------------------------------------------

  private objectsOf(item: Item): NounPhrase[] {
    if (item.noun) return [this.discourse.resolve(item.noun, 'object')]
    if (item.tag === 'relation-it')
      return [this.discourse.resolve({ ...IT, start: item.start, end: item.end }, 'object')]
    return this.takeObjects()
  }

  private readRelation(item: Item): void {
    const [subject] = this.subjects
    if (this.nextIs('which') && this.lastNoun) {
      // "the cone, next to which stands the cube, …"
      this.at++
      this.fronts = [{ item, objects: [this.lastNoun] }]
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
    const objects = this.objectsOf(item)
    if (objects.length === 0) {
      // "The cube is behind."
      const other = subject && this.open && this.endsClause() ? this.otherThan(subject) : null
      if (other) this.relate(item, asClaimed(item), [other])
      return
    }
    if (!subject || this.turned()) this.front(item, objects)
    else this.relate(item, asClaimed(item), objects)
  }

  private front(item: Item, objects: readonly NounPhrase[]): void {
    this.fronts.push({ item, objects })
    this.open = false
  }

  /** What a comparison without "than" is held against. */
  private otherThan(subject: NounPhrase): NounPhrase | null {
    const rest = this.group?.candidates.filter(i => !subject.candidates.includes(i)) ?? []
    if (this.among === 2 && this.group && rest.length === 1)
      return { ...this.group, candidates: rest, quantifier: 'the' }
    return this.discourse.otherThan(subject)
  }

  private endsClause(): boolean {
    return this.items[this.at] === undefined || this.nextIs('comma', 'joiner', 'causal', 'and')
  }

  /** Behind a finished predicate, "…; to the right of it is the cone": the subject is still to come. */
  private turned(): boolean {
    const [next, after] = [this.items[this.at], this.items[this.at + 1]]
    const inversion = next?.tag === 'exist' || (next?.tag === 'be' && after?.tag === 'noun' && !after.noun!.abstract)
    const elliptic = this.hadFront && next?.tag === 'noun' && !next.noun!.abstract
    return (inversion || elliptic) && this.drafts.count > 0 && !this.open
  }

  private relate(item: Item, relation: ClaimRelation, objects: readonly NounPhrase[]): void {
    // "as far as" without "not" claims nothing that can be checked.
    if (item.value.startsWith('not-as') && !this.negated && !this.subjectsNegated) return
    this.lastRelation = item
    for (const object of objects) {
      const extreme = this.asExtreme(relation, object)
      if (extreme) this.emit('extreme', item, { value: extreme })
      else if (!this.nothingBeats(item, relation, object)) this.emit(patternOf(relation), item, { relation, object })
    }
  }

  /** "closer than everything else" is "the closest". */
  private asExtreme(relation: ClaimRelation, object: NounPhrase): string | null {
    return /^(?:everything|anything|any other|every other|all)/.test(object.text)
      ? (EXTREME_OF[relation] ?? null)
      : null
  }

  /** "Nothing is closer than the cube": the cube is the closest. */
  private nothingBeats(item: Item, relation: ClaimRelation, object: NounPhrase): boolean {
    const [subject] = this.subjects
    const value = EXTREME_OF[relation]
    if (
      !value ||
      !this.subjectsNegated ||
      subject?.name !== null ||
      subject.attributes.length > 0 ||
      this.subjects.length > 1
    )
      return false
    const end = Math.max(item.end, object.span[1])
    this.drafts.add('extreme', { subject: object, value, negated: false, start: this.subjectStart, end })
    return true
  }

  /** "The camera is closer to the cube than to the sphere." */
  private cameraNear(item: Item): void {
    this.subjects = this.takeObjects()
    this.subjectStart = item.start
    if (!this.nextIs('than')) return
    this.at++
    this.relate(item, asClaimed(item), this.takeObjects())
  }

  private readComparative(item: Item): void {
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
    if (!subject || (!this.open && objects.length === 0 && this.nextIs('be'))) {
      this.front(item, objects)
      this.subjects = []
      return
    }
    const other = objects.length > 0 ? null : this.otherThan(subject)
    const against = other ? [other] : objects
    if (against.length > 0) this.relate(item, asClaimed(item), against)
  }

  private readPlace(item: Item): void {
    // "…, the closest is the cube"
    const turned = !this.open && item.tag === 'extreme' && this.nextIs('be')
    if (this.subjects.length === 0 || turned) {
      this.front(item, [])
      this.subjects = []
      return
    }
    if (
      item.tag === 'position' &&
      /^(?:left|right)$/.test(item.text) &&
      !this.open &&
      this.items[this.at - 2]?.tag !== 'noun'
    )
      return
    this.place(item)
  }

  private place(item: Item): void {
    if (item.tag === 'extreme') {
      const [subject] = this.subjects
      const relation = EXTREME_RELATIONS[item.value]
      const other = this.among === 2 && subject && relation ? this.otherThan(subject) : null
      if (other) this.relate(item, relation!, [other])
      else this.emit('extreme', item, { value: item.value })
      return
    }
    for (const value of item.value.split('+')) {
      const relation = POSITION_RELATIONS[value]
      if (this.versus.length > 0 && relation) this.relate(item, relation, this.versus)
      else this.emit('position', item, { value })
    }
  }

  /** The noun that predicates in front have waited for; false: it is not theirs. */
  private closeFronts(item: Item): boolean {
    if (item.noun!.abstract) return true
    const fronts = this.fronts
    const exists = this.existing
    const before = this.items[this.at - 2]
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
    if (!ready || hasOwn) return false
    this.attach(item, fronts, exists)
    return true
  }

  private attach(item: Item, fronts: readonly Front[], exists: boolean): void {
    this.existing = false
    this.hadFront = true
    const negated = this.negated
    const nouns = this.takeList(item, 'subjects').filter(noun => !noun.abstract)
    const subjects = nouns.map(noun => this.discourse.resolve(noun, 'subject'))
    this.subjectStart = fronts[0]!.item.start
    this.discourse.setSubjects(subjects)
    this.lastNoun = subjects.at(-1) ?? null
    for (const [k, subject] of subjects.entries()) {
      this.subjects = [subject]
      this.subjectsNegated = nouns[k]!.determiner === 'no'
      this.negated = negated
      for (const front of fronts) this.attachOne(front, item, subject, exists)
    }
    this.subjects = subjects
    this.subjectsNegated = this.negated = this.open = false
  }

  private attachOne({ item: predicate, objects }: Front, item: Item, subject: NounPhrase, exists: boolean): void {
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

  /** A claim about every subject. */
  private emit(
    pattern: Pattern,
    item: Item,
    parts: Partial<DraftParts>,
    end = Math.max(item.end, this.items[this.at - 1]?.end ?? 0),
  ): void {
    if (this.subjectCount !== null) {
      this.emitCount(pattern, item, parts.value ?? null, end)
      return
    }
    const negated = this.negated || this.subjectsNegated
    const start = Math.min(this.subjectStart, item.start)
    const shown = this.seen && (pattern === 'relation' || pattern === 'position') ? 'exist' : pattern
    for (const subject of this.subjects) this.drafts.add(shown, { ...parts, subject, negated, start, end })
  }

  /** "Two of the objects are red", "only two cubes are visible"; other predicates of a number are no claim that is read. */
  private emitCount(pattern: Pattern, item: Item, attribute: string | null, end: number): void {
    const [subject] = this.subjects
    if (!subject || (pattern !== 'exist' && pattern !== 'attribute')) return
    const attributes = attribute === null ? subject.attributes : [...subject.attributes, attribute]
    const candidates =
      attribute === null ? subject.candidates : subject.candidates.filter(i => hasValue(this.index, i, attribute))
    const counted = { ...subject, attributes, candidates }
    this.drafts.add('count', {
      subject: counted,
      value: String(this.subjectCount),
      negated: this.negated,
      start: Math.min(this.subjectStart, item.start),
      end,
    })
  }

  private nextIs(...tags: readonly string[]): boolean {
    const next = this.items[this.at]
    return next !== undefined && tags.includes(next.tag)
  }
}

const PREDICATES = [
  'be',
  'have',
  'relation',
  'relation-it',
  'comparative',
  'position',
  'extreme',
  'visible',
  'absent',
  'not',
]
const startsPredicate = (item: Item): boolean => PREDICATES.includes(item.tag)

const STOPS: readonly string[] = ['comma', 'joiner', 'causal', 'be', 'noun', 'exist']

const PREPOSITIONS: ReadonlySet<string> = new Set(
  'of in on at from by for about into onto to against across around through toward towards like off'.split(' '),
)

const IT: RawNoun = {
  text: 'it',
  start: 0,
  end: 0,
  length: 1,
  determiner: 'the',
  count: null,
  name: null,
  attributes: [],
  plural: false,
  pronoun: 'it',
  unknown: false,
  abstract: false,
}

const EXTREME_RELATIONS: Readonly<Record<string, ClaimRelation>> = {
  closest: 'closer',
  farthest: 'farther',
  leftmost: 'left_of',
  rightmost: 'right_of',
  topmost: 'above',
  bottommost: 'below',
  highest: 'higher',
  lowest: 'lower',
}
const EXTREME_OF: Readonly<Partial<Record<ClaimRelation, string>>> = {
  closer: 'closest',
  in_front_of: 'closest',
  farther: 'farthest',
  behind: 'farthest',
}
const POSITION_RELATIONS: Readonly<Record<string, ClaimRelation>> = {
  left: 'left_of',
  right: 'right_of',
  top: 'above',
  bottom: 'below',
}

const patternOf = (relation: ClaimRelation): Pattern =>
  relation === 'closer' || relation === 'farther' ? 'comparison' : 'relation'

function asClaimed(item: Item): ClaimRelation {
  if (item.value === 'not-as-far') return 'farther'
  if (item.value === 'not-as-near') return 'closer'
  return item.value as ClaimRelation
}

/** "the object", "one": no more than a place to hang a description on. */
const isGeneric = (noun: RawNoun): boolean =>
  noun.name === null &&
  noun.attributes.length === 0 &&
  noun.pronoun === null &&
  !noun.abstract &&
  !/thing$/.test(noun.text)

/** "a cylinder, a white one". */
const isApposition = (noun: RawNoun, of: RawNoun): boolean =>
  noun.name === null && noun.attributes.length > 0 && /\bone$/.test(noun.text) && of.name !== null && !of.plural

const hasValue = (index: GraphIndex, i: number, value: string): boolean =>
  index.names[i] === value || index.objects[i]!.attributes.some(own => own.toLowerCase() === value)
