import { ClauseOrders } from './clause-orders.ts'
import { asClaimed, isAnything, isIndefinite, startsPredicate } from './clause-parts.ts'
import type { ReadSentence } from './clause-state.ts'
import type { Item } from './items.ts'
import { asRead, isCount } from './sentence-shapes.ts'

/** What may follow a heading. */
const HEADED: readonly string[] = ['relation', 'comparative', 'position', 'extreme', 'attribute', 'not']

/**
 * Reads sentences, one after the other, as claims. A left-to-right reader over phrases: it keeps the current subjects, whether a
 * predicate is open, its negation, and predicates that wait for their subject.
 */
export class ClauseReader extends ClauseOrders {
  /** @param corrects "No, …" has been taken from its start: it corrects the sentence before */
  read(items: readonly Item[], corrects = false): ReadSentence {
    this.begin(asRead(items))
    this.corrects = corrects
    // "That the cone is behind the cube is simply false."
    const text = items.map(item => item.text).join(' ')
    if (/^that the .* is (?:not )?(?:false|wrong|untrue|incorrect|not true|not the case|not so)$/.test(text))
      this.drafts.deny()
    this.lookAheadForIt()
    while (this.at < this.items.length) this.step(this.items[this.at]!)
    this.end()
    if (this.drafts.count === 0) this.discourse.setTopic(this.mutedNouns)
    return { claims: this.drafts.claims(), retracts: this.retracts }
  }

