import gridSuite from '../../../scenes/grid.json' with { type: 'json' }
import { expander } from '../../core/expand.ts'
import { type QuestionRow, questionsOf } from '../../core/questions.ts'
import { factorsOf, parseSuite, type Suite } from '../../core/suite.ts'
import type { BrowsedScene, LoadedDataset } from './loaded-dataset.ts'
import type { OnRows } from './read-dataset.ts'

/** Scenes are expanded this long at a time, with room for keys and drawing in between. */
const SLICE_MS = 30

/** What the page shows before anything is loaded: the paper's grid suite. */
export const exampleDataset = (onRows: OnRows = () => {}): Promise<LoadedDataset> =>
  suiteDataset(parseSuite(gridSuite), onRows)

/** A suite's scenes, truths and questions as `render` would write them; pictures are drawn live. */
export async function suiteDataset(suite: Suite, onRows: OnRows = () => {}): Promise<LoadedDataset> {
  const ready = expander(suite)
  const scenes: BrowsedScene[] = []
  const questions = new Map<string, readonly QuestionRow[]>()
  while (scenes.length < ready.size) {
    const endMs = performance.now() + SLICE_MS
    while (scenes.length < ready.size && performance.now() < endMs) {
      const { id, index, scene, truth } = ready.scene(scenes.length)
      scenes.push({ id, index, scene, truth, row: null })
      questions.set(id, questionsOf({ sceneId: id, index, image: `images/${id}.png`, truth }, suite.questions))
    }
    onRows(scenes.length, ready.size)
    await new Promise(resolve => setTimeout(resolve, 0))
  }
  const factorFields = factorsOf(suite).flatMap(factor => factor.fields)
  return { name: suite.name, files: null, manifest: null, factorFields, scenes, questions }
}
