import { SpatialTunnelError } from '../../core/errors.ts'
import { noticeOf, type StudioStore } from '../store/studio-store.ts'
import { CHAINS_VIEW_DEFAULTS } from './chains-view-state.ts'
import { openChains } from './open-chains.ts'

/** Opens files on the Chains page; if they cannot be read, what was there stays and a notice says why. */
export async function loadChains(store: StudioStore, files: readonly File[]): Promise<void> {
  try {
    const loaded = await openChains(files)
    const models = [...new Set(loaded.map(chain => chain.model))]
    store.setState({
      chains: { ...CHAINS_VIEW_DEFAULTS, loaded },
      notice: { kind: 'info', title: `Opened ${loaded.length} chains`, text: `Of ${models.join(', ')}.` },
    })
  } catch (error) {
    if (!(error instanceof SpatialTunnelError)) throw error
    store.setState({ notice: noticeOf(error, 'These chains could not be opened') })
  }
}
