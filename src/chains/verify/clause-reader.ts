import type { GraphIndex } from '../graph/graph-index.ts'
import type { Claim, ClaimRelation, NounPhrase, Pattern, Span } from './claim.ts'
import { Discourse } from './discourse.ts'
import type { Item } from './items.ts'
import type { RawNoun } from './noun-phrase.ts'
import { relationTruth } from './predicates.ts'

/** A claim while its sentence is still being read. */
interface Draft extends Omit<Claim, 'weight' | 'retracted' | 'imageHeight'> {
  readonly segment: number
  /** Said after a "so", "because" … of the same sentence. */
  readonly causal: boolean
}

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

/**
 * Reads sentences, one after the other, as claims. A left-to-right reader over phrases: it keeps the current subjects, whether a
 * predicate is open, its negation, and predicates that wait for their subject.
 */
export class ClauseReader {
  private readonly index: GraphIndex
  private readonly discourse: Discourse
  private items: readonly Item[] = []
  private at = 0
  private drafts: Draft[] = []
  private subjects: readonly NounPhrase[] = []
  private subjectStart = 0
  private subjectsNegated = false
  private mainSubjects: readonly NounPhrase[] = []
  private open = false
  private negated = false
  private outerNegated = false
  private existing = false
  private having = false
  private inverted = false
  private sawDepth = false
  private muted: 'no' | 'clause' | 'sentence' = 'no'
  private front: Front | null = null
  private versus: readonly NounPhrase[] = []
  private segment = 0
  private hedged = new Set<number>()
  private causal = false
  private retracts: ReadSentence['retracts'] = null
  private lastNoun: NounPhrase | null = null

  constructor(index: GraphIndex) {
    this.index = index
    this.discourse = new Discourse(index)
  }

  read(items: readonly Item[]): ReadSentence {
    this.begin(items)
    while (this.at < items.length) this.step(items[this.at]!)
    const sawCausal = this.causal || items.some(item => item.tag === 'causal')
    const claims = this.drafts.map(({ segment, causal: _, ...claim }) => ({
      ...claim,
      weight: this.hedged.has(segment) ? 0.5 : 1,
      retracted: false,
      imageHeight:
        sawCausal && isDepth(claim) && this.drafts.some(other => isImageHeight(other) && sharesObject(other, claim)),
    }))
    return { claims, retracts: this.retracts }
  }

  private begin(items: readonly Item[]): void {
    this.items = items
    this.discourse.beginSentence()
    this.at = 0
    this.drafts = []
    this.subjects = []
    this.mainSubjects = []
    this.subjectsNegated = false
    this.open = this.negated = this.outerNegated = this.existing = this.having = this.inverted = this.sawDepth = false
    this.muted = 'no'
    this.front = null
    this.versus = []
    this.segment = 0
    this.hedged = new Set()
    this.causal = false
    this.retracts = null
    this.lastNoun = null
  }

  private step(item: Item): void {
    this.at++
    if (this.muted === 'sentence') {
      if (item.noun && !item.noun.abstract && !item.noun.pronoun) this.discourse.resolve(item.noun, 'object')
      return
    }
    switch (item.tag) {
      case 'comma':
        if (this.muted === 'clause') this.newClause()
        if (this.mainSubjects.length > 0 && this.nextIs('be', 'have', 'not', 'comma', 'and')) this.endRelative()
        return
      case 'joiner':
      case 'causal':
        this.newClause()
        this.segment++
        if (item.tag === 'causal') this.causal = true
        return
      case 'and':
        this.negated = false
        return
      case 'or':
        if (item.value === 'nor') this.negated = this.inverted = true
        return
      case 'whether':
        this.muted = 'sentence'
        return
      case 'would':
      case 'plan':
        this.muted = 'clause'
        return
      case 'hedge':
        this.hedged.add(this.segment)
        return
      case 'untrue':
        this.outerNegated = true
        return
      case 'retract':
        this.retracts = item.value === 'last' ? 'last' : (this.retracts ?? 'conflict')
        return
      default:
        if (this.muted === 'no') this.readItem(item)
        // What a plan names has been spoken of.
        else if (item.noun && !item.noun.abstract && !item.noun.pronoun) this.discourse.resolve(item.noun, 'object')
    }
  }

