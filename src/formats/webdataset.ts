import type { DatasetEntry } from './dataset-entry.ts'
import { tarEntry } from './tar.ts'

/** Shards are closed before they grow beyond this. */
export const WEBDATASET_MAX_BYTES = 256 * 2 ** 20

/** A shard of the index (`index.json`, as WebDataset's `wids` reads it). */
export interface ShardInfo {
  readonly url: string
  readonly nsamples: number
  readonly filesize: number
}

export const shardName = (index: number): string => `shard-${String(index).padStart(6, '0')}.tar`

export const shardIndex = (name: string, shardlist: readonly ShardInfo[]) => ({
  __kind__: 'wids-shard-index-v1',
  wids_version: 1,
  name,
  shardlist,
})

/** A scene as one sample: `<key>.png` and `<key>.json` (scene, truth, questions), neighbours in the archive. */
export function webdatasetSample({ scene, questions }: DatasetEntry, png: Uint8Array): Uint8Array[] {
  const { id, scene: parameters, truth, imageSha256 } = scene
  const json = JSON.stringify({ id, imageSha256, scene: parameters, truth, questions })
  return [tarEntry(`${id}.png`, png), tarEntry(`${id}.json`, new TextEncoder().encode(json))]
}
