import { useRef } from 'react'
import { useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import styles from './chains-page.module.css'
import { CHAINS_VIEW_DEFAULTS } from './chains-view-state.ts'
import { loadChains } from './load-chains.ts'
import type { ShownChain } from './shown-chain.ts'

export interface SourceBarProps {
  readonly chains: readonly ShownChain[]
  readonly example: boolean
}

/** What is loaded, and how to load something else. */
export function SourceBar({ chains, example }: SourceBarProps) {
  const input = useRef<HTMLInputElement>(null)
  const store = useStudioStore()
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
      {!example && <Button label="Example" onClick={() => store.setState({ chains: CHAINS_VIEW_DEFAULTS })} />}
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
          if (files.length > 0) void loadChains(store, files)
        }}
      />
    </section>
  )
}
