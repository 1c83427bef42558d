import { useMemo } from 'react'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Segments } from '../ui/segments.tsx'
import { ChainView } from './chain-view.tsx'
import styles from './chains-page.module.css'
import type { ChainsView } from './chains-view-state.ts'
import { checkChain, OUTCOMES, type Outcome, type ShownChain } from './shown-chain.ts'

/** Reads chains: a list by class at the side, one chain with its scene beside it. */
export function ChainBrowser({ chains }: { readonly chains: readonly ShownChain[] }) {
  const checked = useMemo(() => chains.map(chain => ({ chain, ...checkChain(chain, chain.prediction) })), [chains])
  const store = useStudioStore()
  const { filter, chosen } = useStudio(state => state.chains)
  const setView = (part: Partial<ChainsView>) => store.setState(state => ({ chains: { ...state.chains, ...part } }))
  const shown = filter === 'all' ? checked : checked.filter(item => item.outcome === filter)
  const current = shown.find(item => item.chain.id === chosen) ?? shown[0]
  const count = (outcome: Outcome): number => checked.filter(item => item.outcome === outcome).length
  const options: { readonly value: ChainsView['filter']; readonly title: string }[] = [
    { value: 'all', title: `all ${checked.length}` },
    ...OUTCOMES.filter(outcome => count(outcome) > 0).map(outcome => ({
      value: outcome,
      title: `${outcome} ${count(outcome)}`,
    })),
  ]
  return (
    <div className={styles.browser}>
      <div className={styles.filter}>
        <Segments label="Class" value={filter} onChange={next => setView({ filter: next })} options={options} />
      </div>
      <ul className={styles.list} aria-label="Chains">
        {shown.map(({ chain, outcome }) => (
          <li key={chain.id}>
            <button type="button" aria-current={chain === current?.chain} onClick={() => setView({ chosen: chain.id })}>
              <span>{chain.question}</span>
              <small data-outcome={outcome}>{`${chain.model} · ${outcome}`}</small>
            </button>
          </li>
        ))}
      </ul>
      {current && <ChainView key={current.chain.id} chain={current.chain} />}
    </div>
  )
}
