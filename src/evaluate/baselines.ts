import { type Seed, stream } from '../core/rng.ts'
import type { SceneCamera } from '../core/scene.ts'
import type { EvaluationData, EvaluationObject, EvaluationQuestion, EvaluationScene } from './evaluation-data.ts'
import { asksYesNo, choicesOf, questionObjects } from './question-objects.ts'
import { RESPONSE_VERSION, type ResponseRow } from './responses.ts'

/** Reference models that answer from the truth (`pixels`, which looks at the images, is in `pixels-baseline.ts`). */
export const TRUTH_BASELINES = ['oracle', 'random', 'height', 'size', 'radial'] as const
export type TruthBaseline = (typeof TRUTH_BASELINES)[number]

/** Shortcuts: a rule on one image cue that decides which of two objects is farther. */
export const SHORTCUTS = ['height', 'size', 'radial'] as const
export type Shortcut = (typeof SHORTCUTS)[number]

/** What each baseline does, for tables and reports. */
export const BASELINE_NOTES: Readonly<Record<TruthBaseline | 'pixels', string>> = {
  oracle: 'answers with the truth',
  random: 'a seeded fair coin a question',
  height: 'higher in the image = farther',
  size: 'smaller in the image = farther',
  radial:
    'nearer the image centre = farther; right in every scene of the paper’s geometry, so v = 1 with Δ = 0 does not prove depth',
  pixels: 'finds the objects in the image by their named colours; higher = farther',
}

/** Two positions closer than this are equal, px: the baseline then says ½. */
const SAME_PX = 1

/**
 * A baseline's answers to every question of a dataset. Shortcuts answer left/right and above/below from the projected
 * centres: they read the image well, they only lack depth.
 *
 * @param seed of `random`; one coin a question, whatever the order
 */
export function answerBaseline(baseline: TruthBaseline, data: EvaluationData, seed: Seed): ResponseRow[] {
  const scenes = new Map(data.scenes.map(scene => [scene.id, scene]))
  return data.questions.flatMap(question => {
    const scene = scenes.get(question.sceneId)
    return scene ? [answerOf(baseline, question, scene, seed)] : []
  })
}

/** A baseline's answer to one question about a scene. */
export const answerOf = (
  baseline: TruthBaseline,
  question: EvaluationQuestion,
  scene: EvaluationScene,
  seed: Seed,
): ResponseRow => baselineRow(baseline, question, pickTruth(baseline, question, scene, seed), seed)

/**
 * The row of a baseline that gives the true answer probability `pTruth`.
 *
 * @param seed a question that asks for a word has no half answer: there a coin decides
 */
export function baselineRow(model: string, question: EvaluationQuestion, pTruth: number, seed: Seed): ResponseRow {
  const common = { version: RESPONSE_VERSION, questionId: question.id, model, status: 'ok' } as const
  if (asksYesNo(question)) {
    return { ...common, protocol: 'logits', pYes: question.answer === 'Yes' ? pTruth : 1 - pTruth }
  }
  const [truth, other] = choicesOf(question)
  const right = pTruth === 0.5 ? stream(seed, question.id, 'tie')() < 0.5 : pTruth > 0.5
  return { ...common, protocol: 'text', text: right ? truth : other }
}

/** The probability that a baseline gives to the true answer. */
function pickTruth(baseline: TruthBaseline, question: EvaluationQuestion, scene: EvaluationScene, seed: Seed): number {
  if (baseline === 'oracle') return 1
  if (baseline === 'random') {
    const heads = stream(seed, question.id, 'random')() < 0.5
    // The coin falls for Yes (or the word that comes first in the alphabet), whatever the truth.
    return heads === (question.answer === firstChoice(question)) ? 1 : 0
  }
  const { subject, reference } = questionObjects(question, scene.truth)
  if (question.axis !== 'distance') return 1
  const subjectFarther = shortcutSays(baseline, subject, reference, scene.scene.camera)
  return subjectIsFarther(question) ? subjectFarther : 1 - subjectFarther
}

/** The probability that a shortcut gives to "a is farther than b": 1, 0, or ½ where its cue is equal. */
export function shortcutSays(
  shortcut: Shortcut,
  a: EvaluationObject,
  b: EvaluationObject,
  { widthPx, heightPx }: Pick<SceneCamera, 'widthPx' | 'heightPx'>,
): number {
  const cue = (object: EvaluationObject): number => cueOf(shortcut, object, [widthPx / 2, heightPx / 2])
  const difference = cue(a) - cue(b)
  if (shortcut === 'size' ? difference === 0 : Math.abs(difference) < SAME_PX) return 0.5
  return difference < 0 ? 1 : 0
}

const firstChoice = (question: EvaluationQuestion): string =>
  asksYesNo(question) ? 'Yes' : [...choicesOf(question)].sort()[0]!

/** The image cue that a shortcut looks at; smaller = farther. */
function cueOf(shortcut: Shortcut, object: EvaluationObject, centerPx: readonly [number, number]): number {
  const [x, y] = object.centerPx
  if (shortcut === 'height') return y
  if (shortcut === 'size') return object.silhouetteAreaPx
  return Math.hypot(x - centerPx[0], y - centerPx[1])
}

/** The truth about the question's subject: `category` says so for all depth questions (spec 5). */
const subjectIsFarther = (question: EvaluationQuestion): boolean => question.category === 'far'
