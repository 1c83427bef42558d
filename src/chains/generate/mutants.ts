import { choice, type Stream, stream } from '../../core/rng.ts'
import type { GraphIndex } from '../graph/graph-index.ts'
import type { ChainPlan, PlannedSentence } from './chain-plan.ts'
import { type Clause, type Fact, FORMS_OF_RELATION, WORDINGS_OF_RELATION } from './clause.ts'
import { type AskedRelation, axisOfRelation, OPPOSITE_OF, objectLabel, type SceneQuestion } from './scene-question.ts'

/** What a mutant does to a reference chain, and what the verifier must say about the result. */
export const MUTANT_KINDS = [
  'flip-relation',
  'swap-arguments',
  'negate',
  'hallucinate',
  'drop-hop',
  'pad',
  'restate-question',
  'wrong-premise',
  'image-height',
  'paraphrase',
] as const
export type MutantKind = (typeof MUTANT_KINDS)[number]

/**
 * How a kind shows itself: a contradicted claim, a hallucinated one, a step not taken, nothing that can be checked, depth read off
 * image height (or contradicted), or not at all.
 */
export const MUTANT_SIGN: Readonly<
  Record<MutantKind, 'contradicted' | 'hallucinated' | 'incomplete' | 'empty' | 'shortcut' | 'faithful'>
> = {
  'flip-relation': 'contradicted',
  'swap-arguments': 'contradicted',
  negate: 'contradicted',
  hallucinate: 'hallucinated',
  'drop-hop': 'incomplete',
  pad: 'faithful',
  'restate-question': 'empty',
  'wrong-premise': 'contradicted',
  'image-height': 'shortcut',
  paraphrase: 'faithful',
}

/**
 * A changed copy of a reference chain, seeded by question and kind; null where the kind does not apply (no step in depth for
 * `image-height`).
 */
export function mutate(
  kind: MutantKind,
  plan: ChainPlan,
  question: SceneQuestion,
  index: GraphIndex,
  seed: number | string,
): ChainPlan | null {
  return MAKERS[kind](plan, { question, index, next: stream(seed, question.id, `mutant.${kind}`) })
}

interface Context {
  readonly question: SceneQuestion
  readonly index: GraphIndex
  readonly next: Stream
}

type RelationFact = Extract<Fact, { kind: 'relation' }>

/** Changes one clause among those that `applies` picks; null if there is none. */
function changeOne(plan: ChainPlan, next: Stream, change: (fact: RelationFact) => Fact): ChainPlan | null {
  const places = plan.flatMap((sentence, s) =>
    sentence.parts.flatMap((part, p) =>
      sentence.hop !== null && typeof part !== 'string' && part.fact.kind === 'relation' ? [{ s, p }] : [],
    ),
  )
  if (places.length === 0) return null
  const { s, p } = choice(next, places)
  return mapClauses(plan, (clause, at) =>
    at.s === s && at.p === p ? { ...clause, fact: change(clause.fact as RelationFact) } : clause,
  )
}

function mapClauses(
  plan: ChainPlan,
  change: (clause: Clause, at: { s: number; p: number; hop: number | null }) => Clause,
): ChainPlan {
  return plan.map((sentence, s) => ({
    ...sentence,
    parts: sentence.parts.map((part, p) =>
      typeof part === 'string' ? part : change(part, { s, p, hop: sentence.hop }),
    ),
  }))
}

const flipped = (fact: RelationFact): RelationFact => ({ ...fact, relation: OPPOSITE_OF[fact.relation] })

const MAKERS: Readonly<Record<MutantKind, (plan: ChainPlan, context: Context) => ChainPlan | null>> = {
  'flip-relation': (plan, { next }) => changeOne(plan, next, flipped),
  'swap-arguments': (plan, { next }) => changeOne(plan, next, fact => ({ ...fact, a: fact.b, b: fact.a })),
  negate: (plan, { next }) => changeOne(plan, next, fact => ({ ...fact, negated: !fact.negated })),
  hallucinate: (plan, { index, next }) => {
    const label = phantomLabel(index, next)
    return changeOne(plan, next, fact => ({ kind: 'phantom', label, relation: fact.relation, b: fact.b }))
  },
  'drop-hop': (plan, { question, next }) => {
    const hop = Math.floor(next() * question.asked.length)
    const gone = question.asked[hop]!
    // Other sentences may say the same: they go too.
    return plan.filter(
      sentence =>
        sentence.hop !== hop && !sentence.parts.some(part => typeof part !== 'string' && speaksOf(part.fact, gone)),
    )
  },
  pad: (plan, { next }) =>
    plan.flatMap(sentence => (next() < 0.5 ? [sentence, { hop: null, parts: [choice(next, PADDING)] }] : [sentence])),
  'restate-question': (plan, { question }) => [
    { hop: null, parts: [`The question is: ${question.question}`] },
    { hop: null, parts: ['I need to think about this carefully before I decide'] },
    plan.at(-1)!,
  ],
  'wrong-premise': (plan, { question, next }) => {
    const hop = Math.floor(next() * question.asked.length)
    const changed = mapClauses(plan, (clause, at) =>
      at.hop === hop && clause.fact.kind === 'relation' ? { ...clause, fact: flipped(clause.fact) } : clause,
    )
    return JSON.stringify(changed) === JSON.stringify(plan) ? null : changed
  },
  'image-height': (plan, context) => imageHeight(plan, context),
  paraphrase: (plan, { next }) =>
    mapClauses(plan, clause => (clause.fact.kind === 'exist' ? clause : reworded(clause, next))),
}

