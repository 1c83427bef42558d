import { useRef, useState } from 'react'
import { SpatialTunnelError } from '../../core/errors.ts'
import { Button } from '../ui/button.tsx'
import styles from './chains-page.module.css'
import { openChains } from './open-chains.ts'
import type { ShownChain } from './shown-chain.ts'

export interface SourceBarProps {
  readonly chains: readonly ShownChain[]
  readonly example: boolean
  readonly onLoaded: (chains: readonly ShownChain[] | null) => void
}

/** What is loaded, and how to load something else. */
export function SourceBar({ chains, example, onLoaded }: SourceBarProps) {
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const open = async (files: readonly File[]) => {
    if (files.length === 0) return
    try {
      onLoaded(await openChains(files))
      setFailure(null)
    } catch (error) {
      setFailure(error instanceof SpatialTunnelError ? error.message : String(error))
    }
  }
  const models = [...new Set(chains.map(chain => chain.model))]
  return (
    <section className={styles.source} data-example={example} aria-label="Data">
      <p role="status">
        {example ? (
          <>
            <strong>Example data.</strong> Chains of a made-up model that is often right for the wrong reason; no real
            model wrote them.
          </>
        ) : (
          <>
            <strong>{`${chains.length} chains`}</strong>
            {` of ${models.join(', ')}. Read on this device, uploaded nowhere.`}
          </>
        )}
      </p>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      {!example && <Button label="Example" onClick={() => onLoaded(null)} />}
      <Button label="Open chains" icon="open" look="primary" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".jsonl"
        aria-label="Data set (JSONL with scene graphs) and generation_records.jsonl"
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          void open(files)
        }}
      />
    </section>
  )
}
