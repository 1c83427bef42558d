import type { Storage } from '../core/dataset.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { Provenance } from '../core/manifest.ts'
import type { RunHead } from './run-journal.ts'
import type { RunPlan } from './run-plan.ts'

type RunIdentity = Pick<RunHead, 'suiteSha256' | 'suiteName' | 'passes' | 'storage' | 'shard'>

const NAMES: Readonly<Record<Storage, string>> = { files: 'files of their own', tar: 'archives (--tar)' }

/** @throws SpatialTunnelError `out-holds-other-run` when a folder holds something else than `plan` */
export function assertSamePlan(folder: string, found: RunIdentity, plan: RunPlan): void {
  const shardOf = (shard: RunIdentity['shard']): string => (shard ? `shard ${shard.index}/${shard.count}` : 'no shard')
  const parts: Array<[string, string]> = [
    [
      `suite ${found.suiteName} (${found.suiteSha256.slice(0, 12)})`,
      `suite ${plan.suite.name} (${plan.suiteSha256.slice(0, 12)})`,
    ],
    [`passes ${[...found.passes].sort().join(',')}`, `passes ${[...plan.passes].sort().join(',')}`],
    [`pictures in ${NAMES[found.storage]}`, `pictures in ${NAMES[plan.storage]}`],
    [shardOf(found.shard), shardOf(plan.shard)],
  ]
  const differs = parts.find(([a, b]) => a !== b)
  if (!differs) return
  throw new SpatialTunnelError({
    code: 'out-holds-other-run',
    where: folder,
    found: `a run of ${differs[0]}`,
    expected: `${differs[1]}, or an empty folder`,
    remedy: 'choose another --out, or delete this folder',
  })
}

/**
 * @throws SpatialTunnelError `gl-differs`, `browser-differs`, `cpu-differs`, `tool-differs` when bytes of the two could
 *   not be compared
 */
export function assertSameProvenance(where: string, found: Provenance, expected: Provenance): void {
  const differs = provenanceDifferences(found, expected)[0]
  if (!differs) return
  throw new SpatialTunnelError({
    code: differs.code,
    where,
    found: differs.found,
    expected: `${differs.expected}, which drew the rest: only the same gives the same bytes`,
    remedy: differs.code === 'gl-differs' ? 'ask for the GL of the rest with --gl' : 'render into another folder',
  })
}

export interface ProvenanceDifference {
  readonly code: 'gl-differs' | 'browser-differs' | 'cpu-differs' | 'tool-differs'
  readonly found: string
  readonly expected: string
}

/** Everything that decides bytes and differs; a CPU counts on llvmpipe, which compiles for its vector width. */
export function provenanceDifferences(found: Provenance, expected: Provenance): ProvenanceDifference[] {
  const compared: ReadonlyArray<readonly [ProvenanceDifference['code'], string, string]> = [
    ['gl-differs', found.gl.renderer, expected.gl.renderer],
    ['browser-differs', `Chromium ${found.browser.version}`, `Chromium ${expected.browser.version}`],
    ['tool-differs', `SpatialTunnel ${found.toolVersion}`, `SpatialTunnel ${expected.toolVersion}`],
    ...(expected.gl.name === 'llvmpipe' ? [['cpu-differs', found.cpuModel, expected.cpuModel] as const] : []),
  ]
  return compared.filter(([, a, b]) => a !== b).map(([code, a, b]) => ({ code, found: a, expected: b }))
}
