import { choice, type Stream, shuffled, stream } from '../../core/rng.ts'
import type { ProgramStep } from '../gqa/question.ts'
import { type GraphIndex, hasEdge } from '../graph/graph-index.ts'
import type { Relation } from '../text/relation.ts'

/** Forms of question over a tunnel scene, with their spatial steps. */
export const QUESTION_FORMS = {
  verify: 1,
  exist: 1,
  choose: 1,
  chain: 2,
  'and-objects': 2,
  'and-axes': 2,
  'and-three': 3,
} as const
export type QuestionForm = keyof typeof QUESTION_FORMS

export const QUESTION_AXES = ['horizontal', 'vertical', 'distance'] as const
export type QuestionAxis = (typeof QUESTION_AXES)[number]

/** A question about a tunnel scene, as a GQA program; its answer follows from the graph. */
export interface SceneQuestion {
  readonly id: string
  readonly sceneId: string
  readonly form: QuestionForm
  readonly question: string
  readonly answer: string
  readonly fullAnswer: string
  /** GQA's `types.detailed`. */
  readonly detailed: string
  readonly semantic: readonly ProgramStep[]
  /** What is asked, as facts about object numbers: the generator writes its chain from these. */
  readonly asked: readonly AskedRelation[]
}

/** "Is `subject` in `relation` to `object`?"; `subject` null: is anything of the name? `holds`: the truth. */
export interface AskedRelation {
  readonly subject: number | null
  readonly name: string
  readonly relation: SceneRelation
  readonly object: number
  readonly holds: boolean
}

export type SceneRelation = Extract<Relation, 'left_of' | 'right_of' | 'above' | 'below' | 'in_front_of' | 'behind'>

export const RELATIONS_OF_AXIS: Readonly<Record<QuestionAxis, readonly [SceneRelation, SceneRelation]>> = {
  horizontal: ['left_of', 'right_of'],
  vertical: ['above', 'below'],
  distance: ['in_front_of', 'behind'],
}
export const OPPOSITE_OF: Readonly<Record<SceneRelation, SceneRelation>> = {
  left_of: 'right_of',
  right_of: 'left_of',
  above: 'below',
  below: 'above',
  in_front_of: 'behind',
  behind: 'in_front_of',
}
/** The relation's name in programs and edges. */
const EDGE_NAME: Readonly<Record<SceneRelation, string>> = {
  left_of: 'to the left of',
  right_of: 'to the right of',
  above: 'above',
  below: 'below',
  in_front_of: 'in front of',
  behind: 'behind',
}
/** In questions; depth is asked in both wordings. */
const ASKED: Readonly<Record<SceneRelation, readonly string[]>> = {
  left_of: ['to the left of'],
  right_of: ['to the right of'],
  above: ['above'],
  below: ['below'],
  in_front_of: ['in front of', 'closer to the camera than'],
  behind: ['behind', 'farther from the camera than'],
}

/** `"red cube"` */
export const objectLabel = (index: GraphIndex, i: number): string =>
  [...index.objects[i]!.attributes, index.objects[i]!.name].join(' ')

/** Relation of `a` to `b` on an axis; null inside the margin. */
export function relationOn(index: GraphIndex, axis: QuestionAxis, a: number, b: number): SceneRelation | null {
  return RELATIONS_OF_AXIS[axis].find(relation => hasEdge(index, relation, a, b)) ?? null
}

/**
 * A balanced question about a scene: question `n` of a data set has the form n mod 7, its answer alternates by rounds of seven
 * (yes, no; or the first, the second direction), its axis by rounds of fourteen. Where the scene has no such question the
 * axis, then the form, then the answer give way, in that order.
 *
 * @param n running number of the question in the data set
 * @returns null when the scene allows no question at all (every relation inside its margin)
 */
export function sceneQuestion(
  sceneId: string,
  index: GraphIndex,
  n: number,
  seed: number | string,
): SceneQuestion | null {
  const next = stream(seed, sceneId, `question[${n}]`)
  const forms = Object.keys(QUESTION_FORMS) as QuestionForm[]
  const wanted = {
    form: forms[n % forms.length]!,
    positive: Math.floor(n / forms.length) % 2 === 0,
    axis: Math.floor(n / (2 * forms.length)) % 3,
  }
  // What a scene cannot be asked is spread over the other forms.
  const turn = Math.floor(n / (6 * forms.length)) % forms.length
  const others = [...forms.slice(turn), ...forms.slice(0, turn)].filter(form => form !== wanted.form)
  for (const positive of [wanted.positive, !wanted.positive]) {
    for (const form of [wanted.form, ...others]) {
      for (let k = 0; k < 3; k++) {
        const axis = QUESTION_AXES[(wanted.axis + k) % 3]!
        const asked = choose(MAKERS[form](index, axis, positive, next), next)
        if (asked) return write(`${sceneId}-q${n}`, sceneId, form, asked, index, next)
      }
    }
  }
  return null
}

