import { useMemo, useState } from 'react'
import { Segments } from '../ui/segments.tsx'
import { AnnotateMode } from './annotate-mode.tsx'
import { ChainBrowser } from './chain-browser.tsx'
import styles from './chains-page.module.css'
import { exampleChains } from './example-chains.ts'
import type { ShownChain } from './shown-chain.ts'
import { SourceBar } from './source-bar.tsx'

type Mode = 'read' | 'annotate'

/** Chains of thought beside their scenes: every claim checked, by class, or scored by people who do not see the verdicts. */
export default function ChainsPage() {
  const example = useMemo(exampleChains, [])
  const [loaded, setLoaded] = useState<readonly ShownChain[] | null>(null)
  const [mode, setMode] = useState<Mode>('read')
  const chains = loaded ?? example
  return (
    <div className={styles.page}>
      <SourceBar chains={chains} example={loaded === null} onLoaded={setLoaded} />
      <Segments
        label="Mode"
        value={mode}
        onChange={setMode}
        options={[
          { value: 'read', title: 'Read' },
          { value: 'annotate', title: 'Annotate' },
        ]}
      />
      {mode === 'read' ? <ChainBrowser key={chains[0]?.id} chains={chains} /> : <AnnotateMode chains={chains} />}
    </div>
  )
}
