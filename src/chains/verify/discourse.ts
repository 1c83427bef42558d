import type { GraphIndex } from '../graph/graph-index.ts'
import type { NounPhrase, Quantifier } from './claim.ts'
import { relationTruth } from './predicates.ts'
import type { RawNoun } from './raw-noun.ts'
import { objectsMatching } from './vocabulary.ts'

/**
 * What has been spoken of: finds what pronouns and "the sphere" (one of two) mean.
 * Pronouns go to the last subject; a definite phrase that fits several objects means the one last mentioned.
 */
export class Discourse {
  /** Subjects of the clause before, then of this one. */
  private previousSubjects: readonly NounPhrase[] = []
  private subjects: readonly NounPhrase[] = []
  /** The subjects are no more than a topic: "it" is the first of them. */
  private isTopic = false
  /** What was named last, if the scene lacks it: "that sphere". */
  private missing: NounPhrase | null = null
  /** Single objects by last mention, the latest at the end. */
  private mentions: number[] = []
  /** Mentions of this sentence. */
  private sinceStart: number[] = []
  /** The former and the latter: the two last spoken of in this sentence, or before it. */
  private pair: readonly number[] = []
  private pairUsed = false
  private readonly index: GraphIndex

  constructor(index: GraphIndex) {
    this.index = index
  }

  beginSentence(): void {
    this.sinceStart = []
    this.pair = this.mentions.slice(-2)
    this.pairUsed = false
  }

  /** What a plan or a question names is what the next "it" or "they" is about. */
  setTopic(nouns: readonly RawNoun[]): void {
    const phrases = nouns.map(noun => this.resolve(noun, 'object')).filter(phrase => phrase.candidates.length > 0)
    if (phrases.length === 0) return
    this.subjects = phrases
    this.isTopic = true
  }

  /** What "it" means. */
  get current(): readonly NounPhrase[] {
    return this.isTopic ? this.subjects.slice(0, 1) : this.subjects
  }

  /** The subjects of a clause; those of the clause before stay in reach of "it" as an object. */
  setSubjects(subjects: readonly NounPhrase[]): void {
    if (subjects.length === 0) return
    this.previousSubjects = this.subjects
    this.subjects = subjects
    this.isTopic = false
  }

  /** @param as a pronoun that is an object does not mean its own clause's subject */
  resolve(noun: RawNoun, as: 'subject' | 'object'): NounPhrase {
    const [own] = this.subjects
    // "The red cone is …, and it is …", where there is none.
    if (noun.pronoun === 'it' && as === 'subject' && this.subjects.length === 1 && own!.candidates.length === 0)
      return { ...own!, text: noun.text, span: [noun.start, noun.end] }
    const missing = this.missing
    if (missing && noun.name === missing.name && /^(?:that|this) \w+$/.test(noun.text))
      return { ...missing, text: noun.text, span: [noun.start, noun.end] }
    const found = noun.pronoun ? this.pronoun(noun.pronoun, noun, as) : this.named(noun)
    const quantifier: Quantifier =
      noun.pronoun === 'they' || noun.pronoun === 'others' || noun.determiner === 'all'
        ? 'all'
        : noun.determiner === 'the' || noun.determiner === 'bare'
          ? 'the'
          : 'some'
    const isPair = found.length === 2 && (noun.plural || noun.pronoun === 'they')
    if (found.length === 1 || isPair) for (const i of found) this.mention(i)
    const phrase: NounPhrase = {
      text: noun.text,
      span: [noun.start, noun.end],
      name: noun.name,
      attributes: noun.attributes,
      quantifier: noun.plural && quantifier === 'the' && found.length > 1 && !noun.pronoun ? 'all' : quantifier,
      candidates: found,
    }
    if (noun.name !== null && found.length === 0) this.missing = phrase
    else if (noun.name === this.missing?.name) this.missing = null
    return phrase
  }

  private mention(i: number): void {
    this.mentions = [...this.mentions.filter(other => other !== i), i]
    this.sinceStart = [...this.sinceStart.filter(other => other !== i), i]
  }

  /**
   * The object that a comparison without "than" is held against: the subject of the clause before, or the last one spoken of besides
   * the subject.
   */
  otherThan(subject: NounPhrase): NounPhrase | null {
    const isOther = (i: number): boolean => !subject.candidates.includes(i)
    const before = this.previousSubjects.flatMap(phrase => phrase.candidates).filter(isOther)
    const other =
      before.length === 1 && this.sinceStart.includes(before[0]!)
        ? before[0]
        : ([...this.mentions].reverse().find(isOther) ?? this.sibling(subject))
    return other === undefined ? null : this.phraseFor(other, subject)
  }

