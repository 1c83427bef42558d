import { GROUP_SCENES, groupOf, type PassName, type Storage } from '../core/dataset.ts'
import { type Expander, expander } from '../core/expand.ts'
import type { Shard } from '../core/manifest.ts'
import { type Suite, suiteSha256Of } from '../core/suite.ts'

/** What a run is to draw: fixed before any browser starts. */
export interface RunPlan {
  readonly suite: Suite
  readonly suiteSha256: string
  readonly passes: readonly PassName[]
  readonly storage: Storage
  readonly shard: Shard | null
  readonly limit: number | null
  /** Scenes `from` up to but not including `to` of the suite. */
  readonly from: number
  readonly to: number
  readonly scenes: Expander
}

export interface PlanOptions {
  readonly passes: readonly PassName[]
  readonly storage: Storage
  readonly shard: Shard | null
  /** Only the suite's first scenes. */
  readonly limit: number | null
}

export const PLAN_DEFAULTS: PlanOptions = {
  passes: ['rgb', 'mask', 'depth'],
  storage: 'files',
  shard: null,
  limit: null,
}

/** Shards are contiguous and as equal as they can be: the rows of all, one after the other, are the whole. */
export function planRun(suite: Suite, options: Partial<PlanOptions> = {}): RunPlan {
  const { passes, storage, shard, limit } = { ...PLAN_DEFAULTS, ...options }
  const scenes = expander(suite)
  const total = Math.min(scenes.size, limit ?? Infinity)
  const { index, count } = shard ?? { index: 1, count: 1 }
  const from = Math.floor(((index - 1) * total) / count)
  const to = Math.floor((index * total) / count)
  tryScenes(scenes, from, to)
  return {
    suite,
    suiteSha256: suiteSha256Of(suite),
    passes,
    storage,
    shard,
    limit: total < scenes.size ? total : null,
    from,
    to,
    scenes,
  }
}

/** The groups that a plan has scenes of, in order. */
export function* groupsOf({ from, to }: Pick<RunPlan, 'from' | 'to'>): Generator<number> {
  for (let group = groupOf(from); group * GROUP_SCENES < to; group++) yield group
}

/** How many scenes of a group belong to a plan. */
export const groupSize = ({ from, to }: Pick<RunPlan, 'from' | 'to'>, group: number): number =>
  Math.max(0, Math.min(to, (group + 1) * GROUP_SCENES) - Math.max(from, group * GROUP_SCENES))

/** Scenes that are expanded before a run begins, so that a bad suite is refused before anything is written. */
const TRIED_SCENES = 4096

function tryScenes(scenes: Expander, from: number, to: number): void {
  const step = Math.max(1, Math.floor((to - from) / TRIED_SCENES))
  for (let index = from; index < to; index += step) scenes.scene(index)
}
