import { attributeOfKind } from '../graph/attributes.ts'
import type { GraphIndex } from '../graph/graph-index.ts'
import type { Claim, ClaimRelation, Extreme, ImagePosition, NounPhrase } from './claim.ts'
import { attributeTruth, extremeTruth, positionTruth, relationTruth, type Truth } from './predicates.ts'

/**
 * What the scene graph says about a claim. `unverifiable`: nothing in a graph could tell. `undetermined`: inside a margin, or the
 * graph is open. `ambiguous`: it could mean several objects, and the verdict depends on which.
 */
export const CLAIM_STATUSES = [
  'supported',
  'contradicted',
  'hallucinated',
  'undetermined',
  'unverifiable',
  'ambiguous',
] as const
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

/** Holds a claim against its scene graph. An `answer` is unverifiable here: the chain's answer is judged elsewhere. */
export function judgeClaim(claim: Claim, index: GraphIndex): ClaimStatus {
  const { subject, object } = claim
  if (claim.pattern === 'answer' || subject === null) return 'unverifiable'
  if (claim.pattern === 'count') return statusOf(countTruth(claim, index), claim.negated)
  if (object && object.candidates.length === 0) return missing(object)
  if (claim.pattern === 'exist') return judgeExistence(claim, subject, index)
  if (subject.candidates.length === 0) {
    // "No cone is left of the cube": true where everything is known and there is no cone.
    return claim.negated && subject.quantifier === 'some'
      ? index.graph.closedWorld
        ? 'supported'
        : 'undetermined'
      : missing(subject)
  }
  if (claim.pattern === 'attribute' && !isCheckable(claim.value ?? '', index)) return 'unverifiable'
  const test = testOf(claim, index)
  return statusOf(
    quantified(subject, i => test(i)),
    claim.negated,
  )
}

/** A pronoun without antecedent is ambiguous; a description that fits nothing is hallucinated. */
const missing = (phrase: NounPhrase): ClaimStatus =>
  phrase.name === null && phrase.attributes.length === 0 ? 'ambiguous' : 'hallucinated'

type Outcome = Truth | 'ambiguous'

const statusOf = (outcome: Outcome, negated: boolean): ClaimStatus =>
  outcome === 'ambiguous'
    ? 'ambiguous'
    : outcome === null
      ? 'undetermined'
      : outcome !== negated
        ? 'supported'
        : 'contradicted'

/** Truth of a statement about a noun phrase, from its truth about each object that the phrase can mean. */
function quantified(phrase: NounPhrase, test: (i: number) => Outcome): Outcome {
  const outcomes = phrase.candidates.map(test)
  if (phrase.quantifier === 'some')
    return outcomes.includes(true) ? true : outcomes.every(value => value === false) ? false : null
  if (phrase.quantifier === 'all')
    return outcomes.includes(false) ? false : outcomes.every(value => value === true) ? true : null
  const [first] = outcomes
  return outcomes.every(value => value === first) ? first! : 'ambiguous'
}

function testOf(claim: Claim, index: GraphIndex): (i: number) => Outcome {
  const value = claim.value ?? ''
  if (claim.relation && claim.object) return relatedTo(claim.relation, claim.object, index)
  if (claim.pattern === 'position') return i => positionTruth(index, i, value as ImagePosition)
  if (claim.pattern === 'extreme') return i => extremeTruth(index, i, value as Extreme)
  return i => attributeTruth(index, i, value)
}

const relatedTo =
  (relation: ClaimRelation, object: NounPhrase, index: GraphIndex) =>
  (i: number): Outcome => {
    // An object is not meant to be compared with itself: "the sphere" beside a sphere means another one.
    const others = object.candidates.filter(k => k !== i)
    return others.length === 0
      ? false
      : quantified({ ...object, candidates: others }, k => relationTruth(index, relation, i, k))
  }

function judgeExistence(claim: Claim, subject: NounPhrase, index: GraphIndex): ClaimStatus {
  if (subject.candidates.length === 0) {
    if (claim.negated) return index.graph.closedWorld ? 'supported' : 'undetermined'
    return missing(subject)
  }
  const plain = claim.relation === null && claim.value === null
  // Naming a thing that is there: one is enough, whatever the article.
  const phrase: NounPhrase = { ...subject, quantifier: subject.quantifier === 'all' ? 'all' : 'some' }
  if (plain) return claim.negated ? 'contradicted' : 'supported'
  const outcome = claim.relation
    ? quantified(phrase, relatedTo(claim.relation, claim.object!, index))
    : quantified(phrase, i => positionTruth(index, i, claim.value as ImagePosition))
  if (outcome === false && !index.graph.closedWorld && claim.negated) return 'undetermined'
  return statusOf(outcome, claim.negated)
}

function countTruth(claim: Claim, index: GraphIndex): Truth {
  const count = claim.subject!.candidates.length
  if (count === Number(claim.value)) return index.graph.closedWorld ? true : null
  // More than an open graph lists may be there; fewer may not.
  return index.graph.closedWorld || count > Number(claim.value) ? false : null
}

/** Colours, shapes and what the graph itself lists can be checked; "shiny" cannot. */
const isCheckable = (attribute: string, index: GraphIndex): boolean =>
  ['color', 'shape'].some(kind => attributeOfKind({ name: attribute, attributes: [attribute] }, kind) !== null) ||
  index.byName.has(attribute) ||
  index.objects.some(object => object.attributes.includes(attribute))