  private newClause(): void {
    if (this.muted === 'clause') this.muted = 'no'
    this.negated = this.existing = this.having = false
    this.front = null
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
        if (item.value === 'hedge') this.hedged.add(this.segment)
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
        if (this.lastNoun && !this.front) {
          if (this.subjects.length > 0) this.mainSubjects = this.subjects
          this.subjects = [this.lastNoun]
          this.subjectsNegated = false
          this.open = false
        }
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
        this.takeObjects()
        return
      case 'of-two':
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
        if (this.open && !this.front) this.emit('attribute', item, { value: item.value })
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

  /** "With the sphere behind it, the cube …": the pronoun means what comes. */
  private lookAhead(): void {
    const comma = this.items.findIndex((item, i) => i > this.at && item.tag === 'comma')
    const main = this.items[comma + 1]
    if (this.at > 1 || comma < 0 || main?.tag !== 'noun' || main.noun!.abstract || main.noun!.pronoun) return
    this.discourse.setSubjects([this.discourse.resolve(main.noun!, 'subject')])
  }

  // --- nouns ---------------------------------------------------------------------------------------------------------

  /** The noun at hand and those joined to it: "the cube, the sphere and the cone". */
  private takeList(first: Item): RawNoun[] {
    const nouns = [first.noun!]
    for (;;) {
      let next = this.at
      let joined = false
      while (this.items[next] && ['comma', 'and', 'or'].includes(this.items[next]!.tag)) {
        joined = joined || this.items[next]!.tag !== 'comma' || nouns.length > 0
        next++
      }
      const item = this.items[next]
      if (!joined || next === this.at || item?.tag !== 'noun') break
      // "… of the sphere and the cone is …" begins a new clause.
      if (this.items[next + 1] && this.startsPredicate(this.items[next + 1]!) && !this.collecting) break
      nouns.push(item.noun!)
      this.at = next + 1
    }
    return nouns
  }

  private readonly predicateTags: readonly string[] = [
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

  private startsPredicate(item: Item): boolean {
    return this.predicateTags.includes(item.tag)
  }

  /** While subjects are collected the list runs up to the verb. */
  private collecting = false
  private takeObjects(): NounPhrase[] {
    while (
      this.items[this.at]?.tag === 'word' &&
      /^(?:to|of|with|the|both|either|that|for|from)$/.test(this.items[this.at]!.text)
    )
      this.at++
    const next = this.items[this.at]
    if (next?.tag !== 'noun') return []
    this.at++
    const nouns = this.takeList(next).filter(noun => !noun.abstract)
    const phrases = nouns.map(noun => this.discourse.resolve(noun, 'object'))
    this.lastNoun = phrases.at(-1) ?? this.lastNoun
    return phrases
  }

  private readNouns(item: Item): void {
    const noun = item.noun!
    if (this.front) {
      this.closeFront(item)
      return
    }
    if (this.existing) {
      this.readExisting(item)
      return
    }
    if (this.having) {
      this.readHaving(item)
      return
    }
    if (this.open && this.subjects.length > 0 && !this.inverted) {
      // "The cube is a red one"; "the cube is the object on the left".
      if (this.items[this.at - 2]?.tag === 'be' || this.items[this.at - 2]?.tag === 'not') {
        if (isBareGeneric(noun) || noun.abstract) return
        if (noun.attributes.length > 0 || noun.name !== null) {
          this.identify(item)
          return
        }
      }
      this.open = false
    }
    this.startSubjects(item)
  }

  private startSubjects(item: Item): void {
    this.collecting = true
    const nouns = this.takeList(item)
    this.collecting = false
    const neither = this.negated && this.subjectsNegated
    this.inverted = false
    // "The object on the left is …": a description whose subject is still to come.
    if (nouns.length === 1 && isBareGeneric(nouns[0]!) && this.nextIs('relation', 'position', 'extreme', 'which')) {
      this.subjects = []
      return
    }
    const kept = nouns.filter(noun => !noun.abstract)
    if (kept.length === 0) {
      this.subjects = []
      this.open = false
      return
    }
    const phrases = kept.map(noun => this.discourse.resolve(noun, 'subject'))
    this.subjects = this.modified(phrases)
    this.subjectStart = item.start
    this.subjectsNegated = neither || kept.some(noun => noun.determiner === 'no')
    if (!neither) this.negated = false
    this.open = false
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
    if (object?.tag !== 'noun' || object.noun!.abstract) return phrases
    const anchor = this.discourse.resolve(object.noun!, 'object').candidates
    const meant = only.candidates.filter(i =>
      anchor.some(k => relationTruth(this.index, asClaimed(relation), i, k) === true),
    )
    if (meant.length === 0) return phrases
    this.at += that + 2
    return [{ ...only, candidates: meant }]
  }

  private identify(item: Item): void {
    const noun = item.noun!
    const parts = [...noun.attributes, ...(noun.name === null ? [] : [noun.name])]
    for (const value of parts) {
      if (this.subjects.some(subject => subject.name === value && subject.candidates.length > 0)) continue
      this.emit('attribute', item, { value })
    }
    this.open = false
  }

  // --- there is, has -------------------------------------------------------------------------------------------------

  private readExisting(item: Item): void {
    if (item.noun!.abstract) return
    this.collecting = false
    const nouns = this.takeList(item).filter(noun => !noun.abstract)
    const phrases = nouns.map(noun => this.discourse.resolve(noun, 'subject'))
    this.discourse.setSubjects(phrases)
    this.subjects = phrases
    this.subjectStart = item.start
    this.lastNoun = phrases.at(-1) ?? null
    this.existing = false
    const negatedHere = this.negated
    const place = this.placeAfter()
    for (const [k, subject] of phrases.entries()) {
      const noun = nouns[k]!
      const negated = negatedHere !== (noun.determiner === 'no')
      const counted =
        noun.count !== null && noun.determiner === 'number' && (noun.plural || noun.count === 1 || noun.count === 0)
      const base = {
        negated,
        subject,
        start: phrases.length > 1 ? noun.start : (this.items[this.items.indexOf(item) - 1]?.start ?? noun.start),
      }
      if (counted && !place) this.draft('count', { ...base, value: String(noun.count) }, noun.end)
      else if (place === null || place.objects.length + place.values.length === 0) this.draft('exist', base, noun.end)
      for (const object of place?.objects ?? []) {
        this.draft(
          'exist',
          { ...base, relation: asClaimed(place!.item), object, value: counted ? String(noun.count) : null },
          place!.end,
        )
      }
      for (const value of place?.values ?? []) this.draft('exist', { ...base, value }, place!.end)
    }
    this.subjectsNegated = false
    this.negated = false
    this.open = false
  }

  /** "… to the left of the cube", "… on the left", right behind what exists. */
  private placeAfter(): { item: Item; objects: NounPhrase[]; values: string[]; end: number } | null {
    let next = this.at
    while (
      this.items[next] &&
      (['which', 'be', 'comma'].includes(this.items[next]!.tag) || this.items[next]!.tag === 'word')
    ) {
      // A new clause after a comma is none of ours.
      if (
        this.items[next]!.tag === 'comma' &&
        !['relation', 'which', 'relation-it'].includes(this.items[next + 1]?.tag ?? '')
      )
        return null
      next++
    }
    const item = this.items[next]
    if (!item || this.items.slice(this.at, next).some(skipped => skipped.tag === 'not')) return null
    if (item.tag === 'position') {
      this.at = next + 1
      return { item, objects: [], values: item.value.split('+'), end: item.end }
    }
    if (item.tag !== 'relation' && item.tag !== 'relation-it' && item.tag !== 'comparative') return null
    const kept = this.at
    this.at = next + 1
    if (item.tag === 'comparative' && this.items[this.at]?.tag === 'than') this.at++
    else if (item.tag === 'comparative') {
      this.at = kept
      return null
    }
    const objects = this.objectsOf(item)
    if (objects.length === 0) {
      this.at = kept
      return null
    }
    return { item, objects, values: [], end: this.items[this.at - 1]!.end }
  }

  /** "The cube has the sphere on its left", "has a red colour". */
  private readHaving(item: Item): void {
    const noun = item.noun!
    if (noun.abstract) {
      for (const value of noun.attributes) this.emit('attribute', item, { value })
      this.having = false
      return
    }
    const owners = this.subjects
    const start = this.subjectStart
    const had = this.discourse.resolve(noun, 'subject')
    const next = this.items[this.at]
    if (next?.tag === 'relation-it' || (next?.tag === 'relation' && this.items[this.at + 1]?.noun?.pronoun === 'it')) {
      this.at += next.tag === 'relation-it' ? 1 : 2
      for (const owner of owners) {
        this.draft(
          'relation',
          { negated: this.negated, subject: had, relation: asClaimed(next), object: owner, start },
          this.items[this.at - 1]!.end,
        )
      }
    }
    this.having = this.open = false
  }

  // --- predicates ----------------------------------------------------------------------------------------------------

  private objectsOf(item: Item): NounPhrase[] {
    if (item.noun) return [this.discourse.resolve(item.noun, 'object')]
    if (item.tag === 'relation-it') {
      return [this.discourse.resolve({ ...IT, start: item.start, end: item.end }, 'object')]
    }
    return this.takeObjects()
  }

  private readRelation(item: Item): void {
    const [subject] = this.subjects
    const objects = this.objectsOf(item)
    if (objects.length === 0) {
      // "The cube is behind."
      const other = subject && this.open && this.endsClause() ? this.discourse.otherThan(subject) : null
      if (other) this.relate(item, asClaimed(item), [other])
      return
    }
    if (!subject || this.fronted()) {
      this.front = { item, objects }
      return
    }
    this.relate(item, asClaimed(item), objects)
  }

  private endsClause(): boolean {
    const next = this.items[this.at]
    return next === undefined || ['comma', 'joiner', 'causal', 'and'].includes(next.tag)
  }

  /** Behind a finished predicate, "…; to the right of it is the cone": the subject is still to come. */
  private fronted(): boolean {
    const [next, after] = [this.items[this.at], this.items[this.at + 1]]
    const inversion = next?.tag === 'exist' || (next?.tag === 'be' && after?.tag === 'noun' && !after.noun!.abstract)
    return inversion && (this.drafts.length > 0 || this.subjects.length === 0) && !this.open
  }

  /** "The camera is closer to the cube than to the sphere." */
  private cameraNear(item: Item): void {
    this.subjects = this.takeObjects()
    this.subjectStart = item.start
    if (this.items[this.at]?.tag !== 'than') return
    this.at++
    this.relate(item, item.value as ClaimRelation, this.takeObjects())
  }

  private relate(item: Item, relation: ClaimRelation, objects: readonly NounPhrase[]): void {
    const pattern: Pattern = relation === 'closer' || relation === 'farther' ? 'comparison' : 'relation'
    const negative = item.value === 'not-as-far' || item.value === 'not-as-near'
    // "as far as" without "not" claims nothing that can be checked.
    if (negative && !this.negated && !this.subjectsNegated) return
    for (const object of objects) this.emit(pattern, item, { relation, object })
  }

  private readComparative(item: Item): void {
    const relation = asClaimed(item)
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
    if (!subject) {
      this.front = { item, objects }
      return
    }
    if (!this.open && objects.length === 0 && this.items[this.at]?.tag === 'be') {
      this.front = { item, objects: [] }
      this.subjects = []
      return
    }
    const other = objects.length > 0 ? null : this.discourse.otherThan(subject)
    const against = other ? [other] : objects
    if (against.length > 0) this.relate(item, relation, against)
  }

  private readPlace(item: Item): void {
    if (this.subjects.length === 0) {
      this.front = { item, objects: [] }
      return
    }
    if (!this.open && this.items[this.at]?.tag === 'be' && item.tag === 'extreme') {
      // "…, the closest is the cube"
      this.front = { item, objects: [] }
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
      const two = this.items.some(other => other.tag === 'of-two') ? this.discourse.lastTwo() : []
      const [subject] = this.subjects
      const relation = EXTREME_RELATIONS[item.value]
      if (two.length === 2 && subject && relation) {
        const other = this.discourse.otherThan(subject)
        if (other) {
          this.relate(item, relation, [other])
          return
        }
      }
      this.emit('extreme', item, { value: item.value })
      return
    }
    for (const value of item.value.split('+')) {
      const relation = POSITION_RELATIONS[value]
      if (this.versus.length > 0 && relation) this.relate(item, relation, this.versus)
      else this.emit('position', item, { value })
    }
  }

  private closeFront(item: Item): void {
    const { item: predicate, objects } = this.front!
    const wasExist = this.existing
    const before = this.items[this.at - 2]
    const ready =
      wasExist ||
      before?.tag === 'be' ||
      before?.tag === 'comma' ||
      before?.tag === 'not' ||
      before?.tag === 'have' ||
      before?.tag === 'word'
    if (!ready) {
      this.front = null
      this.readNouns(item)
      return
    }
    const negated = this.negated
    // "To the left of the cube, the sphere is red" sets no front: the noun has a predicate of its own.
    const own = this.items[this.at]
    if (before?.tag === 'comma' && own && this.startsPredicate(own) && !wasExist && predicate.tag !== 'comparative') {
      this.front = null
      if (own.tag === 'be' && !this.items[this.at + 1]) this.attachFront(item, predicate, objects, negated)
      else this.readNouns(item)
      return
    }
    this.attachFront(item, predicate, objects, negated, wasExist)
  }

  private attachFront(
    item: Item,
    predicate: Item,
    objects: readonly NounPhrase[],
    negated: boolean,
    exists = false,
  ): void {
    this.front = null
    this.existing = false
    this.collecting = false
    const nouns = this.takeList(item).filter(noun => !noun.abstract)
    const subjects = nouns.map(noun => this.discourse.resolve(noun, 'subject'))
    this.subjects = subjects
    this.subjectStart = predicate.start
    this.discourse.setSubjects(subjects)
    this.lastNoun = subjects.at(-1) ?? null
    for (const [k, subject] of subjects.entries()) {
      this.subjects = [subject]
      this.subjectsNegated = nouns[k]!.determiner === 'no'
      this.negated = negated
      const relation = asClaimed(predicate)
      if (predicate.tag === 'position' || predicate.tag === 'extreme') {
        if (exists && predicate.tag === 'position') {
          for (const value of predicate.value.split('+')) this.emit('exist', item, { value })
        } else this.place(predicate)
      } else if (exists) for (const object of objects) this.emit('exist', item, { relation, object })
      else {
        const other = objects.length > 0 ? null : this.discourse.otherThan(subject)
        this.relate(predicate, relation, other ? [other] : objects)
      }
    }
    this.subjects = subjects
    this.subjectsNegated = this.negated = this.open = false
  }

  // --- emitting ------------------------------------------------------------------------------------------------------

  private emit(pattern: Pattern, item: Item, parts: Partial<Draft>): void {
    const end = Math.max(item.end, this.items[this.at - 1]?.end ?? 0)
    for (const subject of this.subjects) {
      const negated = this.negated || this.subjectsNegated
      this.draft(pattern, { ...parts, subject, negated, start: Math.min(this.subjectStart, item.start) }, end)
    }
  }

  private draft(pattern: Pattern, parts: Partial<Draft> & { readonly start: number }, end: number): void {
    const { start, ...rest } = parts
    const span: Span = [start, end]
    this.drafts.push({
      pattern,
      span,
      subject: null,
      relation: null,
      object: null,
      value: null,
      ...rest,
      negated: (rest.negated ?? false) !== this.outerNegated,
      segment: this.segment,
      causal: this.causal,
    })
  }

  private nextIs(...tags: readonly string[]): boolean {
    const next = this.items[this.at]
    return next !== undefined && tags.includes(next.tag)
  }
}

const STOPS: readonly string[] = ['comma', 'joiner', 'causal', 'be', 'noun', 'exist']

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
const POSITION_RELATIONS: Readonly<Record<string, ClaimRelation>> = {
  left: 'left_of',
  right: 'right_of',
  top: 'above',
  bottom: 'below',
}

function asClaimed(item: Item): ClaimRelation {
  if (item.value === 'not-as-far') return 'farther'
  if (item.value === 'not-as-near') return 'closer'
  return item.value as ClaimRelation
}

/** "the object", "the one": no more than a place to hang a description on. */
const isBareGeneric = (noun: RawNoun): boolean =>
  noun.name === null &&
  noun.attributes.length === 0 &&
  noun.pronoun === null &&
  !noun.abstract &&
  noun.determiner === 'the'

const isDepth = (claim: Pick<Claim, 'relation' | 'value' | 'pattern'>): boolean =>
  ['closer', 'farther', 'in_front_of', 'behind'].includes(claim.relation ?? '') ||
  (claim.pattern === 'extreme' && (claim.value === 'closest' || claim.value === 'farthest'))

const isImageHeight = (claim: Pick<Claim, 'relation' | 'value'>): boolean =>
  ['above', 'below', 'higher', 'lower'].includes(claim.relation ?? '') ||
  ['top', 'bottom', 'topmost', 'bottommost', 'highest', 'lowest'].includes(claim.value ?? '')

function sharesObject(a: Pick<Claim, 'subject' | 'object'>, b: Pick<Claim, 'subject' | 'object'>): boolean {
  const of = (claim: Pick<Claim, 'subject' | 'object'>): readonly number[] => [
    ...(claim.subject?.candidates ?? []),
    ...(claim.object?.candidates ?? []),
  ]
  return of(a).some(i => of(b).includes(i))
}
