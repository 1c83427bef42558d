import type { Claim, NounPhrase, Pattern, Span } from './claim.ts'

/** A claim while its sentence is still being read. */
interface Draft extends Omit<Claim, 'weight' | 'imageHeight'> {
  readonly segment: number
}

/** What is known of a claim when it is drafted. */
export interface DraftParts {
  readonly subject: NounPhrase
  readonly start: number
  readonly end: number
  readonly negated: boolean
  readonly relation?: Claim['relation']
  readonly object?: NounPhrase
  readonly value?: string | null
}

/** The claims of one sentence, with the hedges and denials that lie over parts of it. */
export class ClauseDrafts {
  private drafts: Draft[] = []
  private readonly hedged = new Set<number>()
  private segment = 0
  private denied = false
  private sawCausal = false

  get count(): number {
    return this.drafts.length
  }

  /** Pattern of the last claim; null before the first. */
  get lastPattern(): Pattern | null {
    return this.drafts.at(-1)?.pattern ?? null
  }

  /** A new clause: hedges hold within one. */
  nextSegment(causal: boolean): void {
    this.segment++
    this.denied = false
    this.sawCausal = this.sawCausal || causal
  }

  hedge(): void {
    this.hedged.add(this.segment)
  }

  /** "It is not true that …" */
  deny(): void {
    this.denied = true
  }

  retractLast(): boolean {
    const last = this.drafts.findLastIndex(draft => !draft.retracted)
    if (last >= 0) this.drafts[last] = { ...this.drafts[last]!, retracted: true }
    return last >= 0
  }

  /** "It isn't left of the cube, it's right", "left of the cube – no, right": the cube. */
  correctedSide(relation: Claim['relation'] | undefined, doubted: boolean): NounPhrase | null {
    const last = this.drafts.at(-1)
    const isOther =
      (last?.relation === 'left_of' && relation === 'right_of') ||
      (last?.relation === 'right_of' && relation === 'left_of')
    return isOther && last && (doubted || last.negated) ? last.object : null
  }

  /** Is the last claim about these subjects? */
  isOf(subjects: readonly NounPhrase[]): boolean {
    return this.drafts.at(-1)?.subject?.candidates.join() === subjects.flatMap(subject => subject.candidates).join()
  }

  add(pattern: Pattern, { start, end, negated, ...parts }: DraftParts): void {
    if (parts.object && isSame(parts.subject, parts.object)) return
    if (isUnsettled(parts.subject) || (parts.object && isUnsettled(parts.object))) return
    const span: Span = [start, end]
    const draft: Draft = {
      relation: null,
      object: null,
      value: null,
      ...parts,
      subject: withoutObject(parts.subject, parts.object ?? null),
      pattern,
      span,
      negated: negated !== this.denied,
      retracted: false,
      segment: this.segment,
    }
    if (!this.drafts.some(other => sameClaim(other, draft))) this.drafts.push(draft)
  }

  claims(): Claim[] {
    return this.drafts.map(({ segment, ...claim }) => ({
      ...claim,
      weight: this.hedged.has(segment) ? 0.5 : 1,
      imageHeight:
        this.sawCausal &&
        isDepth(claim) &&
        this.drafts.some(other => isImageHeight(other) && sharesObject(other, claim)),
    }))
  }
}

/** Nothing is compared with itself: what was meant has been missed. */
const isSame = (a: NounPhrase, b: NounPhrase): boolean =>
  a.candidates.length === 1 && b.candidates.length === 1 && a.candidates[0] === b.candidates[0]

/** "They" of nobody, "the object" of all: nothing that could be held against the scene. */
const isUnsettled = ({ name, attributes, candidates, quantifier, text }: NounPhrase): boolean =>
  (name === null && attributes.length === 1 && text === attributes[0] && candidates.length !== 1) ||
  (name === null &&
    attributes.length === 0 &&
    ((candidates.length > 1 && quantifier === 'the') || (candidates.length === 0 && !/\b(?:it|one)\b/.test(text))))

/** "All others are in front of the sphere": the sphere is none of them. */
function withoutObject(subject: NounPhrase, object: NounPhrase | null): NounPhrase {
  const rest = subject.candidates.filter(i => !object?.candidates.includes(i))
  const isGroup = subject.quantifier === 'all' && object?.candidates.length === 1 && rest.length > 0
  return isGroup ? { ...subject, candidates: rest } : subject
}

/** Said twice in one sentence counts once. */
const sameClaim = (a: Draft, b: Draft): boolean =>
  a.pattern === b.pattern &&
  a.relation === b.relation &&
  a.value === b.value &&
  a.negated === b.negated &&
  sameObjects(a.subject, b.subject) &&
  (a.object === null ? b.object === null : b.object !== null && sameObjects(a.object, b.object))

const sameObjects = (a: NounPhrase | null, b: NounPhrase | null): boolean =>
  a !== null && b !== null && a.candidates.length > 0 && a.candidates.join() === b.candidates.join()

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
