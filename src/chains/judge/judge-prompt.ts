import { sha256Hex } from '../../core/canonical.ts'
import type { SceneGraph } from '../graph/scene-graph.ts'

/** Changes with every word of the prompt below: scores of different versions are not mixed. */
export const JUDGE_PROMPT_VERSION = 'st-judge-1'

/** What the judge gets to see. */
export interface JudgeEvidence {
  readonly question: string
  readonly thinking: string
  readonly answer: string | null
  /** Left out when null. */
  readonly refAnswer: string | null
  readonly refThinking: string | null
  /** Left out when null: the judge then sees no scene at all. */
  readonly graph: SceneGraph | null
}

const SYSTEM = `You check whether a chain of reasoning about a picture is right, step by step. You see the picture as a scene graph.
Give three scores from 0 to 1:
- correctness: 1 if the final answer is right, else 0.
- faithfulness: the share of the chain's statements about the scene that agree with the scene graph. A statement about distance from the camera that is drawn from height in the picture alone does not count.
- completeness: the share of the steps which the question needs that the chain takes.
Reply with one JSON object and nothing else: {"correctness": number, "faithfulness": number, "completeness": number}`

/** The judge's instructions and its case, ready for any chat model. */
export function judgePrompt(evidence: JudgeEvidence): { readonly system: string; readonly user: string } {
  const parts = [
    evidence.graph &&
      `Scene graph (pixels from the top left; center3d in metres: right, up, away from the camera):\n${graphText(evidence.graph)}`,
    `Question: ${evidence.question}`,
    evidence.refAnswer && `Right answer: ${evidence.refAnswer}`,
    evidence.refThinking && `A right chain, for comparison (others can be as right):\n${evidence.refThinking}`,
    `The chain to check:\n${evidence.thinking || '(empty)'}`,
    `Its final answer: ${evidence.answer ?? '(none)'}`,
  ]
  return { system: SYSTEM, user: parts.filter(Boolean).join('\n\n') }
}

/** What the judge is told after a reply that could not be read. */
export const retryPrompt = (problem: string): string =>
  `That reply could not be used: ${problem}. Reply again with exactly one JSON object with the keys correctness, faithfulness and completeness, numbers from 0 to 1.`

/** One object a line: name, attributes, place, relations. */
function graphText(graph: SceneGraph): string {
  return Object.entries(graph.objects)
    .map(([id, object]) => {
      const place = `at (${Math.round(object.x + object.w / 2)}, ${Math.round(object.y + object.h / 2)})`
      const depth = object.center3d ? `, center3d (${object.center3d.map(value => value.toFixed(2)).join(', ')})` : ''
      const relations = object.relations.map(
        ({ name, object: other }) => `${name} ${graph.objects[other]?.name ?? other} ${other}`,
      )
      return `${id}: ${[...object.attributes, object.name].join(' ')} ${place}${depth}${relations.length ? `; ${relations.join(', ')}` : ''}`
    })
    .join('\n')
}

/** Rows of the same key need not be judged again: model, record, judge, prompt and evidence are the same. */
export function judgeKey(model: string, imageId: string, judge: string, evidence: JudgeEvidence): string {
  return sha256Hex(JSON.stringify([model, imageId, judge, JUDGE_PROMPT_VERSION, judgePrompt(evidence).user]))
}
