import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { QuestionRow } from '../../core/questions.ts'
import type { ModelSummary } from '../../evaluate/score.ts'
import type { BrowsedScene } from '../dataset/loaded-dataset.ts'
import type { StudioStore } from '../store/studio-store.ts'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import {
  type QuestionResult,
  questionResults,
  type SceneResult,
  sceneResults,
  sortResults,
  type TwoModels,
  worthOf,
} from './result-rows.ts'
import type { LoadedResults, ResultsState } from './results-store.ts'
import type { ResultsView } from './results-view.ts'

/** A part of what the Results page has loaded. */
export const useResults = <T>(select: (state: ResultsState) => T): T =>
  useStore(useStudioServices().results().store, select)

export const setView = (store: StudioStore, part: Partial<ResultsView>): void =>
  store.setState(({ results }) => ({ results: { ...results, ...part } }))

/** What the page shows of what is loaded, looked up: names in the address that nothing has are as if they were not there. */
export interface Selection {
  readonly view: ResultsView
  readonly model: ModelSummary
  readonly versus: ModelSummary | null
  readonly answers: TwoModels
  /** Of the chosen cell, sorted. */
  readonly scenes: readonly SceneResult[]
  readonly questions: readonly QuestionResult[]
  readonly scene: BrowsedScene | null
  readonly question: QuestionRow | null
}

export function useSelection(loaded: LoadedResults): Selection {
  const view = useStudio(state => state.results)
  const all = useMemo(() => [...loaded.score.models, ...loaded.score.beside], [loaded])
  const model = all.find(({ name }) => name === view.model) ?? all[0]!
  const versus = all.find(({ name }) => name === view.versus && name !== model.name) ?? null
  const answers = useMemo(
    (): TwoModels => ({
      answers: loaded.answers.get(model.name)!,
      versus: versus && loaded.answers.get(versus.name)!,
    }),
    [loaded, model, versus],
  )
  const inCell = useMemo(() => sceneResults(loaded, answers, view.cell), [loaded, answers, view.cell])
  const scenes = useMemo(() => sortResults(inCell, view.sort, ({ v, versusV }) => [v, versusV]), [inCell, view.sort])
  const questions = useMemo(
    () =>
      sortResults(questionResults(loaded, answers, inCell), view.sort, ({ answer, versusAnswer }) => [
        worthOf(answer),
        worthOf(versusAnswer),
      ]),
    [loaded, answers, inCell, view.sort],
  )
  const chosen = useMemo(
    () => choose(loaded, view, answers, scenes, questions),
    [loaded, view, answers, scenes, questions],
  )
  return { view, model, versus, answers, scenes, questions, ...chosen }
}

/** The question of the address, or its scene, or the first of the list; of a scene the question that went worst. */
function choose(
  { dataset }: LoadedResults,
  { question: questionId, scene: sceneId, list }: ResultsView,
  { answers }: TwoModels,
  scenes: readonly SceneResult[],
  questions: readonly QuestionResult[],
): Pick<Selection, 'scene' | 'question'> {
  if (questionId !== null) {
    for (const [id, rows] of dataset.questions) {
      const question = rows.find(row => row.id === questionId)
      const scene = question && dataset.scenes.find(row => row.id === id)
      if (scene) return { scene, question }
    }
  }
  const named = sceneId === null ? undefined : dataset.scenes.find(({ id }) => id === sceneId)
  if (!named && list === 'questions' && questions[0]) return questions[0]
  const scene = named ?? scenes[0]?.scene ?? null
  const own = (scene && dataset.questions.get(scene.id)) ?? []
  const [question] = sortResults(own, 'worst', ({ id }) => [worthOf(answers.get(id) ?? null), null])
  return { scene, question: question ?? null }
}