  /** What is left over at the end of a sentence. */
  private end(): void {
    if (this.muted !== 'no') return
    const [item] = this.items
    // "No torus in this one."
    const isNone =
      this.subjectsNegated &&
      !this.open &&
      this.said.length === 0 &&
      this.drafts.count === 0 &&
      /^no /.test(this.subjects[0]?.text ?? '')
    if (item && isNone) this.emit('exist', item, {})
    // "The cone is farthest; no, the cylinder."
    const corrects = this.retracts !== null && this.subjects.length > 0 && this.said.length === 0 && !this.open
    if (corrects && this.drafts.lastPattern === 'extreme') this.drafts.retractLast()
    if (this.subjects.length > 0 && this.said.length === 0) this.attachSpare()
    const fronts = this.fronts
    if (fronts.length === 0 || this.drafts.count > 0) return
    // "No, right of it."
    this.fronts = []
    this.subjects = this.discourse.current
    this.subjectStart = fronts[0]!.item.start
    this.spareFronts = fronts
    this.attachSpare()
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
        if (this.heldFronts.length > 0 && this.said.length > 0) {
          this.fronts = [...this.heldFronts]
          this.heldFronts = []
          this.subjects = []
        }
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
        // "The nearest would be the cube."
        if (this.fronts.length > 0 && this.nextIs('be')) return
        // "388 against 402, so the cone would be left of the cylinder"
        if (this.concludes()) this.drafts.hedge()
        else this.muted = 'clause'
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
        // "either behind the ball or …"
        if (item.text === 'either' && !this.endsClause() && !this.negated && !this.subjectsNegated)
          this.muted = 'clause'
        // "One is left of the ball, the other right of it."
        if (item.text === 'one' && item.tag === 'number' && this.saysOfOne()) this.muted = 'sentence'
        if (this.muted === 'no') this.readItem(item)
        else this.overhearNoun(item)
    }
  }

  /** Is "would be" a conclusion: behind "so", without a supposition? */
  private concludes(): boolean {
    const so = this.items[this.at - 3]
    const isSupposed = this.items.some(item => item.tag === 'whether' || /^(?:if|were|had|then)$/.test(item.text))
    return (
      so?.tag === 'causal' &&
      /^(?:so|thus|hence|therefore)$/.test(so.text) &&
      this.at > 3 &&
      this.nextIs('be') &&
      !isSupposed
    )
  }

  private saysOfOne(): boolean {
    const [before, , after] =
      this.at > 1 ? this.items.slice(this.at - 2, this.at + 1) : [undefined, undefined, this.items[1]]
    const begins = before === undefined || ['comma', 'joiner', 'causal', 'and'].includes(before.tag)
    return begins && after !== undefined && startsPredicate(after)
  }

  private overhearNoun(item: Item): void {
    if (!item.noun || item.noun.abstract || item.noun.pronoun) return
    this.mutedNouns.push(item.noun)
    // "I thought the cube was behind the ball, but it …": the cube.
    const next = this.items[this.at]
    const role = this.muted === 'clause' && next && startsPredicate(next) ? 'subject' : 'object'
    const phrase = this.discourse.resolve(item.noun, role)
    if (role === 'subject') this.discourse.setSubjects([phrase])
  }

  private retract(item: Item): void {
    // "…; no, right of it": of the same subject.
    if (this.subjects.length === 0 && this.at > 1) this.subjects = this.discourse.current
    if (item.value === 'last' && this.drafts.retractLast()) return
    this.retracts = item.value === 'last' ? 'last' : (this.retracts ?? 'conflict')
  }

  private startClause(item: Item): void {
    if (this.isHeading(item)) {
      this.open = true
      this.heading = this.subjects
      return
    }
    // "Sphere: cyan; left side; …"
    if (this.heading.length > 0 && item.text === ';' && this.nextIs(...HEADED)) {
      this.newClause()
      this.subjects = this.heading
      this.open = true
      return
    }
    // "On the left side: the sphere and the cube"; "There are three objects: a cube, …".
    const lists = item.text === ';' && this.nextIs('noun')
    if (this.sumsUp()) {
      this.existing = true
      return
    }
    const goesOn = this.subjects.length === 0 && this.nextIs('relation', 'relation-it', 'position', 'comparative')
    const waiting = lists || goesOn ? this.fronts : []
    if (lists && this.subjectCount !== null && this.drafts.count === 0 && !this.isRemark()) this.emit('exist', item, {})
    const announced =
      lists &&
      (this.drafts.lastPattern === 'count' ||
        (this.drafts.count === 0 &&
          this.subjects.length > 0 &&
          (!this.open || this.items[this.at - 2]?.tag === 'visible')))
    const group =
      announced && this.subjects.every(subject => subject.name === null || this.drafts.lastPattern === 'count')
    this.newClause()
    this.fronts = [...waiting]
    if (item.text === ';') this.subjects = []
    const listsOn = lists && this.existed && this.items[this.at]!.noun!.determiner !== 'the'
    this.existing = (group || listsOn) && !this.predicateFollows()
    this.drafts.nextSegment(item.tag === 'causal')
  }

  /** "Two things are clear: the ball is …", "one thing: the ball is …" */
  private isRemark(): boolean {
    const isThing = /\bthings?$/.test(this.subjects[0]?.text ?? '')
    return this.items[this.at - 2]?.tag === 'word' || (isThing && this.predicateFollows())
  }

  /** "A ball, a box and a ring: three objects." */
  private sumsUp(): boolean {
    const [next, after] = this.items.slice(this.at, this.at + 2)
    const isSum =
      next?.tag === 'noun' && isCount(next) && next.noun!.name === null && next.noun!.attributes.length === 0
    if (!isSum || after !== undefined || this.open || this.said.length > 0) return false
    this.newClause()
    return true
  }

  /** "Three green objects are in the picture": the place says nothing, and has been left out. */
  private isThere(): boolean {
    const next = this.items[this.at]
    const isLast = next === undefined || ['joiner', 'causal', 'and'].includes(next.tag)
    return isLast && this.subjectCount !== null && this.said.length === 0 && this.fronts.length === 0 && !this.hadFront
  }

  /** "Red sphere: left of the cube, …": what stands before the colon is the subject of what follows. */
  private isHeading(item: Item): boolean {
    return (
      item.text === ';' &&
      this.subjects.length > 0 &&
      !this.existed &&
      !this.open &&
      this.said.length === 0 &&
      this.items[this.at - 2]?.tag === 'noun' &&
      this.nextIs(...HEADED)
    )
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
        if (this.seen && this.endsClause() && this.subjects.length > 0) this.emit('exist', item, {})
        else if (this.isThere()) this.emit('exist', item, {})
        else this.elide()
        return
      case 'same':
        this.readSame(item)
        return
      case 'follow':
        this.readNext()
        return
      case 'too':
        if (this.items[this.at - 2]?.tag === 'noun' && this.said.length === 0 && this.subjects.length > 0)
          this.repeat(null)
        return
      case 'have':
        if (this.fronts.length > 0) return
        this.having = this.subjects.length > 0
        this.open = true
        return
      case 'not':
        this.negated = true
        // "Neither is the cube …", "in no way is the cube …"
        if (item.value === 'neither' || (this.subjects.length === 0 && this.nextIs('be'))) this.subjectsNegated = true
        if (this.open) this.elide()
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
        // "The picture shows a corridor with three objects."
        if (this.existing) return
        this.lookAhead()
        this.subjects = []
        this.open = this.negated = false
        // "There is a cube with a ball on it": there is a ball.
        this.seen = this.existed && this.items[this.at]?.noun != null && isIndefinite(this.items[this.at]!.noun!)
        return
      case 'versus':
        this.versus = this.takeObjects()
        return
      case 'between':
        if (item.value === 'sides') this.readSides()
        else this.takeObjects()
        return
      case 'unlike':
        this.leaveOut(item)
        return
      case 'group':
      case 'of-two':
        this.readGroup(item)
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
        this.measure(item)
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
        if (this.open && this.fronts.length === 0 && !this.inBrackets() && !this.isCompared())
          this.emit('attribute', item, { value: item.value })
        return
      case 'visible':
        // "Five objects overall, …"
        if (item.value === 'total') {
          if (this.subjectCount !== null && this.said.length === 0) this.emit('exist', item, {})
        } else if (this.spareFronts.length > 0) this.attachSpare()
        // "The torus, visible on the right, …"
        else if (this.nextIs('position', 'relation') && this.subjects.some(subject => subject.quantifier === 'the'))
          this.open = true
        else if (this.subjectCount !== null || !this.subjects.every(isAnything)) this.emit('exist', item, {})
        return
      case 'than':
        this.takeObjects()
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

  /** "closer to blue than to red" */
  private isCompared(): boolean {
    const [than, to] = this.items.slice(Math.max(0, this.at - 3), this.at - 1)
    return to?.tag === 'than' || (than?.tag === 'than' && to?.text === 'to')
  }

  /** "… behind the sphere (red)": of the sphere, known by it. */
  private inBrackets(): boolean {
    const [noun, open] = this.items.slice(Math.max(0, this.at - 3), this.at - 1)
    const close = this.items[this.at]
    return noun?.tag === 'noun' && open?.text === ',' && (close === undefined || close.text === ',')
  }

  /** "…, but the cube isn't", "…; the cone is": the last predicate again. */
  private elide(): void {
    const next = this.items[this.at]
    const behind = this.items[this.at + 1]
    const ends =
      next === undefined ||
      next.tag === 'too' ||
      next.tag === 'joiner' ||
      next.tag === 'causal' ||
      ((next.tag === 'comma' || next.tag === 'and') && (!behind || behind.tag === 'noun' || behind.tag === 'joiner'))
    if (/^none of/.test(this.subjects[0]?.text ?? '')) return
    if (!ends || this.said.length > 0 || this.subjects.length === 0 || this.fronts.length > 0 || this.seen) return
    if (/^(?:is|are|was|does|do|did|not)$/.test(this.items[this.at - 1]!.text)) this.repeat(this.negated)
  }

  /** "so is the cube", "neither is the cone" */
  private readSame(item: Item): void {
    const noun = this.items[this.at]
    const kept = this.at
    if (noun?.tag === 'noun' && !noun.noun!.abstract) {
      this.at++
      this.startSubjects(noun)
      if (this.endsClause()) {
        this.repeat(item.value === 'not' ? true : item.value === 'instead' ? false : null)
        return
      }
    }
    this.at = kept
    this.newClause()
    this.negated = this.subjectsNegated = this.inverted = item.value === 'not'
  }

  private startRelative(): void {
    if (!this.lastNoun) return
    // "Behind the ball, which is white, is the torus."
    if (this.fronts.length > 0) {
      this.heldFronts = this.fronts
      this.fronts = []
    }
    if (this.subjects.length > 0) this.mainSubjects = this.subjects
    this.subjects = [this.lastNoun]
    this.subjectsNegated = false
    this.open = false
  }

  /** "Even though it is lower, the sphere …": where nothing has been spoken of, the pronoun means what comes. */
  private lookAheadForIt(): void {
    const first = this.items.findIndex(item => item.tag === 'noun')
    const comma = this.items.findIndex((item, i) => i > first && item.tag === 'comma')
    const main = this.items[comma + 1]?.noun
    if (this.discourse.current.length > 0 || this.items[first]?.noun?.pronoun !== 'it' || comma < 0) return
    if (main && !main.abstract && !main.pronoun) this.discourse.setTopic([main])
  }

  /** "With the sphere behind it, the cube …": the pronoun means what comes. */
  private lookAhead(): void {
    const comma = this.items.findIndex((item, i) => i > this.at && item.tag === 'comma')
    const main = this.items[comma + 1]
    if (this.at > 1 || comma < 0 || main?.tag !== 'noun' || main.noun!.abstract || main.noun!.pronoun) return
    this.discourse.setSubjects([this.discourse.resolve(main.noun!, 'subject')])
  }
}