  /** The last object spoken of besides the subject. */
  lastBesides(subject: NounPhrase): NounPhrase | null {
    const other = this.mentions.findLast(i => !subject.candidates.includes(i))
    return other === undefined ? null : this.phraseFor(other, subject)
  }

  /** "The red sphere is the nearer one": of the two spheres. */
  private sibling({ candidates: [own] }: NounPhrase): number | undefined {
    const siblings = this.index.names.flatMap((name, i) =>
      i !== own && name === this.index.names[own ?? -1] ? [i] : [],
    )
    return siblings.length === 1 ? siblings[0] : undefined
  }

  private phraseFor(i: number, near: NounPhrase): NounPhrase {
    const object = this.index.objects[i]!
    return {
      text: [...object.attributes, object.name].join(' '),
      span: near.span,
      name: this.index.names[i]!,
      attributes: object.attributes,
      quantifier: 'the',
      candidates: [i],
    }
  }

  private pronoun(
    pronoun: NonNullable<RawNoun['pronoun']>,
    { text, count }: RawNoun,
    as: 'subject' | 'object',
  ): readonly number[] {
    const last = this.mentions.at(-1)
    const subject = (as === 'object' ? this.current : this.subjects.slice(0, 1)).flatMap(phrase => phrase.candidates)
    if (pronoun === 'others') return this.others(count, subject)
    if (pronoun === 'they') {
      const subjects = [...new Set(this.subjects.flatMap(phrase => phrase.candidates))]
      if (as === 'subject') return subjects.length > 1 ? subjects : this.mentions.slice(-2)
      if (count !== null) return this.others(count, subject)
      const own = this.isTopic ? [] : subject
      const before = [...new Set(this.previousSubjects.flatMap(phrase => phrase.candidates))]
      if (subjects.length > 1 && !subjects.every(i => own.includes(i))) return subjects
      if (before.length > 1 && !before.some(i => own.includes(i))) return before
      const others = this.mentions.filter(i => !own.includes(i)).slice(-2)
      return others.length > 1 ? others : this.mentions.slice(-2)
    }
    if (pronoun === 'former' || pronoun === 'latter') {
      if (!this.pairUsed && this.sinceStart.length > 1) this.pair = this.sinceStart.slice(-2)
      this.pairUsed = true
      return pronoun === 'former' ? this.pair.slice(0, 1) : this.pair.slice(1)
    }
    if (pronoun === 'other') {
      const other = [...this.mentions].reverse().find(i => !subject.includes(i))
      return other === undefined ? [] : [other]
    }
    if (as === 'object' && text.startsWith('that') && last !== undefined) return [last]
    if (as === 'object') {
      const here = this.sinceStart.filter(i => !subject.includes(i)).at(-1)
      if (here !== undefined) return [here]
      const previous = this.previousSubjects[0]?.candidates ?? []
      if (previous.length === 1 && (subject.length > 1 || previous[0] !== subject[0])) return previous
      const other = [...this.mentions].reverse().find(i => !subject.includes(i))
      if (other !== undefined) return [other]
    }
    return subject.length > 0 ? subject : last === undefined ? [] : [last]
  }

  /** All of them: what they are held against is left out there. "The other two" of more: the two last spoken of. */
  private others(count: number | null, subject: readonly number[]): readonly number[] {
    const all = this.index.objects.map((_, i) => i)
    if (count === null || count + 1 >= all.length) return all
    // "The cone and the ball are left of the ring; the other two are …"
    const unsaid = all.filter(i => !this.sinceStart.includes(i) && !subject.includes(i))
    if (this.sinceStart.length > 1 && unsaid.length === count) return unsaid
    return this.mentions.filter(i => !subject.includes(i)).slice(-count)
  }

  private named(noun: RawNoun): readonly number[] {
    const all = objectsMatching(this.index, noun.name, noun.attributes)
    const definite = noun.determiner === 'the' && !noun.plural
    if (all.length < 2 || !definite) return all
    if (noun.selector) {
      const chosen = all.filter(i =>
        all.every(k => k === i || relationTruth(this.index, noun.selector!, i, k) === true),
      )
      if (chosen.length === 1) return chosen
    }
    const mentioned = [...this.mentions].reverse().find(i => all.includes(i))
    return mentioned === undefined ? all : [mentioned]
  }
}