const choose = <T>(options: readonly T[], next: Stream): T | null =>
  options.length === 0 ? null : choice(next, options)

type Maker = (index: GraphIndex, axis: QuestionAxis, positive: boolean, next: Stream) => AskedRelation[][]

const numbers = (index: GraphIndex): number[] => index.objects.map((_, i) => i)

/** Every "is a in relation to b" of an axis with the wanted truth. */
function pairsOn(index: GraphIndex, axis: QuestionAxis, positive: boolean): AskedRelation[] {
  return numbers(index).flatMap(a =>
    numbers(index).flatMap(b => {
      const relation = a === b ? null : relationOn(index, axis, a, b)
      if (relation === null) return []
      return [
        {
          subject: a,
          name: index.objects[a]!.name,
          relation: positive ? relation : OPPOSITE_OF[relation],
          object: b,
          holds: positive,
        },
      ]
    }),
  )
}

/** "Is there a cube left of b?": only where every cube's relation to b is certain. */
function existencesOn(index: GraphIndex, axis: QuestionAxis, positive: boolean, b: number): AskedRelation[] {
  const names = [...new Set(index.objects.map(object => object.name))]
  return names.flatMap(name =>
    RELATIONS_OF_AXIS[axis].flatMap(relation => {
      const others = numbers(index).filter(i => i !== b && index.objects[i]!.name === name)
      const found = others.map(i => relationOn(index, axis, i, b))
      if (others.length === 0 || found.includes(null)) return []
      return found.includes(relation) === positive
        ? [{ subject: null, name, relation, object: b, holds: positive }]
        : []
    }),
  )
}

/** Conjunctions about one subject; a "no" has exactly one false part. */
function conjunctions(
  index: GraphIndex,
  axes: readonly QuestionAxis[],
  positive: boolean,
  next: Stream,
  allowed: (parts: readonly AskedRelation[]) => boolean,
): AskedRelation[][] {
  const wrong = positive ? -1 : Math.floor(next() * axes.length)
  let chains: AskedRelation[][] = [[]]
  for (const [k, axis] of axes.entries()) {
    const parts = pairsOn(index, axis, k !== wrong)
    chains = chains.flatMap(chain =>
      parts.filter(part => chain.every(earlier => earlier.subject === part.subject)).map(part => [...chain, part]),
    )
  }
  return chains.filter(allowed)
}

const distinctObjects = (parts: readonly AskedRelation[]): boolean =>
  new Set(parts.map(part => part.object)).size === parts.length
const oneObject = (parts: readonly AskedRelation[]): boolean => new Set(parts.map(part => part.object)).size === 1

const MAKERS: Readonly<Record<QuestionForm, Maker>> = {
  verify: (index, axis, positive) => pairsOn(index, axis, positive).map(part => [part]),
  choose: (index, axis, positive) =>
    pairsOn(index, axis, true)
      .filter(part => (part.relation === RELATIONS_OF_AXIS[axis][0]) === positive)
      .map(part => [part]),
  exist: (index, axis, positive) =>
    numbers(index).flatMap(b => existencesOn(index, axis, positive, b).map(part => [part])),
  chain: (index, axis, positive, next) => {
    const [first] = shuffled(next, QUESTION_AXES)
    return pairsOn(index, first!, true).flatMap(link =>
      existencesOn(index, axis, positive, link.subject!).map(part => [link, part]),
    )
  },
  'and-objects': (index, axis, positive, next) =>
    conjunctions(index, [axis, choice(next, QUESTION_AXES)], positive, next, distinctObjects),
  'and-axes': (index, axis, positive, next) => {
    const other = choice(
      next,
      QUESTION_AXES.filter(item => item !== axis),
    )
    return conjunctions(index, shuffled(next, [axis, other]), positive, next, oneObject)
  },
  'and-three': (index, axis, positive, next) =>
    index.objects.length < 4
      ? []
      : conjunctions(
          index,
          shuffled(next, QUESTION_AXES).map((item, k) => (k === 0 ? axis : item)),
          positive,
          next,
          distinctObjects,
        ),
}

