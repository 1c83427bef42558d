import { mentionedNames, type NameIndex } from '../text/mentions.ts'
import { answerTokens, rougeTokens } from '../text/tokens.ts'
import { rouge2, rougeL, tokenOverlap, unigrams } from './rouge.ts'

/** How alike two chains are, word by word. None of these sees a flipped relation: the verifier does. */
export interface OverlapMeasures {
  readonly rouge1: number
  readonly rouge2: number
  readonly rougeL: number
  readonly tokenF1: number
  readonly tokenPrecision: number
  readonly tokenRecall: number
  readonly bleu1: number
  /** Jaccard index of the object names; null when neither text names one. */
  readonly entityJaccard: number | null
  readonly entityPrecision: number | null
  readonly entityRecall: number | null
  readonly entityF1: number | null
  /** Names that the prediction uses and the scene graph lacks; null without a graph. */
  readonly hallucinatedEntities: readonly string[] | null
  readonly stepMarkers: number
  readonly referenceStepMarkers: number
  readonly tokens: number
  readonly referenceTokens: number
  /** Tokens predicted ÷ reference; null with an empty reference. */
  readonly lengthRatio: number | null
}

/** What entity overlap needs to know. */
export interface EntityContext {
  /** Every name that counts as an object. */
  readonly names: NameIndex
  /** The canonical names in the scene graph; null when there is no graph. */
  readonly inGraph: ReadonlySet<string> | null
}

/**
 * Step markers at the start of a clause: first, second, third, next, then, finally, "step 2", "(2)", "2.".
 * "to the left, next to the cup" holds none.
 */
export const STEP_MARKER =
  /(?:^|[.!?;:,\n])[\s"'*_-]{0,20}(?:(?:and|so|but)\s+)?(?:(?:first|second|third)(?:ly)?\b(?!\s+(?:object|one|of))|next\b(?!\s+to\b)|then\b|finally\b|step\s+\d+|\(\d+\)|\d+\.(?=\s))/gi

/** Every overlap measure of one prediction against its reference chain. Empty texts score 0. */
export function overlapMeasures(prediction: string, reference: string, entities: EntityContext): OverlapMeasures {
  const [p, r] = [rougeTokens(prediction), rougeTokens(reference)]
  const token = tokenOverlap(answerTokens(prediction), answerTokens(reference))
  const named = mentionedNames(prediction, entities.names)
  const expected = mentionedNames(reference, entities.names)
  const common = [...named].filter(name => expected.has(name)).length
  const share = (count: number, of: number): number | null =>
    named.size + expected.size === 0 ? null : of ? count / of : 0
  return {
    ...unigrams(p, r),
    rouge2: rouge2(p, r),
    rougeL: rougeL(p, r),
    tokenF1: token.f1,
    tokenPrecision: token.precision,
    tokenRecall: token.recall,
    entityJaccard: share(common, named.size + expected.size - common),
    entityPrecision: share(common, named.size),
    entityRecall: share(common, expected.size),
    entityF1: share(2 * common, named.size + expected.size),
    hallucinatedEntities: entities.inGraph && [...named].filter(name => !entities.inGraph?.has(name)),
    stepMarkers: countStepMarkers(prediction),
    referenceStepMarkers: countStepMarkers(reference),
    tokens: p.length,
    referenceTokens: r.length,
    lengthRatio: r.length ? p.length / r.length : null,
  }
}

export const countStepMarkers = (text: string): number => text.match(STEP_MARKER)?.length ?? 0
