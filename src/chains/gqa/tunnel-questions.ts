import type { QuestionRow } from '../../core/questions.ts'
import type { ObjectTruth, SceneTruth } from '../../core/truth.ts'
import type { ProgramStep } from './question.ts'

/** A question as GQA's questions file holds it. */
export interface GqaEntry {
  readonly imageId: string
  readonly question: string
  readonly answer: string
  readonly fullAnswer: string
  readonly types: { readonly detailed: string; readonly semantic: string; readonly structural: string }
  readonly semantic: readonly ProgramStep[]
}

/** The two directions of an axis as GQA names them, in the order of the questions' words. */
const DIRECTIONS = {
  horizontal: { left: 'to the left of', right: 'to the right of' },
  vertical: { above: 'above', below: 'below' },
  distance: { close: 'in front of', far: 'behind' },
} as const

/**
 * A dataset's question with its program over the scene's graph: a depth question verifies a relation (`relVerify`), a
 * contrastive one chooses between two (`relVerifyCr`). Answers keep the dataset's words, in lower case.
 */
export function tunnelQuestion(question: QuestionRow, truth: SceneTruth): GqaEntry {
  const [subject, object] = namedObjects(question, truth)
  const yesNo = /^(yes|no)$/i.test(question.answer)
  const relations = yesNo ? [askedRelation(question)] : Object.values(DIRECTIONS[question.axis])
  const holds = yesNo ? question.answer === 'Yes' : true
  const stated = yesNo ? relations[0]! : relationOf(question)
  const fact = `the ${subject.name} is ${holds ? '' : 'not '}${stated} the ${object.name}`
  return {
    imageId: question.sceneId,
    question: question.text,
    answer: question.answer.toLowerCase(),
    fullAnswer: yesNo ? `${question.answer}, ${fact}.` : `${fact.charAt(0).toUpperCase()}${fact.slice(1)}.`,
    types: {
      detailed: yesNo ? 'relVerify' : 'relVerifyCr',
      semantic: 'rel',
      structural: yesNo ? 'verify' : 'choose',
    },
    semantic: [
      { operation: 'select', dependencies: [], argument: `${object.shape} (${object.index})` },
      { operation: 'filter color', dependencies: [0], argument: object.color },
      {
        operation: yesNo ? 'verify rel' : 'choose rel',
        dependencies: [1],
        argument: `${subject.shape},${relations.join('|')},s (${subject.index})`,
      },
    ],
  }
}

/** "closer …" asks whether the subject is in front, "farther …" whether it is behind. */
const askedRelation = ({ text }: QuestionRow): string =>
  text.includes(' closer ') ? DIRECTIONS.distance.close : DIRECTIONS.distance.far

const relationOf = ({ axis, answer }: QuestionRow): string =>
  (DIRECTIONS[axis] as Readonly<Record<string, string>>)[answer]!

/** The object that is asked about, and the one it is compared to. */
function namedObjects({ text, template }: QuestionRow, truth: SceneTruth): readonly [ObjectTruth, ObjectTruth] {
  const [first, second] = truth.objects
    .filter(({ name }) => text.includes(name))
    .sort((a, b) => text.indexOf(a.name) - text.indexOf(b.name))
  // "Compared to {object}, is {subject} far or close from you?"
  return template === 'distance' ? [second!, first!] : [first!, second!]
}
