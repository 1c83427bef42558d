import { useRef } from 'react'
import { openFiles } from '../share/open-files.ts'
import { useStudioServices } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import styles from './results-page.module.css'
import type { LoadedResults } from './results-store.ts'
import { useResults } from './use-results.ts'

/** What is loaded, plainly said when it is only an example, and how to open something else. */
export function SourceBar() {
  const studio = useStudioServices()
  const results = studio.results()
  const loaded = useResults(state => state.loaded)
  const working = useResults(state => state.working)
  const failure = useResults(state => state.failure)
  const input = useRef<HTMLInputElement>(null)
  return (
    <section className={styles.source} data-example={loaded?.example ?? false} aria-label="Data">
      <p role="status">
        {loaded?.example && (
          <>
            <strong>Example data.</strong> Two made-up models and two baselines answer the grid suite; made and scored
            in this browser. Drop a <code>responses.jsonl</code> of yours.
          </>
        )}
        {loaded && !loaded.example && <Loaded loaded={loaded} />}
        {working && <span className={styles.soft}> {working}</span>}
      </p>
      {failure && (
        <p role="alert" className={styles.failure}>
          <strong>{failure.title}.</strong> {failure.text}
        </p>
      )}
      {working && <Button label="Stop" onClick={results.cancel} />}
      {loaded && !loaded.example && <Button label="Example" onClick={() => void results.openExample()} />}
      <Button label="Open answers" icon="open" look="primary" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".jsonl"
        aria-label="Answers of one model or several (responses.jsonl)"
        data-testid="responses-input"
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          void openFiles(studio, files)
        }}
      />
    </section>
  )
}

function Loaded({ loaded: { dataset, score, draws, unmatched } }: { readonly loaded: LoadedResults }) {
  const models = score.models.length === 1 ? score.models[0]!.name : `${score.models.length} models`
  return (
    <>
      <strong>
        {models} on {dataset.name}
      </strong>
      {`, ${dataset.scenes.length.toLocaleString('en')} scenes; intervals from ${draws.toLocaleString('en')} draws. Read on this device, uploaded nowhere.`}
      {unmatched > 0 && ` ${unmatched.toLocaleString('en')} rows match no question and are left out.`}
    </>
  )
}
