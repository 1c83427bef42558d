import type { Scene } from '../../core/scene.ts'
import { decodeSceneToken, encodeSceneToken } from '../../formats/share-link.ts'
import { isPageId, type PageId } from '../page-ids.ts'

/** What the address says: `?embed=scene#page=dataset&s=1.…`. */
export interface Address {
  readonly page: PageId
  readonly embed: boolean
  /** The scene's token as it stands in the address; null without one. */
  readonly token: string | null
}

export function readAddress(location: Pick<Location, 'search' | 'hash'>): Address {
  const fragment = new URLSearchParams(location.hash.replace(/^#/, ''))
  const page = fragment.get('page') ?? ''
  return {
    page: isPageId(page) ? page : 'scene',
    embed: new URLSearchParams(location.search).get('embed') === 'scene',
    token: fragment.get('s'),
  }
}

/** The fragment for a page and a scene: the scene is always whole in it. */
export function fragmentOf(page: PageId, scene: Scene): string {
  const token = encodeSceneToken(scene)
  return page === 'scene' ? `#s=${token}` : `#page=${page}&s=${token}`
}

/** @throws SpatialTunnelError as `decodeSceneToken` does */
export const sceneOfAddress = (address: Address): Scene | null =>
  address.token === null ? null : decodeSceneToken(address.token)
