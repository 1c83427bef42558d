import { useEffect, useRef, useState } from 'react'
import { useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import type { DatasetFiles } from './dataset-files.ts'
import styles from './dataset-page.module.css'
import type { DatasetState } from './loaded-dataset.ts'
import { openExample, openFolder, openServed, openZip, servedDatasets } from './open-dataset.ts'

/** What is shown, plainly said when it is only an example, and how to open something else. */
export function SourceBar({ state }: { readonly state: DatasetState }) {
  const store = useStudioStore()
  const folder = useRef<HTMLInputElement>(null)
  const zip = useRef<HTMLInputElement>(null)
  const served = useServed()
  const dataset = state.status === 'ready' ? state.dataset : null
  const example = dataset !== null && dataset.files === null
  return (
    <div className={`${styles.source} ${example ? styles.example : ''}`} data-testid="source-bar">
      {example ? (
        <p>
          <strong>Example data</strong> The paper’s grid suite, drawn live in this browser. Open or drop a dataset of
          yours.
        </p>
      ) : (
        <p>
          <strong>{dataset?.manifest?.suite.name ?? 'Dataset'}</strong> {dataset && provenance(dataset.manifest)}
        </p>
      )}
      {served.length > 0 && (
        <select
          className={styles.served}
          aria-label="Served datasets"
          value={served.findIndex(files => files.name === dataset?.files?.name)}
          onChange={event => void openServed(store, served[Number(event.target.value)]!)}
        >
          <option value={-1} disabled>
            Served here
          </option>
          {served.map((files, i) => (
            <option key={files.name} value={i}>
              {files.name}
            </option>
          ))}
        </select>
      )}
      <Button icon="open" label="Open folder" onClick={() => folder.current?.click()} />
      <Button icon="open" label="Open ZIP" onClick={() => zip.current?.click()} />
      {!example && <Button look="bare" label="Example" onClick={() => void openExample(store)} />}
      <input
        ref={folder}
        type="file"
        hidden
        data-testid="folder-input"
        {...({ webkitdirectory: '' } as object)}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          if (files.length > 0) {
            void openFolder(
              store,
              files.map(file => ({ path: file.webkitRelativePath || file.name, file })),
            )
          }
          event.target.value = ''
        }}
      />
      <input
        ref={zip}
        type="file"
        hidden
        accept=".zip,application/zip"
        data-testid="zip-input"
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file) void openZip(store, file)
          event.target.value = ''
        }}
      />
    </div>
  )
}

const provenance = (manifest: { readonly provenance: { toolVersion: string; gl: { name: string } } } | null): string =>
  manifest ? `rendered by SpatialTunnel ${manifest.provenance.toolVersion} on ${manifest.provenance.gl.name}` : ''

function useServed(): readonly DatasetFiles[] {
  const [served, setServed] = useState<readonly DatasetFiles[]>([])
  useEffect(() => {
    let wanted = true
    void servedDatasets(document.baseURI).then(found => wanted && setServed(found))
    return () => {
      wanted = false
    }
  }, [])
  return served
}
