import type { Extreme, NounPhrase } from './claim.ts'
import {
  asClaimed,
  EXTREME_OF,
  isGeneric,
  isIndefinite,
  PREPOSITIONS,
  singleRelations,
  startsPredicate,
} from './clause-parts.ts'
import { ClauseThings } from './clause-things.ts'
import type { Item } from './items.ts'
import { extremeTruth, relationTruth } from './predicates.ts'
import type { RawNoun } from './raw-noun.ts'
import { objectsMatching } from './vocabulary.ts'

/** What the reader of clauses does with a noun phrase: subject, thing that exists or is had, description, mere mention. */
export abstract class ClauseNouns extends ClauseThings {
  protected readNouns(item: Item): void {
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
    if (
      this.existed &&
      ['and', 'comma'].includes(before?.tag ?? '') &&
      isIndefinite(noun) &&
      !/ of (?:th|which)/.test(noun.text)
    ) {
      this.readExisting(item)
      return
    }
    if (this.owners.length > 0 && this.nextIsOfOwner()) {
      this.subjects = this.owners
      this.readHaving(item)
      return
    }
    // "The sphere overlaps the cylinder": a verb that nobody knows has its object.
    const isVerb =
      before?.tag === 'word' &&
      /^(?!puts|places|makes|leaves|sets)[a-z]{2,}(?:s|ed)$/.test(before.text) &&
      this.items[this.at - 3]?.tag === 'noun'
    if (isVerb && this.subjects.length > 0 && !this.open && !noun.abstract) {
      this.mentionOnly(noun, before.text)
      return
    }
    if (before?.tag === 'not' && this.said.length > 0 && this.denyOf(item)) return
    if (before?.tag === 'word' && PREPOSITIONS.has(before.text)) {
      this.mentionOnly(noun, before.text)
      return
    }
    if (this.open && this.subjects.length > 0 && !this.inverted && (before?.tag === 'be' || before?.tag === 'not')) {
      // "it is the blue one that is farther", "it is the cube, not the sphere, that is farther"
      if (this.isCleft() && this.subjects[0]!.text === 'it' && !noun.abstract) {
        const { negated } = this
        this.startSubjects(item)
        if (this.contrasted.length === 0) this.subjectsNegated = negated
        if (this.nextIs('which')) this.at++
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

  private isCleft(): boolean {
    const ahead = this.items.slice(this.at, this.at + 5).map(item => item.tag)
    if (/^joiner noun which/.test(ahead.join(' ')) && this.negated) return true
    return /^(?:(?:comma )?(?:and )?not noun (?:comma )?|comma hedge comma )?which/.test(ahead.join(' '))
  }

  /** "The sphere is the farthest, not the torus." */
  private denyOf(item: Item): boolean {
    const last = this.said.at(-1)!
    if (!['comma', 'and'].includes(this.items[this.at - 3]?.tag ?? '') || !this.endsClause() || item.noun!.abstract)
      return false
    this.negated = false
    if (last.parts.object) return true
    const subject = this.discourse.resolve(item.noun!, 'object')
    this.drafts.add(last.pattern, { ...last.parts, subject, negated: !last.negated, start: item.start, end: item.end })
    return true
  }

  /** Behind a preposition that makes no relation: spoken of, no more. At the start, "of the cube", it is the topic. */
  protected mentionOnly(noun: RawNoun, preposition: string): void {
    if (noun.abstract || noun.pronoun) return
    // "the depth of the cube is …"
    const depth = this.items[this.at - 3]
    if (depth?.tag === 'depth-noun' && this.subjects.length === 0) {
      this.startSubjects(this.items[this.at - 1]!)
      return
    }
    const nouns = this.takeList(this.items[this.at - 1]!, 'objects').filter(other => !other.abstract)
    if (this.at === 2 && /^(?:of|for|about)$/.test(preposition)) this.discourse.setTopic(nouns)
    else this.lastNoun = nouns.map(other => this.discourse.resolve(other, 'object')).at(-1) ?? null
  }

  protected startSubjects(item: Item): void {
    const nouns = this.takeList(item, 'subjects')
    // "… the ball or the ring": nobody says which.
    if (nouns.length === 0) {
      this.subjects = []
      return
    }
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
    // "Everything above the cube is …": nobody says what that is.
    if (
      /^(?:every|any)thing$/.test(nouns[0]!.text) &&
      this.nextIs('relation') &&
      this.items[this.at + 2]?.tag === 'be'
    ) {
      this.muted = 'clause'
      return
    }
    // "Not all objects are gray."
    if (
      nouns[0]!.determiner === 'all' &&
      this.items[this.items.indexOf(item) - 1]?.tag === 'not' &&
      !this.subjectsNegated
    ) {
      this.muted = 'clause'
      return
    }
    const kept = nouns.filter(noun => !noun.abstract)
    this.open = false
    this.subjects = []
    this.contrasted = []
    if (kept.length === 0 || this.notBut(item, kept)) return
    this.forget()
    const phrases = kept.map(noun => this.discourse.resolve(noun, 'subject'))
    this.subjects = this.modified(phrases).map(phrase => this.without(phrase))
    this.subjectStart = item.start
    this.subjectCount = kept.length === 1 && kept[0]!.determiner === 'number' ? kept[0]!.count : null
    // "Not the cylinder is the farthest": the clause begins with "not".
    const start = this.items.indexOf(item) - 1
    const denied = this.items[start]?.tag === 'not' && !['be', 'have'].includes(this.items[start - 1]?.tag ?? '')
    this.subjectsNegated = neither || (denied && this.nextIs('be')) || kept.some(noun => noun.determiner === 'no')
    if (!neither) this.negated = false
    this.mainSubjects = []
    this.lastNoun = this.subjects.at(-1)!
    if (this.items[start]?.tag !== 'with') this.seen = false
    this.discourse.setSubjects(this.subjects)
    this.contrast()
    // "Standing behind the cube, the sphere is …"
    if (this.items[0]?.tag === 'be') this.attachSpare()
  }

  /** "Not the ring but the cube is …" */
  private notBut(item: Item, nouns: readonly RawNoun[]): boolean {
    const [but, other] = this.items.slice(this.at, this.at + 2)
    const isDenied = this.items[this.items.indexOf(item) - 1]?.tag === 'not'
    if (but?.text !== 'but' || other?.tag !== 'noun' || !isDenied) return false
    const denied = nouns.map(noun => this.discourse.resolve(noun, 'subject'))
    this.at += 2
    this.negated = false
    this.startSubjects(other)
    this.contrasted = denied
    return true
  }

  /** "…, not the sphere, …", behind a subject. */
  private contrast(): void {
    let skipped = 0
    while (['comma', 'and'].includes(this.items[this.at + skipped]?.tag ?? '')) skipped++
    const [not, noun, after] = this.items.slice(this.at + skipped, this.at + skipped + 3)
    if (not?.tag !== 'not' || noun?.tag !== 'noun' || noun.noun!.abstract) return
    if (after && after.tag !== 'comma' && after.tag !== 'which' && !startsPredicate(after)) return
    this.contrasted = [this.discourse.resolve(noun.noun!, 'object')]
    this.at += skipped + 2 + (after?.tag === 'comma' ? 1 : 0)
  }

  /** "the sphere left of the cube is …", "the sphere on the left is …": tells which sphere is meant, and claims nothing. */
  protected modified(phrases: NounPhrase[]): NounPhrase[] {
    const [only] = phrases
    if (phrases.length !== 1 || !only || only.quantifier !== 'the' || only.text === 'it') return phrases
    const that = this.items[this.at]?.tag === 'which' && this.items[this.at + 1]?.tag === 'be' ? 2 : 0
    if (that > 0 && only.candidates.length < 2) return phrases
    const [place, object] = this.items.slice(this.at + that, this.at + that + 2)
    const atBack = place?.tag === 'comparative' && /^(?:at|in) /.test(place.text)
    const length =
      place?.tag === 'position' || place?.tag === 'extreme' || atBack
        ? 1
        : place?.tag === 'relation' && object?.tag === 'noun'
          ? 2
          : 0
    const end = this.at + that + length
    if (length === 0 || (length === 2 && object!.noun!.abstract)) return phrases
    if (!['be', 'have'].includes(this.items[end]?.tag ?? '') || !this.items[end + 1]) return phrases
    const anchor = length === 2 ? this.discourse.resolve(object!.noun!, 'object').candidates : []
    const fits = (i: number): boolean =>
      place!.tag === 'extreme' || atBack
        ? extremeTruth(this.index, i, EXTREME_OF[asClaimed(place!)] ?? (place!.value as Extreme), only.candidates) ===
          true
        : length === 1
          ? this.isAt(place!, i)
          : anchor.some(k =>
              singleRelations(place!).every(one => relationTruth(this.index, asClaimed(one), i, k) === true),
            )
    const meant = only.candidates.filter(fits)
    if (only.candidates.length > 1 && meant.length === 0) return phrases
    this.at = end
    return [only.candidates.length > 1 ? { ...only, candidates: meant } : only]
  }

  /** "The object is a red cube." */
  protected identify(item: Item): void {
    const noun = item.noun!
    // "The nearer sphere is the red one": tells who is who.
    if (noun.unknown) return
    // "It isn't the torus that is farthest, it's the sphere."
    if (
      /^(?:it|that)$/.test(this.subjects[0]!.text) &&
      noun.determiner === 'the' &&
      !this.negated &&
      this.saidBefore.at(-1)?.negated
    ) {
      this.subjects = [this.discourse.resolve(noun, 'subject')]
      this.repeat(false)
      return
    }
    if (noun.determiner === 'the') return
    // "There's a green cube, no wait, it's a green torus."
    const corrects = this.retracts !== null && this.drafts.lastPattern === 'exist' && noun.name !== null
    if (corrects && !this.negated && this.subjects[0]!.text === 'it') {
      this.drafts.retractLast()
      this.subjects = [this.discourse.resolve(noun, 'subject')]
      this.subjectStart = item.start
      this.emit('exist', item, {})
      this.open = false
      return
    }
    // "…, and the next one is the cube"
    if (this.items[this.at - 3]?.tag === 'number') return
    if (this.subjectCount !== null && this.subjects.length === 1) {
      this.countAs(noun)
      return
    }
    if (noun.count !== null && noun.plural) return
    const parts = [...noun.attributes, ...(noun.name === null ? [] : [noun.name])]
    if (this.subjects.length > 1 || this.subjects[0]!.quantifier === 'all') return
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

  /** "Two of them are cubes." */
  private countAs(noun: RawNoun): void {
    const [group] = this.subjects
    const name = noun.name ?? group!.name
    const attributes = [...new Set([...group!.attributes, ...noun.attributes])]
    const subject = { ...group!, name, attributes, candidates: objectsMatching(this.index, name, attributes) }
    const [start, end] = [this.subjectStart, noun.end]
    if (group!.name === null || group!.name === name)
      this.drafts.add('count', { subject, value: String(this.subjectCount), negated: this.negated, start, end })
    this.open = false
  }
}
