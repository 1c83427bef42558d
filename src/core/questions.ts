import { contrastiveDesign } from './contrastive.ts'
import { type Axis, type Category, opposite, relationsOf } from './relations.ts'
import type { SceneTruth, Split } from './truth.ts'

export const QUESTION_VERSION = 1

/** A row of `questions.jsonl`. */
export interface QuestionRow {
  readonly version: typeof QUESTION_VERSION
  /** `<sceneId>-d1` … `-d4` (depth) or `<sceneId>-h|v|z-o|s` (contrastive: original or swapped). */
  readonly id: string
  readonly sceneId: string
  /** Path of the image inside the dataset folder. */
  readonly image: string
  readonly text: string
  readonly answer: string
  /** Number or name of the template: 1-4 (paper, C.2), or `horizontal`, `vertical`, `distance`. */
  readonly template: string
  readonly axis: Axis
  /** Depth questions: truth about the first-named object. Contrastive: the answer. */
  readonly category: Category
  /** Joins the two questions that differ only by swapping the objects. */
  readonly pairId: string
  /** The scene's (the pair's) consistent / counter / ambiguous split at the dataset's margin. */
  readonly split: Split
}

/** The two answers that a question offers, in the order in which harnesses list them (A, B). */
export function answerChoices({ answer, axis }: Pick<QuestionRow, 'answer' | 'axis'>): readonly [string, string] {
  if (/^(yes|no)$/i.test(answer)) return ['Yes', 'No']
  if (axis === 'horizontal') return ['left', 'right']
  return axis === 'vertical' ? ['above', 'below'] : ['far', 'close']
}

/** The questions that a suite asks about a scene. */
export type QuestionSet = 'depth' | 'contrastive'

export interface QuestionContext {
  readonly sceneId: string
  /** Place in the suite: decides the contrastive design. */
  readonly index: number
  /** Path of the image inside the dataset folder. */
  readonly image: string
  readonly truth: SceneTruth
}

export function questionsOf(context: QuestionContext, sets: readonly QuestionSet[]): QuestionRow[] {
  return sets.flatMap(set => (set === 'depth' ? depthQuestions(context) : contrastiveQuestions(context)))
}

/** The paper's four templates (C.2); answers come from truth. `first` is the object named first: 0 = a, 1 = b. */
export const DEPTH_TEMPLATES: ReadonlyArray<{
  first: 0 | 1
  relation: 'far' | 'close'
  text: (x: string, y: string) => string
}> = [
  { first: 0, relation: 'close', text: (x, y) => `Is the ${x} closer to the camera than the ${y}?` },
  { first: 1, relation: 'close', text: (x, y) => `Is the ${x} closer to the camera than the ${y}?` },
  { first: 1, relation: 'far', text: (x, y) => `Is the ${x} farther from the camera than the ${y}?` },
  { first: 0, relation: 'far', text: (x, y) => `Is the ${x} farther from the camera than the ${y}?` },
]

/**
 * Four questions for every pair with a depth order (paper, C.2). With more than two objects the pair's indices stand in
 * the id: `<sceneId>-1.3-d2`.
 */
export function depthQuestions({ sceneId, image, truth }: QuestionContext): QuestionRow[] {
  return truth.pairs.flatMap(pair => {
    if (pair.distance === 'undetermined') return []
    const prefix = truth.objects.length > 2 ? `${sceneId}-${pair.a}.${pair.b}` : sceneId
    const names = [truth.objects[pair.a - 1]!.name, truth.objects[pair.b - 1]!.name] as const
    return DEPTH_TEMPLATES.map((template, i): QuestionRow => {
      const ofFirst = (template.first === 0 ? pair.distance : opposite(pair.distance)) as 'far' | 'close'
      return {
        version: QUESTION_VERSION,
        id: `${prefix}-d${i + 1}`,
        sceneId,
        image,
        text: template.text(names[template.first], names[1 - template.first]!),
        answer: ofFirst === template.relation ? 'Yes' : 'No',
        template: String(i + 1),
        axis: 'distance',
        category: ofFirst,
        pairId: `${prefix}-d${i < 2 ? '12' : '34'}`,
        split: pair.split,
      }
    })
  })
}

/** Wording of the paper's released probing tool. */
export const CONTRASTIVE_TEMPLATES: Readonly<Record<Axis, (a: string, b: string) => string>> = {
  horizontal: (a, b) => `Is the ${a} to the left or right of the ${b}? Answer with only one word.`,
  vertical: (a, b) => `Is the ${a} above or below the ${b}? Answer with only one word.`,
  distance: (a, b) => `Compared to ${b}, is ${a} far or close from you? Answer with only one word.`,
}

const AXIS_LETTERS: Readonly<Record<Axis, string>> = { horizontal: 'h', vertical: 'v', distance: 'z' }

/** One pair a scene: the original, whose answer is the design's category, and the same with the objects swapped. */
export function contrastiveQuestions({ sceneId, index, image, truth }: QuestionContext): QuestionRow[] {
  const { a, b, axis } = contrastiveDesign(index)
  const split = truth.pairs.find(pair => pair.a === Math.min(a, b) && pair.b === Math.max(a, b))?.split
  const relation = relationsOf(truth, a, b)[axis]
  if (split === undefined || relation === 'undetermined') return []
  const name = (object: number): string => truth.objects[object - 1]!.name
  const row = (kind: 'o' | 's', first: number, second: number, category: Category): QuestionRow => ({
    version: QUESTION_VERSION,
    id: `${sceneId}-${AXIS_LETTERS[axis]}-${kind}`,
    sceneId,
    image,
    text: CONTRASTIVE_TEMPLATES[axis](name(first), name(second)),
    answer: category,
    template: axis,
    axis,
    category,
    pairId: `${sceneId}-${AXIS_LETTERS[axis]}`,
    split,
  })
  return [row('o', a, b, relation), row('s', b, a, opposite(relation) as Category)]
}
