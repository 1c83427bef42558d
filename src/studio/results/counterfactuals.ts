import type { QuestionRow } from '../../core/questions.ts'
import { relationsOf } from '../../core/relations.ts'
import type { Scene } from '../../core/scene.ts'
import { sceneProblems } from '../../core/scene-check.ts'
import { type SceneTruth, sceneTruth } from '../../core/truth.ts'
import { asksYesNo, questionObjects } from '../../evaluate/question-objects.ts'
import type { BrowsedScene, LoadedDataset } from '../dataset/loaded-dataset.ts'
import { flipScene, mirrorScene, swapDepths } from '../store/edits.ts'
import { cellOfScene } from './result-rows.ts'

/** A matched counterfactual of a scene: one thing differs, everything else is the same. */
export interface Counterfactual {
  readonly kind: 'mirror' | 'flip' | 'swap'
  readonly title: string
  readonly scene: Scene
  readonly truth: SceneTruth
  /** The same question about it, with the answer that is true there; null where nothing can be asked. */
  readonly question: QuestionRow | null
  /** The scene of the dataset that is exactly this one; null without. */
  readonly twin: BrowsedScene | null
  /** The cell of its angles, farther object first, for suites whose object 1 is the farther one. */
  readonly cell: string | null
}

const EDITS = [
  { kind: 'mirror', title: 'Mirror', edit: mirrorScene },
  { kind: 'flip', title: 'Flip vertical', edit: flipScene },
  { kind: 'swap', title: 'Swap depths', edit: swapDepths(0, 1) },
] as const

/** Mirror, flip and swap of a scene with two objects that fit the tunnel; empty for others. */
export function counterfactuals(
  { scene }: BrowsedScene,
  question: QuestionRow,
  twinOf: (scene: Scene) => BrowsedScene | null,
): Counterfactual[] {
  if (scene.objects.length !== 2) return []
  return EDITS.flatMap(({ kind, title, edit }): Counterfactual[] => {
    const changed = edit(scene)
    if (sceneProblems(changed).length > 0) return []
    const truth = sceneTruth(changed)
    const twin = twinOf(changed)
    const cell = cellOfScene({ scene: truth.pairs[0]?.farther === 2 ? swapped(changed) : changed })
    return [{ kind, title, scene: changed, truth, question: askedAbout(question, truth), twin, cell }]
  })
}

const swapped = (scene: Scene): Scene => ({ ...scene, objects: scene.objects.toReversed() })

/** The question's text about another scene with the same two objects. */
function askedAbout(question: QuestionRow, truth: SceneTruth): QuestionRow | null {
  const { subject, reference, pair } = questionObjects(question, truth)
  const relation = relationsOf(truth, subject.index, reference.index)[question.axis]
  if (relation === 'undetermined' || (question.axis === 'distance' && pair.farther === null)) return null
  const asksFar = question.text.includes('farther')
  const answer = asksYesNo(question) ? ((relation === 'far') === asksFar ? 'Yes' : 'No') : relation
  return { ...question, answer, category: relation, split: pair.split }
}

/** Finds the scene of a dataset that is exactly a given one, whatever the order of its objects. */
export function twinFinder({ scenes }: LoadedDataset): (scene: Scene) => BrowsedScene | null {
  let known: Map<string, BrowsedScene> | null = null
  return scene => {
    known ??= new Map(scenes.map(row => [sceneKey(row.scene), row]))
    return known.get(sceneKey(scene)) ?? null
  }
}

/** Digits beyond the ninth are a matter of how an angle was computed. */
const sceneKey = ({ camera, tunnel, light, objects }: Scene): string => {
  const rounded = (part: object): string =>
    JSON.stringify(part, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(9)) + 0 : value))
  return [rounded(camera), rounded(tunnel), rounded(light), ...objects.map(rounded).sort()].join('\n')
}
