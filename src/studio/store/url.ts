import type { Scene } from '../../core/scene.ts'
import { encodeFailureToken } from '../../formats/failure-link.ts'
import { decodeSceneToken, encodeSceneToken } from '../../formats/share-link.ts'
import { type LinkedPlane, planeParams, readPlaneParams } from '../grid/plane-address.ts'
import { isPageId, type PageId } from '../page-ids.ts'
import { type ResultsView, readResultsView, resultsParams } from '../results/results-view.ts'
import { type StudioState, sceneOf } from './studio-store.ts'

/** What the address says: `#page=grid&s=1.…&across=objects[0].depthM:4:8:5`, `?embed=scene#s=1.…`, `#s=1.…&f=1.…`. */
export interface Address {
  readonly page: PageId
  readonly embed: boolean
  /** The scene's token as it stands in the address; null without one. */
  readonly token: string | null
  /** The Grid page's axes; null on another page. */
  readonly plane: LinkedPlane | null
  /** What the Results page shows; null on another page. */
  readonly results: ResultsView | null
  /** The token of a failure of the scene; null without one. */
  readonly failureToken: string | null
}

export function readAddress(location: Pick<Location, 'search' | 'hash'>): Address {
  const fragment = new URLSearchParams(location.hash.replace(/^#/, ''))
  const page = fragment.get('page') ?? ''
  // Another page may frame the embedded view: it never becomes more than the scene.
  const embed = new URLSearchParams(location.search).get('embed') === 'scene'
  return {
    page: isPageId(page) && !embed ? page : 'scene',
    embed,
    token: fragment.get('s'),
    plane: page === 'grid' && !embed ? readPlaneParams(fragment) : null,
    results: page === 'results' && !embed ? readResultsView(fragment) : null,
    failureToken: embed ? null : fragment.get('f'),
  }
}

/** The fragment for a page and a scene: the scene is always whole in it, and on the Grid page its axes. */
export function fragmentOf(page: PageId, scene: Scene, plane: LinkedPlane): string {
  const token = encodeSceneToken(scene)
  if (page === 'scene') return `#s=${token}`
  const params = page === 'grid' ? planeParams(plane) : ''
  return `#page=${page}&s=${token}${params && '&'}${params}`
}

/** The fragment of what is shown: with the selection on the Results page, with a shared failure of the scene. */
export function fragmentOfState(state: StudioState): string {
  const { page, plane, results, shared } = state
  const scene = sceneOf(state)
  const params = [
    page === 'results' ? resultsParams(results) : '',
    page === 'scene' && shared?.scene === scene ? `f=${encodeFailureToken(scene, shared.failure)}` : '',
  ]
  return [fragmentOf(page, scene, plane), ...params.filter(Boolean)].join('&')
}

/** @throws SpatialTunnelError as `decodeSceneToken` does */
export const sceneOfAddress = (address: Address): Scene | null =>
  address.token === null ? null : decodeSceneToken(address.token)
