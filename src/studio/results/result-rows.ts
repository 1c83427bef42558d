import type { QuestionRow } from '../../core/questions.ts'
import type { BrowsedScene } from '../dataset/loaded-dataset.ts'
import type { ShownAnswer, ShownAnswers } from './results-messages.ts'
import type { LoadedResults } from './results-store.ts'
import type { ResultSort } from './results-view.ts'

/** A scene with what the two models made of it: mean v over its answered questions, null without any. */
export interface SceneResult {
  readonly scene: BrowsedScene
  readonly v: number | null
  readonly versusV: number | null
}

/** A question with the two models' answers; null: not asked, or no second model. */
export interface QuestionResult {
  readonly scene: BrowsedScene
  readonly question: QuestionRow
  readonly answer: ShownAnswer | null
  readonly versusAnswer: ShownAnswer | null
}

/** The answers of two models to one dataset. */
export interface TwoModels {
  readonly answers: ShownAnswers
  readonly versus: ShownAnswers | null
}

/** `90,270`: the cell of a scene's two angles; null unless it has two objects. */
export function cellOfScene({ scene }: Pick<BrowsedScene, 'scene'>): string | null {
  const [first, second, ...more] = scene.objects
  return first && second && more.length === 0 ? cellName(first.thetaDeg, second.thetaDeg) : null
}

export const cellName = (theta1Deg: number, theta2Deg: number): string => `${theta1Deg},${theta2Deg}`

/** Scenes (of one cell) that the model was asked about. */
export function sceneResults(
  { dataset }: Pick<LoadedResults, 'dataset'>,
  models: TwoModels,
  cell: string | null,
): SceneResult[] {
  return dataset.scenes.flatMap(scene => {
    if (cell !== null && cellOfScene(scene) !== cell) return []
    const questions = dataset.questions.get(scene.id) ?? []
    if (!questions.some(({ id }) => models.answers.has(id))) return []
    return [{ scene, v: meanV(questions, models.answers), versusV: models.versus && meanV(questions, models.versus) }]
  })
}

/** Their questions. */
export function questionResults(
  { dataset }: Pick<LoadedResults, 'dataset'>,
  models: TwoModels,
  scenes: readonly SceneResult[],
): QuestionResult[] {
  return scenes.flatMap(({ scene }) =>
    (dataset.questions.get(scene.id) ?? []).map(question => ({
      scene,
      question,
      answer: models.answers.get(question.id) ?? null,
      versusAnswer: models.versus?.get(question.id) ?? null,
    })),
  )
}

function meanV(questions: readonly QuestionRow[], answers: ShownAnswers): number | null {
  const values = questions.flatMap(({ id }) => answers.get(id)?.value ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** What an answer counts in a list: v, or 0 where nothing could be read; null where nothing was asked. */
export const worthOf = (answer: ShownAnswer | null): number | null => answer && (answer.value ?? answer.correct)

/** A sorted copy, ties in the order of the suite; what has no value comes last. */
export function sortResults<T>(
  rows: readonly T[],
  sort: ResultSort,
  valuesOf: (row: T) => readonly [own: number | null, versus: number | null],
): T[] {
  if (sort === 'suite') return [...rows]
  const key = (row: T): number => {
    const [own, versus] = valuesOf(row)
    if (own === null) return Number.POSITIVE_INFINITY
    if (sort === 'worst') return own
    if (sort === 'best') return -own
    return versus === null ? Number.POSITIVE_INFINITY : own - versus
  }
  return rows
    .map((row, at) => ({ row, at, key: key(row) }))
    .sort((a, b) => (a.key === b.key ? a.at - b.at : a.key - b.key))
    .map(({ row }) => row)
}
