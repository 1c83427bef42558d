import { useEffect, useMemo } from 'react'
import { thumbnailWish } from '../dataset/thumbnail-wish.ts'
import { sceneWish } from '../grid/scene-bitmap.ts'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import { Waiting } from '../ui/waiting.tsx'
import { isFailure } from './answer-text.tsx'
import { ComparisonTables } from './comparison-tables.tsx'
import { CARD_PX } from './counterfactual-card.tsx'
import { type Counterfactual, counterfactuals, twinFinder } from './counterfactuals.ts'
import { HeatmapPanel } from './heatmap-panel.tsx'
import { ResultList } from './result-list.tsx'
import styles from './results-page.module.css'
import type { LoadedResults } from './results-store.ts'
import { SceneAnswers } from './scene-answers.tsx'
import { sceneWithFiles } from './sent-picture.ts'
import { SourceBar } from './source-bar.tsx'
import { Summary } from './summary.tsx'
import { useResults, useSelection } from './use-results.ts'

/** Where models fail: one selection moves heatmap, scenes, questions and answers together. */
export default function ResultsPage() {
  const results = useStudioServices().results()
  const loaded = useResults(state => state.loaded)
  const working = useResults(state => state.working)
  useEffect(() => {
    const state = results.store.getState()
    if (!state.loaded && !state.working && !state.failure) void results.openFirst()
  }, [results])
  return (
    <div className={styles.page}>
      <SourceBar />
      {loaded ? (
        <Loaded key={loaded.dataset.name} loaded={loaded} />
      ) : (
        working && <Waiting text="Heatmap, scenes and answers come here" progress={null} />
      )}
    </div>
  )
}

/** Small pictures in the list, CSS pixels. */
export const THUMBNAIL_PX = 64
/** Rows of the list whose pictures are made. */
const PICTURED = 80

function Loaded({ loaded }: { readonly loaded: LoadedResults }) {
  const studio = useStudioServices()
  const selection = useSelection(loaded)
  const open = useStudio(state => state.dataset)
  const { scene, question, scenes, answers } = selection
  const failed = question !== null && isFailure(answers.answers.get(question.id) ?? null)
  const twinOf = useMemo(() => twinFinder(loaded.dataset), [loaded.dataset])
  const variants = useMemo(
    (): Counterfactual[] => (scene && question && failed ? counterfactuals(scene, question, twinOf) : []),
    [scene, question, failed, twinOf],
  )
  const wishes = useMemo(() => {
    const scale = Math.min(2, devicePixelRatio)
    const cards = variants.map(({ scene }) =>
      sceneWish(studio.capturer, scene, JSON.stringify(scene), Math.round(CARD_PX * scale)),
    )
    const rows = scenes.slice(0, PICTURED).map(row => {
      const source = sceneWithFiles(loaded.dataset, open, row.scene)
      const dataset = { ...loaded.dataset, files: source.files }
      return { id: row.scene.id, wish: thumbnailWish(studio, dataset, source.scene, Math.round(THUMBNAIL_PX * scale)) }
    })
    return { cards, rows }
  }, [studio, variants, scenes, loaded.dataset, open])
  useEffect(() => studio.thumbnails.want([...wishes.cards, ...wishes.rows.map(row => row.wish)]), [studio, wishes])
  useEffect(() => () => studio.thumbnails.want([]), [studio])
  const pictureKeys = useMemo(() => new Map(wishes.rows.map(({ id, wish }) => [id, wish.key])), [wishes])
  return (
    <>
      <Summary loaded={loaded} selection={selection} />
      <div className={styles.work}>
        <HeatmapPanel loaded={loaded} selection={selection} />
        <ResultList loaded={loaded} selection={selection} pictureKeys={pictureKeys} />
        {scene && <SceneAnswers key={scene.id} {...{ loaded, selection, scene, question, variants }} />}
      </div>
      <ComparisonTables loaded={loaded} />
    </>
  )
}