function write(
  id: string,
  sceneId: string,
  form: QuestionForm,
  asked: readonly AskedRelation[],
  index: GraphIndex,
  next: Stream,
): SceneQuestion {
  const the = (i: number): string => `the ${objectLabel(index, i)}`
  const words = (relation: SceneRelation): string => choice(next, ASKED[relation])
  const [first, second] = asked as readonly [AskedRelation, AskedRelation?]
  const positive = asked.every(part => part.holds)
  const yesNo = { answer: positive ? 'yes' : 'no' }
  const fact = (part: AskedRelation): string =>
    `${the(part.subject!)} is ${part.holds ? '' : 'not '}${EDGE_NAME[part.relation]} ${the(part.object)}`
  const base = { id, sceneId, form, asked, semantic: programOf(form, asked, index) }
  switch (form) {
    case 'choose': {
      const pair = RELATIONS_OF_AXIS[axisOfRelation(first.relation)]
      const sides = pair.map(relation => EDGE_NAME[relation])
      return {
        ...base,
        detailed: 'relVerifyCr',
        question: `Is ${the(first.subject!)} ${sides.every(side => / of$/.test(side)) ? sides[0]!.replace(/ of$/, '') : sides[0]} or ${sides[1]} ${the(first.object)}?`,
        answer: EDGE_NAME[first.relation].replace(/^to the | of$/g, ''),
        fullAnswer: `${capital(fact(first))}.`,
      }
    }
    case 'exist':
    case 'chain': {
      const last = second ?? first
      const through = second
        ? `${the(last.object)} that is ${words(first.relation)} ${the(first.object)}`
        : the(last.object)
      const said = `there is ${last.holds ? 'a' : 'no'} ${last.name} ${EDGE_NAME[last.relation]} ${the(last.object)}`
      return {
        ...base,
        ...yesNo,
        detailed: second ? 'existRelSRC' : 'existRelS',
        question: `Is there a ${last.name} ${words(last.relation)} ${through}?`,
        fullAnswer: `${positive ? 'Yes' : 'No'}, ${said}.`,
      }
    }
    default: {
      const parts = asked.map(part => `${words(part.relation)} ${the(part.object)}`)
      return {
        ...base,
        ...yesNo,
        detailed: form === 'verify' ? 'relVerify' : 'relVerifyCop',
        question: `Is ${the(first.subject!)} ${listed(parts)}?`,
        fullAnswer: `${positive ? 'Yes' : 'No'}, ${fact(asked.find(part => !part.holds) ?? first)}.`,
      }
    }
  }
}

function programOf(form: QuestionForm, asked: readonly AskedRelation[], index: GraphIndex): ProgramStep[] {
  const steps: ProgramStep[] = []
  const push = (operation: string, argument: string, ...dependencies: number[]): number =>
    steps.push({ operation, argument, dependencies }) - 1
  const select = (i: number): number => {
    const found = push('select', `${index.objects[i]!.name} (${index.ids[i]})`)
    return push('filter color', index.objects[i]!.attributes[0]!, found)
  }
  const [first, second] = asked as readonly [AskedRelation, AskedRelation?]
  const argument = (part: AskedRelation, relation: string): string =>
    `${part.name},${relation},s (${part.subject === null ? '-' : index.ids[part.subject]})`
  if (form === 'exist' || form === 'chain') {
    let anchor = select(first.object)
    if (second) {
      anchor = push('relate', argument(first, EDGE_NAME[first.relation]), anchor)
      anchor = push('filter color', index.objects[first.subject!]!.attributes[0]!, anchor)
    }
    const last = second ?? first
    push('exist', '?', push('relate', argument(last, EDGE_NAME[last.relation]), anchor))
    return steps
  }
  if (form === 'choose') {
    const sides = RELATIONS_OF_AXIS[axisOfRelation(first.relation)].map(relation => EDGE_NAME[relation]).join('|')
    push('choose rel', argument(first, sides), select(first.object))
    return steps
  }
  const verified = asked.map(part => push('verify rel', argument(part, EDGE_NAME[part.relation]), select(part.object)))
  if (verified.length > 1) verified.slice(1).reduce((left, right) => push('and', '', left, right), verified[0]!)
  return steps
}

export const axisOfRelation = (relation: SceneRelation): QuestionAxis =>
  QUESTION_AXES.find(axis => RELATIONS_OF_AXIS[axis].includes(relation))!

/** "a, b and c" */
export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
