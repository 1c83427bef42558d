import { choice, type Stream, shuffled, stream } from '../../core/rng.ts'
import type { GraphIndex } from '../graph/graph-index.ts'
import { extremeTruth, positionTruth } from '../verify/predicates.ts'
import type { ChainPlan, PlannedSentence } from './chain-plan.ts'
import { type Clause, type Fact, FORMS_OF_RELATION, MENTION, WORDINGS_OF_RELATION } from './clause.ts'
import {
  type AskedRelation,
  axisOfRelation,
  listed,
  OPPOSITE_OF,
  objectLabel,
  type QuestionAxis,
  relationOn,
  type SceneQuestion,
} from './scene-question.ts'

/**
 * The reference chain of a question: names the objects, takes every step with its evidence, concludes. Every claim is true and
 * outside the margins; no coordinates, no ids. Words are drawn from the question's own stream.
 */
export function referencePlan(question: SceneQuestion, index: GraphIndex, seed: number | string): ChainPlan {
  const next = stream(seed, question.id, 'chain')
  const steps = question.asked.flatMap((asked, hop) => stepSentences(asked, hop, question, index, next))
  return [
    ...opening(question, index, next),
    ...withMarkers(steps, next),
    ...survey(question, index, next),
    conclusion(question, next),
  ]
}

/** How often a place or an extreme is named as evidence, and a relation told from the other side too (mean 115 words). */
const EVIDENCE_SHARE = 0.5
const RESTATED_SHARE = 0.5

const clause = (fact: Fact, next: Stream): Clause => ({
  fact,
  form: Math.floor(next() * FORMS_OF_RELATION),
  wording: Math.floor(next() * WORDINGS_OF_RELATION * 3),
})

/** Objects that the question names, in its order. */
export function namedObjects(question: SceneQuestion): number[] {
  return [...new Set(question.asked.flatMap(part => [...(part.subject === null ? [] : [part.subject]), part.object]))]
}

const OPENINGS = [
  (list: string) => `To answer this, I need to look at ${list}`,
  (list: string) => `Let me look at ${list}`,
  (list: string) => `The question is about ${list}`,
  (list: string) => `I will go through this step by step, looking for ${list}`,
]

function opening(question: SceneQuestion, index: GraphIndex, next: Stream): PlannedSentence[] {
  const named = namedObjects(question)
  const list = listed(named.map(i => `the ${objectLabel(index, i)}`))
  const seen = shuffled(
    next,
    index.objects.map((_, i) => i),
  )
  const mentions = seen.map((i): Clause => ({ fact: { kind: 'exist', a: i }, form: MENTION, wording: 0 }))
  const opener = choice(next, [
    'In the image there is ',
    'Looking at the scene, there is ',
    'The scene is simple: there is ',
  ])
  return [
    { hop: null, parts: [choice(next, OPENINGS)(list)] },
    {
      hop: null,
      parts: [
        opener,
        ...mentions.flatMap((item, k) => [...(k === 0 ? [] : [k === mentions.length - 1 ? ' and ' : ', ']), item]),
      ],
    },
  ]
}

const MARKERS = [
  ['First, ', 'Next, ', 'Finally, '],
  ['First, ', 'Second, ', 'Third, '],
  ['', 'Then, ', 'Finally, '],
  ['Step 1: ', 'Step 2: ', 'Step 3: '],
] as const

/** Puts a marker in front of the first sentence of every step. */
function withMarkers(sentences: readonly PlannedSentence[], next: Stream): PlannedSentence[] {
  const markers = choice(next, MARKERS)
  let last: number | null = -1
  return sentences.map(sentence => {
    const marker = sentence.hop !== null && sentence.hop !== last ? (markers[sentence.hop] ?? '') : ''
    last = sentence.hop
    return marker === '' ? sentence : { ...sentence, parts: [marker, ...sentence.parts] }
  })
}

const INTROS: Readonly<Record<QuestionAxis, readonly string[]>> = {
  horizontal: [
    'I compare the horizontal positions',
    'I check left and right',
    'I consider the horizontal axis',
    'I look at the horizontal order',
  ],
  vertical: [
    'I compare the heights in the image',
    'I check which is higher in the picture',
    'I consider the vertical axis',
    'I look at the vertical order',
  ],
  distance: [
    'I compare the distances to the camera',
    'I check the depth order',
    'I consider the depth axis',
    'I look at how deep they are in the tunnel',
  ],
}

