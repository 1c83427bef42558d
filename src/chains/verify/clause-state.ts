import type { GraphIndex } from '../graph/graph-index.ts'
import type { Claim, ClaimRelation, NounPhrase, Pattern } from './claim.ts'
import { ClauseDrafts, type DraftParts } from './clause-drafts.ts'
import {
  ENDS,
  type Front,
  hasValue,
  isApposition,
  isGeneric,
  type Muted,
  type Sharing,
  startsPredicate,
} from './clause-parts.ts'
import { Discourse } from './discourse.ts'
import type { Item } from './items.ts'
import type { RawNoun } from './raw-noun.ts'

/** What a sentence claims, and what it says about earlier claims. */
export interface ReadSentence {
  readonly claims: readonly Claim[]
  /** "that is wrong": the last claim goes; "wait", "actually": what the sentence now contradicts goes. */
  readonly retracts: 'last' | 'conflict' | null
}

/** A clause that these begin is followed by its main clause. */
const SUBORDINATORS = /^(?:while|whilst|although|though|even though|since|because|as|given that|when|whereas)$/

/** A predicate that ellipsis may repeat. */
export interface Said {
  readonly pattern: Pattern
  readonly parts: Partial<DraftParts>
  readonly subject: NounPhrase
  readonly negated: boolean
}

/** Where the reader of clauses stands in a sentence, and the moves that all of its parts share: take nouns, emit claims. */
export abstract class ClauseState {
  protected readonly index: GraphIndex
  protected readonly discourse: Discourse
  protected items: readonly Item[] = []
  protected at = 0
  protected drafts = new ClauseDrafts()
  /** The sentence corrects the one before. */
  protected corrects = false
  /** Of the sentence before. */
  protected earlier = new ClauseDrafts()
  protected subjects: readonly NounPhrase[] = []
  protected subjectStart = 0
  /** Subjects under "no" or "neither". */
  protected subjectsNegated = false
  /** "two of the objects are …": how many; their predicate is a count. */
  protected subjectCount: number | null = null
  /** Subjects that go on behind a relative clause. */
  protected mainSubjects: readonly NounPhrase[] = []
  protected open = false
  protected negated = false
  protected existing = false
  protected having = false
  /** What was last said to exist or not: "a green one" is one as well. */
  protected kind: string | null = null
  /** "Nearer than either the cube or the cone": than both. */
  protected inclusive = false
  /** Something has been said to exist: "…, and a cube" exists too. */
  protected existed = false
  protected inverted = false
  protected sawDepth = false
  protected muted: Muted = 'no'
  protected mutedNouns: RawNoun[] = []
  protected fronts: Front[] = []
  protected hadFront = false
  protected versus: readonly NounPhrase[] = []
  protected sharing: readonly Sharing[] = []
  /** "The sphere has the cube on its left and the cone behind it": the sphere. */
  protected owners: readonly NounPhrase[] = []
  protected among = 0
  protected group: NounPhrase | null = null
  protected lastRelation: Item | null = null
  /** "can be seen": of an indefinite subject, that it exists. */
  protected seen = false
  protected retracts: ReadSentence['retracts'] = null
  protected lastNoun: NounPhrase | null = null
  /** What has been said of the current subjects, and of those before: "so is the cube" says it again. */
  protected said: Said[] = []
  protected saidBefore: readonly Said[] = []
  /** "The cube, not the sphere, is …": the sphere. */
  protected contrasted: readonly NounPhrase[] = []
  /** The order in which objects are being listed. */
  protected chained: ClaimRelation | null = null
  /** "Apart from the cube, …": no part of "everything". */
  protected excepted: readonly number[] = []
  /** "Sphere: cyan; left side": the sphere. */
  protected heading: readonly NounPhrase[] = []
  /** Predicates in front, while a relative clause goes on. */
  protected heldFronts: readonly Front[] = []
  /** Predicates in front of a clause that has a predicate of its own. */
  protected spareFronts: readonly Front[] = []

  constructor(index: GraphIndex) {
    this.index = index
    this.discourse = new Discourse(index)
  }

  protected begin(items: readonly Item[]): void {
    this.items = items
    this.at = 0
    this.discourse.beginSentence()
    this.earlier = this.drafts
    this.drafts = new ClauseDrafts()
    this.subjects = this.mainSubjects = this.versus = []
    this.subjectsNegated = this.open = this.negated = this.existing = this.having = this.inverted = false
    this.sawDepth = this.hadFront = this.existed = false
    this.subjectCount = null
    this.muted = 'no'
    this.mutedNouns = []
    this.fronts = []
    this.sharing = []
    this.owners = []
    this.among = 0
    this.group = null
    this.lastRelation = null
    this.seen = false
    this.retracts = null
    this.lastNoun = null
    this.contrasted = []
    this.chained = null
    this.heading = []
    this.heldFronts = []
    this.excepted = []
    this.spareFronts = []
    this.forget()
  }

