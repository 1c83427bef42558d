import type { GraphIndex } from '../graph/graph-index.ts'
import type { NounPhrase, Quantifier } from './claim.ts'
import type { RawNoun } from './noun-phrase.ts'
import { objectsMatching } from './vocabulary.ts'

/**
 * What has been spoken of: finds what pronouns and "the sphere" (one of two) mean.
 * Pronouns go to the last subject; a definite phrase that fits several objects means the one last mentioned.
 */
export class Discourse {
  /** Subjects of the clause before, then of this one. */
  private previousSubjects: readonly NounPhrase[] = []
  private subjects: readonly NounPhrase[] = []
  /** Single objects by last mention, the latest at the end. */
  private mentions: number[] = []
  /** Mentions of this sentence. */
  private sinceStart: number[] = []
  private readonly index: GraphIndex

  constructor(index: GraphIndex) {
    this.index = index
  }

  beginSentence(): void {
    this.sinceStart = []
  }

  /** The subjects of a clause; those of the clause before stay in reach of "it" as an object. */
  setSubjects(subjects: readonly NounPhrase[]): void {
    if (subjects.length === 0) return
    this.previousSubjects = this.subjects
    this.subjects = subjects
  }

  /** @param as a pronoun that is an object does not mean its own clause's subject */
  resolve(noun: RawNoun, as: 'subject' | 'object'): NounPhrase {
    const found = noun.pronoun ? this.pronoun(noun.pronoun, as) : this.named(noun)
    const quantifier: Quantifier =
      noun.pronoun === 'they' || noun.determiner === 'all'
        ? 'all'
        : noun.determiner === 'the' || noun.determiner === 'bare'
          ? 'the'
          : 'some'
    const single = found.length === 1 ? found[0]! : null
    if (single !== null) this.mention(single)
    return {
      text: noun.text,
      span: [noun.start, noun.end],
      name: noun.name,
      attributes: noun.attributes,
      // "closer than any other" means every other.
      quantifier:
        as === 'object' && /^any /.test(noun.text)
          ? 'all'
          : noun.plural && quantifier === 'the' && found.length > 1 && !noun.pronoun
            ? 'all'
            : quantifier,
      candidates: found,
    }
  }

  private mention(i: number): void {
    this.mentions = [...this.mentions.filter(other => other !== i), i]
    this.sinceStart = [...this.sinceStart.filter(other => other !== i), i]
  }

  /** The object that a comparison without "than" is held against: the last one spoken of besides the subject. */
  otherThan(subject: NounPhrase): NounPhrase | null {
    const other = [...this.mentions].reverse().find(i => !subject.candidates.includes(i))
    return other === undefined ? null : this.phraseFor(other, subject)
  }

  /** The two objects last spoken of. */
  lastTwo(): readonly number[] {
    return this.mentions.slice(-2)
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

  private pronoun(pronoun: NonNullable<RawNoun['pronoun']>, as: 'subject' | 'object'): readonly number[] {
    const [before, last] = this.mentions.slice(-2)
    if (pronoun === 'they') return [...new Set(this.subjects.flatMap(subject => subject.candidates))]
    if (pronoun === 'former') return before === undefined ? [] : [before]
    if (pronoun === 'latter') return last === undefined ? [] : [last]
    const subject = this.subjects.at(-1)?.candidates ?? []
    if (pronoun === 'other') {
      const other = [...this.mentions].reverse().find(i => !subject.includes(i))
      return other === undefined ? [] : [other]
    }
    if (as === 'object') {
      const here = this.sinceStart.filter(i => !subject.includes(i)).at(-1)
      if (here !== undefined) return [here]
      const previous = this.previousSubjects.at(-1)?.candidates ?? []
      if (previous.length === 1 && previous[0] !== subject[0]) return previous
    }
    return subject.length > 0 ? subject : last === undefined ? [] : [last]
  }

  private named(noun: RawNoun): readonly number[] {
    const all = objectsMatching(this.index, noun.name, noun.attributes)
    const definite = noun.determiner === 'the' && !noun.plural
    if (all.length < 2 || !definite) return all
    const mentioned = [...this.mentions].reverse().find(i => all.includes(i))
    return mentioned === undefined ? all : [mentioned]
  }
}