function stepSentences(
  asked: AskedRelation,
  hop: number,
  question: SceneQuestion,
  index: GraphIndex,
  next: Stream,
): PlannedSentence[] {
  const axis = axisOfRelation(asked.relation)
  const intro: PlannedSentence = { hop, parts: [choice(next, INTROS[axis])] }
  if (asked.subject === null) return [intro, ...existenceSentences(asked, hop, index, next)]
  const actual = asked.holds ? asked.relation : OPPOSITE_OF[asked.relation]
  const turned = next() < 0.5
  const [s, o] = [asked.subject, asked.object]
  const main: Fact = { kind: 'relation', a: s, relation: actual, b: o, negated: false }
  const inverse: Fact = { kind: 'relation', a: o, relation: OPPOSITE_OF[actual], b: s, negated: false }
  const evidence = evidenceFor(axis, [s, o], index)
    .filter(() => next() < EVIDENCE_SHARE)
    .map((fact): PlannedSentence => ({ hop, parts: [clause(fact, next)] }))
  const verdict: PlannedSentence[] =
    question.form === 'choose'
      ? []
      : [
          asked.holds
            ? {
                hop,
                parts: [
                  choice(next, [
                    'So this part of the question holds',
                    'This is what the question asks for',
                    'So that requirement is met',
                  ]),
                ],
              }
            : {
                hop,
                parts: [
                  choice(next, ['So ', 'Therefore ', 'This means that ']),
                  clause({ kind: 'relation', a: s, relation: asked.relation, b: o, negated: true }, next),
                ],
              },
        ]
  return [
    intro,
    ...evidence,
    { hop, parts: [clause(turned ? inverse : main, next)] },
    ...(next() < RESTATED_SHARE ? [restated(hop, clause(turned ? main : inverse, next), next)] : []),
    ...verdict,
  ]
}

const restated = (hop: number, again: Clause, next: Stream): PlannedSentence => ({
  hop,
  parts: [choice(next, ['In other words, ', 'Put differently, ', 'That is to say, ', 'Equivalently, ']), again],
})

/** One sentence for every candidate, then whether there is one. */
function existenceSentences(asked: AskedRelation, hop: number, index: GraphIndex, next: Stream): PlannedSentence[] {
  const axis = axisOfRelation(asked.relation)
  const candidates = index.objects.flatMap((object, i) => (object.name === asked.name && i !== asked.object ? [i] : []))
  const facts = candidates.map((i): PlannedSentence => {
    const relation = relationOn(index, axis, i, asked.object)!
    return { hop, parts: [clause({ kind: 'relation', a: i, relation, b: asked.object, negated: false }, next)] }
  })
  const found: Fact = {
    kind: 'among',
    name: asked.name,
    relation: asked.relation,
    b: asked.object,
    negated: !asked.holds,
  }
  return [...facts, { hop, parts: [choice(next, ['So ', 'Therefore ', 'This means that ']), clause(found, next)] }]
}

/** Places in the image for the axes of the image, the nearest and the farthest for depth: only what is certain. */
function evidenceFor(axis: QuestionAxis, objects: readonly number[], index: GraphIndex): Fact[] {
  return objects.flatMap((i): Fact[] => {
    if (axis === 'distance') {
      const value = (['closest', 'farthest'] as const).find(extreme => extremeTruth(index, i, extreme) === true)
      return value ? [{ kind: 'extreme', a: i, value }] : []
    }
    const values = axis === 'horizontal' ? (['left', 'right'] as const) : (['top', 'bottom'] as const)
    const value = values.find(position => positionTruth(index, i, position) === true)
    return value ? [{ kind: 'position', a: i, value }] : []
  })
}

/** Sentences about the other objects, by the number of steps: short questions have long chains too. */
const SURVEY_SENTENCES = { 1: 2, 2: 0, 3: 0 } as const

/** The other objects, for the picture: short questions have long chains too. */
function survey(question: SceneQuestion, index: GraphIndex, next: Stream): PlannedSentence[] {
  const steps = Math.min(3, question.asked.length) as 1 | 2 | 3
  if (SURVEY_SENTENCES[steps] === 0) return []
  const named = namedObjects(question)
  const pairs = shuffled(
    next,
    index.objects.flatMap((_, i) => named.filter(k => k !== i).map(k => [i, k] as const)),
  )
  const sentences: PlannedSentence[] = []
  for (const [i, k] of pairs) {
    const axis = choice(next, ['horizontal', 'vertical', 'distance'] as const)
    const relation = relationOn(index, axis, i, k)
    // What the question asks for stays with its own step.
    if (
      relation === null ||
      question.asked.some(
        part =>
          axisOfRelation(part.relation) === axis && (part.subject === null || [part.subject, part.object].includes(i)),
      )
    )
      continue
    sentences.push({ hop: null, parts: [clause({ kind: 'relation', a: i, relation, b: k, negated: false }, next)] })
    if (sentences.length >= SURVEY_SENTENCES[steps]) break
  }
  return sentences
}

function conclusion(question: SceneQuestion, next: Stream): PlannedSentence {
  const lead = choice(next, ['Therefore, ', 'So ', 'Putting this together, ', 'Hence '])
  return { hop: null, parts: [lead, clause({ kind: 'answer', value: question.answer }, next)] }
}