  /** Another subject: what was said of the one before can be repeated. */
  protected forget(): void {
    if (this.said.length > 0) this.saidBefore = this.said
    this.said = []
  }

  protected newClause(): void {
    this.muted = 'no'
    this.negated = this.existing = this.having = false
    this.fronts = []
    this.spareFronts = []
    this.sharing = []
    this.owners = []
  }

  /**
   * The noun at hand and those joined to it: "the cube, the sphere and the cone". A list needs an "and" or "or"; one of objects ends
   * where a noun has a predicate of its own. "a cylinder, a white one," is one noun.
   */
  protected takeList(first: Item, as: 'subjects' | 'inverted' | 'objects' | 'listed'): RawNoun[] {
    const nouns = [first.noun!]
    let joinedBy = ''
    const start = this.at
    for (;;) {
      // "a cone (yellow), a cube"
      const [open, attribute, close] = this.items.slice(this.at, this.at + 3)
      if (as === 'listed' && open?.text === ',' && attribute?.tag === 'attribute' && (!close || close.text === ','))
        this.at += 3
      // "the cube (2.2), the ball (2.5 m)"
      const measure = this.items.slice(this.at, this.at + 4)
      const unit = measure[2]?.text === ',' ? 3 : 4
      if (
        as === 'listed' &&
        open?.text === ',' &&
        /^[\d.]+$/.test(measure[1]?.text ?? '') &&
        (!measure[unit - 1] || measure[unit - 1]!.text === ',')
      )
        this.at += Math.min(unit, measure.length)
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
      if (as !== 'subjects' && this.beginsAnew(joint, nouns, next)) break
      // "…, and the one farthest from it is …"
      const describes = after && ['extreme', 'relation', 'position', 'which'].includes(after.tag)
      if (describes && isGeneric(item.noun!) && item.noun!.determiner === 'the') break
      // "… of the sphere and the cone is …" begins a new clause, "than the sphere and the cone are" does not.
      const trailing =
        after?.tag === 'be' &&
        (!this.items[next + 2] || /^(?:comma|joiner|causal|and)$/.test(this.items[next + 2]!.tag))
      const own = after && (after.tag === 'too' || (startsPredicate(after) && after.tag !== 'visible' && !trailing))
      if (as !== 'subjects' && own) break
      // "the sphere or the cylinder": nobody says which.
      if (
        /or/.test(joint) &&
        !this.inclusive &&
        as !== 'listed' &&
        !this.negated &&
        !this.subjectsNegated &&
        nouns[0]!.determiner !== 'no'
      ) {
        this.at = next + 1
        this.muted = 'clause'
        return []
      }
      // "…, two of which are red"
      if (as === 'listed' && / of (?:them|which|these|those)$/.test(item.noun!.text)) break
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

  /** "…, and the ball, that's …", "…, and the ring, being …": no more objects, but the next subject. */
  private beginsAnew(joint: string, nouns: readonly RawNoun[], next: number): boolean {
    const [item, after, then] = this.items.slice(next, next + 3)
    if (after?.text !== ',') return false
    // "While the sphere is nearer than both the cube and the ring, it is …": the main clause.
    const isMain = SUBORDINATORS.test(this.items[0]!.text) || /^both\b/.test(nouns[0]!.text)
    if (isMain && then?.noun?.pronoun === 'it') return false
    const isSame = nouns.some(
      noun => noun.name === item!.noun!.name && noun.attributes.join() === item!.noun!.attributes.join(),
    )
    return (
      isSame || then?.noun?.pronoun === 'it' || (joint === 'commaand' && nouns.length === 1 && then?.tag !== 'noun')
    )
  }

  protected takeObjects(): NounPhrase[] {
    // "…, and in front of that the cube"
    const [that, noun, after] = this.items.slice(this.at, this.at + 3)
    const isLast = noun?.tag === 'noun' && !after && this.hadFront
    if (that?.text === 'that' && (isLast || noun?.tag === 'exist') && this.lastNoun) {
      this.at++
      return [this.lastNoun]
    }
    const compares = / than$|^than$/.test(this.items[this.at - 1]?.text ?? '')
    this.inclusive = compares && this.items[this.at]?.text === 'either'
    while (
      this.items[this.at]?.tag === 'depth-noun' ||
      (this.items[this.at]?.tag === 'word' &&
        /^(?:to|of|with|the|both|either|that|for|from)$/.test(this.items[this.at]!.text))
    )
      this.at++
    if (this.items[this.at]?.tag === 'be' && this.items[this.at + 1]?.tag === 'noun' && this.subjects.length > 0)
      this.at++
    const next = this.items[this.at]
    if (next?.tag !== 'noun') return []
    this.at++
    const nouns = this.takeList(next, 'objects').filter(noun => !noun.abstract)
    this.inclusive = false
    const phrases = nouns.map(noun => this.asObject(noun))
    this.lastNoun = phrases.at(-1) ?? this.lastNoun
    return phrases
  }

  /** "It is higher than that one, too": not its own subject. */
  private asObject(noun: RawNoun): NounPhrase {
    const phrase = this.discourse.resolve(noun, 'object')
    const [subject] = this.subjects
    const isOwn = this.open && subject !== undefined && phrase.candidates.join() === subject.candidates.join()
    const other = isOwn && /^(?:that|this) one$/.test(noun.text) ? this.discourse.lastBesides(subject) : null
    return other ?? phrase
  }

  /** What a comparison without "than" is held against. */
  protected otherThan(subject: NounPhrase): NounPhrase | null {
    const rest = this.group?.candidates.filter(i => !subject.candidates.includes(i)) ?? []
    if (this.among === 2 && this.group && rest.length === 1)
      return { ...this.group, candidates: rest, quantifier: 'the' }
    return this.discourse.otherThan(subject)
  }

  /** A claim about every subject. */
  protected emit(
    pattern: Pattern,
    item: Item,
    parts: Partial<DraftParts>,
    end = Math.max(item.end, this.items[this.at - 1]?.end ?? 0),
  ): void {
    if (this.subjectCount !== null) {
      this.emitCount(pattern, item, parts.value ?? null, end)
      return
    }
    const isLoose = (subject: NounPhrase): boolean => subject.quantifier === 'some' && subject.name === null
    const saysNothing = (subject: NounPhrase): boolean => isLoose(subject) && subject.attributes.length === 0
    if (pattern === 'attribute' && this.subjects.some(isLoose)) return
    // "One ball is red, the other one is blue"; "red is closest, …"
    const isOther = (subject: NounPhrase): boolean =>
      (subject.candidates.length === 0 && /^the other\b/.test(subject.text)) || subject.text === subject.attributes[0]
    if (pattern === 'attribute' && this.subjects.some(isOther)) return
    // "Something is in front of the ring."
    if ((pattern === 'relation' || pattern === 'position') && !this.subjectsNegated && this.subjects.some(saysNothing))
      return
    const negated = this.negated || this.subjectsNegated
    const start = Math.min(this.subjectStart, item.start)
    const shown = this.seen && (pattern === 'relation' || pattern === 'position') ? 'exist' : pattern
    for (const subject of this.subjects) {
      this.drafts.add(shown, { ...parts, subject, negated, start, end })
      this.said.push({ pattern, parts, subject, negated })
    }
    for (const subject of this.contrasted) this.drafts.add(shown, { ...parts, subject, negated: !negated, start, end })
  }

  /** "…, and so is the cube": the last predicate again, of the subjects at hand. */
  protected repeat(negated: boolean | null): void {
    const last = this.items[this.at - 1]!
    for (const { pattern, parts, subject, negated: denied } of this.saidBefore) {
      for (const own of this.subjects) {
        const isObject = parts.object?.candidates.join() === own.candidates.join()
        this.drafts.add(pattern, {
          ...parts,
          subject: own,
          ...(parts.object ? { object: isObject ? subject : parts.object } : {}),
          negated: negated ?? denied,
          start: this.subjectStart,
          end: last.end,
        })
      }
    }
    this.said = this.saidBefore.map(said => ({ ...said, negated: negated ?? said.negated }))
    this.open = this.negated = false
  }

  protected endsClause(): boolean {
    return this.items[this.at] === undefined || this.nextIs(...ENDS)
  }

  /** "Two of the objects are red", "only two cubes are visible"; other predicates of a number are no claim that is read. */
  protected emitCount(pattern: Pattern, item: Item, attribute: string | null, end: number): void {
    const [subject] = this.subjects
    // "One ball is red, the other blue" counts nothing.
    const counts = pattern === 'exist' || (pattern === 'attribute' && this.subjectCount !== 1)
    if (!subject || !counts) return
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

  protected nextIs(...tags: readonly string[]): boolean {
    const next = this.items[this.at]
    return next !== undefined && tags.includes(next.tag)
  }
}