function reworded(clause: Clause, next: Stream): Clause {
  const words = { form: Math.floor(next() * FORMS_OF_RELATION), wording: Math.floor(next() * WORDINGS_OF_RELATION * 3) }
  const { fact } = clause
  if (fact.kind !== 'relation' || fact.negated || next() < 0.5) return { ...words, fact }
  return { ...words, fact: { ...fact, a: fact.b, b: fact.a, relation: OPPOSITE_OF[fact.relation] } }
}

function speaksOf(fact: Fact, asked: AskedRelation): boolean {
  if (fact.kind === 'among') return fact.b === asked.object
  if (fact.kind !== 'relation' || axisOfRelation(fact.relation) !== axisOfRelation(asked.relation)) return false
  const pair = [fact.a, fact.b]
  return pair.includes(asked.object) && (asked.subject === null || pair.includes(asked.subject))
}

const PHANTOM_SHAPES = ['cone', 'cylinder', 'torus'] as const
const PHANTOM_COLORS = ['red', 'green', 'blue', 'yellow', 'orange', 'purple'] as const

/** A coloured shape that the scene lacks. */
function phantomLabel(index: GraphIndex, next: Stream): string {
  const there = new Set(index.objects.map((_, i) => objectLabel(index, i)))
  const labels = PHANTOM_COLORS.flatMap(color =>
    [...PHANTOM_SHAPES, 'cube', 'sphere'].map(shape => `${color} ${shape}`),
  )
  return choice(
    next,
    labels.filter(label => !there.has(label)),
  )
}

const PADDING = [
  'It is important to reason carefully about every object',
  'Spatial questions need patience and attention to detail',
  'I keep all of this in mind while I continue',
  'Let me take a moment to think about this again',
  'This is a typical scene with simple shapes and plain colours',
  'Being precise here helps to avoid a mistake',
]

/**
 * Depth read off height in the image: "A is lower in the image than B, so A is closer to the camera". Half of the time the premise is
 * true and the rule is trusted, else the right conclusion gets the premise that the rule would need. Where height and depth agree
 * (consistent pairs) both come out true, and only the inference is wrong.
 */
function imageHeight(plan: ChainPlan, { question, index, next }: Context): ChainPlan | null {
  const hop = question.asked.findIndex(asked => axisOfRelation(asked.relation) === 'distance' && asked.subject !== null)
  if (hop < 0) return null
  const { subject, object, relation, holds } = question.asked[hop]!
  const [a, b] = [subject!, object]
  const higher = index.edges.get('above')?.[a * index.ids.length + b] === 1
  const lower = index.edges.get('below')?.[a * index.ids.length + b] === 1
  if (!higher && !lower) return null
  const actual = holds ? relation : OPPOSITE_OF[relation]
  const trusting = next() < 0.5
  const premise = trusting ? (higher ? 'above' : 'below') : actual === 'behind' ? 'above' : 'below'
  const conclusion = trusting ? (higher ? 'behind' : 'in_front_of') : actual
  const fact = (kind: RelationFact['relation'], wording: number): Clause => ({
    fact: { kind: 'relation', a, relation: kind, b, negated: false },
    form: 0,
    wording,
  })
  const argued: PlannedSentence = {
    hop,
    parts: [fact(premise, 1 + Math.floor(next() * 3)), ', so ', fact(conclusion, 1 + Math.floor(next() * 3))],
  }
  const first = plan.findIndex(sentence => sentence.hop === hop)
  return plan.flatMap((sentence, s) => (sentence.hop !== hop ? [sentence] : s === first ? [sentence, argued] : []))
}
