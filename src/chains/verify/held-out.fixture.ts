import chains from '../fixtures/held-out-chains.json' with { type: 'json' }
import fresh from '../fixtures/held-out-fresh.json' with { type: 'json' }
import newest from '../fixtures/held-out-newest.json' with { type: 'json' }
import fixture from '../fixtures/held-out-sentences.json' with { type: 'json' }
import styles from '../fixtures/held-out-styles.json' with { type: 'json' }
import unseen from '../fixtures/held-out-unseen.json' with { type: 'json' }
import { type GraphIndex, indexGraph } from '../graph/graph-index.ts'
import { readSceneGraph } from '../graph/scene-graph.ts'
import type { Claim, NounPhrase } from './claim.ts'
import { claimContext, extractClaims } from './extract-claims.ts'
import { judgeClaim } from './judge-claim.ts'

/** A claim in the words of the held-out set. */
export interface HeldOutClaim {
  readonly subject: string
  readonly relation: string
  readonly object?: string
  readonly value?: string | number
  readonly negated: boolean
  readonly status: string
}

/** A sentence of a held-out set; `context` stands before it. */
export interface HeldOutSentence {
  readonly id: string
  readonly scene: string
  readonly style: string
  readonly text: string
  readonly context?: string
  readonly claims: readonly HeldOutClaim[]
}

export interface HeldOutResult {
  readonly id: string
  readonly style: string
  readonly text: string
  /** Found and expected claims, as keys. */
  readonly found: readonly string[]
  readonly expected: readonly string[]
}

/** Margins of the held-out set (its `format.margins`). */
const MARGIN_PX = 25.6
const MARGIN_M = 0.05
/** The set gives no sizes: a small one, for the gaps of near and next to. */
const SIZE_M = 0.15

type FixtureScene = (typeof fixture.scenes)[number]

function graphOf(scene: FixtureScene): GraphIndex {
  const edge = (name: string, object: string) => ({ name, object })
  const objects = scene.objects.map(object => {
    const relations = scene.objects
      .filter(other => other !== object)
      .flatMap(other => {
        const [dx, dy, dz] = [object.xPx - other.xPx, object.yPx - other.yPx, object.center3d[2]! - other.center3d[2]!]
        return [
          ...(Math.abs(dx) < MARGIN_PX ? [] : [edge(dx < 0 ? 'to the left of' : 'to the right of', other.id)]),
          ...(Math.abs(dy) < MARGIN_PX ? [] : [edge(dy < 0 ? 'above' : 'below', other.id)]),
          ...(Math.abs(dz) < MARGIN_M ? [] : [edge(dz < 0 ? 'in front of' : 'behind', other.id)]),
        ]
      })
    const [color, name] = object.name.split(' ')
    const center = { centerPx: [object.xPx, object.yPx], center3d: object.center3d, sizeM: SIZE_M }
    return [object.id, { name, attributes: [color], relations, x: object.xPx, y: object.yPx, w: 0, h: 0, ...center }]
  })
  return indexGraph(
    readSceneGraph({ width: 512, height: 512, closedWorld: true, objects: Object.fromEntries(objects) }),
  )
}

/** The sets, each one file, all on the scenes of the first. */
export const HELD_OUT = {
  first: fixture.sentences,
  styles: styles.sentences,
  chains: chains.sentences,
  unseen: unseen.sentences,
  fresh: fresh.sentences,
  newest: newest.sentences,
}

/** The verifier's claims on every sentence of a set beside the annotator's, with their verdicts. */
export const heldOutResults = (set: keyof typeof HELD_OUT): HeldOutResult[] =>
  (HELD_OUT[set] as readonly HeldOutSentence[]).map(sentenceResult)

const GRAPHS = new Map(fixture.scenes.map(scene => [scene.id, graphOf(scene)]))

/** The graph of one of the sets' scenes. */
export const heldOutGraph = (scene: string): GraphIndex => GRAPHS.get(scene)!

/** One sentence's result. */
export function sentenceResult(sentence: HeldOutSentence): HeldOutResult {
  const index = GRAPHS.get(sentence.scene)!
  const context = sentence.context ? `${sentence.context} ` : ''
  const claims = extractClaims(context + sentence.text, claimContext(index)).filter(
    claim => !claim.retracted && claim.span[0] >= context.length,
  )
  return {
    id: sentence.id,
    style: sentence.style,
    text: context + sentence.text,
    // Said twice, or implied by two places at once, it counts once.
    found: [...new Set(claims.flatMap(claim => asHeldOut(claim, index)).map(keyOf))],
    expected: sentence.claims.map(keyOf),
  }
}

/** What is claimed of one of the sets' scenes, in words and without verdicts: "red sphere left_of blue cube", "not: …". */
export const claimsSaid = (scene: string, text: string, context = ''): string[] =>
  sentenceResult({ id: '', style: '', scene, text, context, claims: [] }).found.map(key => {
    const [relation, subject, object, negated] = key.split('|')
    if (relation === 'answer') return `answer ${object}`
    return `${negated ? 'not: ' : ''}${subject} ${relation}${object ? ` ${object}` : ''}`
  })

/** What the scene lacks keeps the name it is called by: a box for a cube is no other claim. */
const SAME_NAMES: readonly (readonly [called: RegExp, name: string])[] = [
  [/\b(?:ball|orb)\b/, 'sphere'],
  [/\b(?:box|block)\b/, 'cube'],
  [/\b(?:ring|donut)\b/, 'torus'],
  [/(?<=\w )(?:one|thing)\b/, 'object'],
]
const sameName = (called: string): string =>
  SAME_NAMES.reduce((name, [pattern, same]) => name.replace(pattern, same), called.toLowerCase())

