import { useEffect, useMemo } from 'react'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { useMedia } from '../ui/use-media.ts'
import styles from './dataset-page.module.css'
import type { DatasetView } from './dataset-view-state.ts'
import { FilterPanel } from './filter-panel.tsx'
import type { LoadedDataset } from './loaded-dataset.ts'
import { openExample, openServed, servedDatasets } from './open-dataset.ts'
import { SceneDetail } from './scene-detail.tsx'
import { facetsOf, filterScenes, NO_FILTER, sortScenes } from './scene-filter.ts'
import { SceneGallery } from './scene-gallery.tsx'
import { SourceBar } from './source-bar.tsx'

/** Browses a rendered dataset; before one is opened, the paper's grid suite drawn live. */
export default function DatasetPage() {
  const store = useStudioStore()
  const state = useStudio(current => current.dataset)
  const empty = state.status === 'none'
  useEffect(() => {
    if (empty) void openFirst()
    async function openFirst(): Promise<void> {
      const [served] = await servedDatasets(document.baseURI)
      if (store.getState().dataset.status !== 'none') return
      if (served) await openServed(store, served)
      if (store.getState().dataset.status === 'none') await openExample(store)
    }
  }, [empty, store])
  return (
    <div className={styles.page}>
      <SourceBar state={state} />
      {state.status === 'ready' ? (
        <Browser key={state.dataset.name} dataset={state.dataset} />
      ) : (
        <p className={styles.loading} role="status">
          {state.status === 'loading' && state.total > 0
            ? `Reading ${state.name}: ${state.done.toLocaleString('en')} of ${state.total.toLocaleString('en')} scenes`
            : 'Reading …'}
        </p>
      )}
    </div>
  )
}

function Browser({ dataset }: { readonly dataset: LoadedDataset }) {
  const store = useStudioStore()
  const { filter, sort, selectedId } = useStudio(state => state.datasetView)
  const setView = (part: Partial<DatasetView>) =>
    store.setState(({ datasetView }) => ({ datasetView: { ...datasetView, ...part } }))
  const shown = useMemo(() => sortScenes(filterScenes(dataset.scenes, filter), sort), [dataset, filter, sort])
  const facets = useMemo(() => facetsOf(dataset.scenes, filter), [dataset, filter])
  const at = Math.max(
    0,
    shown.findIndex(({ id }) => id === selectedId),
  )
  const selected = shown[at]
  const narrow = useMedia('(max-width: 1023px)')
  const panel = (
    <FilterPanel
      {...{ dataset, filter, facets, sort }}
      onFilter={next => setView({ filter: next })}
      onSort={next => setView({ sort: next })}
    />
  )
  return (
    <div className={styles.browser}>
      {narrow ? (
        <details className={styles.filters}>
          <summary>{filter === NO_FILTER ? 'Filter and sort' : 'Filter and sort: some scenes are hidden'}</summary>
          {panel}
        </details>
      ) : (
        panel
      )}
      <section className={styles.main} aria-label="Scenes">
        <p className={styles.count} role="status">
          <strong>{shown.length.toLocaleString('en')}</strong> of {dataset.scenes.length.toLocaleString('en')} scenes
        </p>
        {selected ? (
          <SceneGallery
            dataset={dataset}
            scenes={shown}
            selected={at}
            onSelect={i => setView({ selectedId: shown[i]!.id })}
          />
        ) : (
          <div className={styles.nothing}>
            <p>No scene is like that.</p>
            <button type="button" className={styles.link} onClick={() => setView({ filter: NO_FILTER })}>
              Show all scenes
            </button>
          </div>
        )}
      </section>
      {selected && <SceneDetail dataset={dataset} scene={selected} />}
    </div>
  )
}
