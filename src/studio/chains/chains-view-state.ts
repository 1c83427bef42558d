import type { Outcome, ShownChain } from './shown-chain.ts'

/** What the Chains page has loaded and shows; it lives as long as the studio is open. */
export interface ChainsView {
  /** null: the built-in example. */
  readonly loaded: readonly ShownChain[] | null
  readonly mode: 'read' | 'annotate'
  readonly filter: Outcome | 'all'
  /** Id of the chain that is read; null for the first one. */
  readonly chosen: string | null
}

export const CHAINS_VIEW_DEFAULTS: ChainsView = { loaded: null, mode: 'read', filter: 'all', chosen: null }