const keyOf = ({ subject, relation, object, value, negated, status }: HeldOutClaim): string =>
  [
    relation,
    sameName(subject),
    // What exists is named twice in the set; an answer is judged by its question, which the verifier of claims has not.
    relation === 'exists'
      ? ''
      : object
        ? sameName(object)
        : String(value ?? '')
            .toLowerCase()
            .replace(/^the /, ''),
    negated ? 'not' : '',
    relation !== 'answer' ? status : '',
  ].join('|')

/**
 * The set's way of putting a claim: "a cube is left of the ball" after "there" in two claims, "both spheres" one by one, five
 * verdicts. Extremes other than depth's are left out: the set has no word for them.
 */
function asHeldOut(claim: Claim, index: GraphIndex): HeldOutClaim[] {
  const judged = judgeClaim(claim, index)
  const status = judged === 'ambiguous' || isOpen(claim.subject) || isOpen(claim.object) ? 'unverifiable' : judged
  const { negated, relation, value, object } = claim
  if (claim.pattern === 'answer') return [{ subject: 'answer', relation: 'answer', value: value!, negated, status }]
  const subject = claim.subject!
  if (claim.pattern === 'count')
    return [{ subject: described(subject), relation: 'count', value: Number(value), negated, status }]
  if (claim.pattern === 'extreme' && value !== 'closest' && value !== 'farthest') return []
  const none = negated && /^no /.test(subject.text)
  const each = none ? [described(subject)] : oneByOne(subject, index)
  if (each.length > 1 || (object && oneByOne(object, index).length > 1))
    return parted(claim, index).flatMap(part => asHeldOut(part, index))
  const name = each[0]!
  if (claim.pattern === 'attribute') return [{ subject: name, relation: 'attribute', value: value!, negated, status }]
  const existence: HeldOutClaim = { subject: name, relation: 'exists', value: name, negated, status }
  if (claim.pattern === 'exist' && relation === null && value === null) return [existence]
  const main: HeldOutClaim = object
    ? { subject: name, relation: relation!, object: label(object, index), negated, status }
    : { subject: name, relation: claim.pattern === 'extreme' ? value! : `at_${value}`, negated, status }
  // Only "there is a …" says that it exists; "there is the …" takes it as known.
  if (claim.pattern !== 'exist' || negated || subject.quantifier === 'the') return [main]
  const exists = subject.candidates.length > 0 ? 'supported' : 'hallucinated'
  return [{ ...existence, status: exists }, main]
}

/** "The sphere" where there are two: the sets never judge it, the verifier does where it is all the same. */
const isOpen = (phrase: NounPhrase | null): boolean =>
  phrase !== null && phrase.quantifier === 'the' && phrase.candidates.length > 1

/** One claim for every object that "both", "all", "they" mean. */
function parted(claim: Claim, index: GraphIndex): Claim[] {
  const single = (phrase: NounPhrase, i: number): NounPhrase => ({ ...phrase, candidates: [i], quantifier: 'the' })
  const isGroup = (phrase: NounPhrase): boolean => oneByOne(phrase, index).length > 1
  const subjects = isGroup(claim.subject!)
    ? claim.subject!.candidates.map(i => single(claim.subject!, i))
    : [claim.subject!]
  return subjects.flatMap(subject => {
    const others = claim.object?.candidates.filter(i => !subject.candidates.includes(i)) ?? []
    const objects = claim.object && isGroup(claim.object) ? others.map(i => single(claim.object!, i)) : [claim.object]
    return objects.map(object => ({ ...claim, subject, object }))
  })
}

/** The names of a group's objects, or the one name of anything else. */
function oneByOne(phrase: NounPhrase, index: GraphIndex): string[] {
  const isGroup = phrase.candidates.length > 1 && (phrase.quantifier === 'all' || /^(?:neither|none)/.test(phrase.text))
  return isGroup ? phrase.candidates.map(i => objectName(index, i)) : [label(phrase, index)]
}

const objectName = (index: GraphIndex, i: number): string =>
  [...index.objects[i]!.attributes, index.objects[i]!.name].join(' ')

const described = (phrase: NounPhrase): string => [...phrase.attributes, phrase.name ?? 'object'].join(' ')

function label(phrase: NounPhrase, index: GraphIndex): string {
  const [only] = phrase.candidates
  if (phrase.candidates.length === 1) return objectName(index, only!)
  if (phrase.name === null && phrase.attributes.length === 0 && /\b(?:it|one)\b/.test(phrase.text)) return phrase.text
  return described(phrase)
}

export interface Agreement {
  readonly precision: number
  readonly recall: number
  readonly found: number
  readonly expected: number
  readonly matched: number
}

/** Precision and recall over results, as multisets of keys; `relation` restricts it to one. */
export function agreement(results: readonly HeldOutResult[], relation?: string): Agreement {
  const of = (keys: readonly string[]): string[] =>
    keys.filter(key => relation === undefined || key.startsWith(`${relation}|`))
  let [found, expected, matched] = [0, 0, 0]
  for (const result of results) {
    const left = of(result.expected)
    expected += left.length
    for (const key of of(result.found)) {
      found++
      const at = left.indexOf(key)
      if (at >= 0) {
        matched++
        left.splice(at, 1)
      }
    }
  }
  return { precision: matched / found, recall: matched / expected, found, expected, matched }
}
