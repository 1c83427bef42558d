import { ASK_FAULTS } from './ask-faults.ts'
import { BROWSER_FAULTS } from './browser-faults.ts'
import { DAMAGE_FAULTS } from './damage-faults.ts'
import { DISK_FAULTS } from './disk-faults.ts'
import { DRIVER_FAULTS } from './driver-faults.ts'
import type { FaultKind } from './fault-kind.ts'
import { FILE_SYSTEM_FAULTS } from './file-system-faults.ts'
import { LOCK_FAULTS } from './lock-faults.ts'
import { POWER_FAULTS } from './power-faults.ts'

/** Every kind of fault, in the order of the table. */
export const FAULT_KINDS: readonly FaultKind[] = [
  ...DRIVER_FAULTS,
  ...BROWSER_FAULTS,
  ...FILE_SYSTEM_FAULTS,
  ...DISK_FAULTS,
  ...POWER_FAULTS,
  ...DAMAGE_FAULTS,
  ...LOCK_FAULTS,
  ...ASK_FAULTS,
]

/** How many trials each kind gets: in proportion to its weight, at least one, `total` together if that suffices. */
export function trialsOfKinds(total: number): Map<FaultKind, number> {
  const sum = FAULT_KINDS.reduce((all, kind) => all + kind.weight, 0)
  const shares = FAULT_KINDS.map(kind => ({ kind, share: Math.max(1, (kind.weight / sum) * total) }))
  const counts = new Map(shares.map(({ kind, share }) => [kind, Math.floor(share)]))
  const left = total - [...counts.values()].reduce((all, count) => all + count, 0)
  const byRemainder = shares.sort((a, b) => (b.share % 1) - (a.share % 1))
  for (const { kind } of byRemainder.slice(0, Math.max(0, left))) counts.set(kind, counts.get(kind)! + 1)
  return counts
}
