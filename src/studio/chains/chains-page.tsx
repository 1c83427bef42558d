import { useMemo } from 'react'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Segments } from '../ui/segments.tsx'
import { AnnotateMode } from './annotate-mode.tsx'
import { ChainBrowser } from './chain-browser.tsx'
import styles from './chains-page.module.css'
import type { ChainsView } from './chains-view-state.ts'
import { exampleChains } from './example-chains.ts'
import { SourceBar } from './source-bar.tsx'

/** Chains of thought beside their scenes: every claim checked, by class, or scored by people who do not see the verdicts. */
export default function ChainsPage() {
  const example = useMemo(exampleChains, [])
  const store = useStudioStore()
  const { loaded, mode } = useStudio(state => state.chains)
  const chains = loaded ?? example
  return (
    <div className={styles.page}>
      <SourceBar chains={chains} example={loaded === null} />
      <Segments<ChainsView['mode']>
        label="Mode"
        value={mode}
        onChange={next => store.setState(state => ({ chains: { ...state.chains, mode: next } }))}
        options={[
          { value: 'read', title: 'Read' },
          { value: 'annotate', title: 'Annotate' },
        ]}
      />
      {mode === 'read' ? <ChainBrowser key={chains[0]?.id} chains={chains} /> : <AnnotateMode chains={chains} />}
    </div>
  )
}
