import { rm } from 'node:fs/promises'
import type { FaultKind } from './fault-kind.ts'
import { FS_OPERATIONS, type FsEffect, type FsOperation } from './fs-fault.ts'
import type { Trial } from './trial.ts'

/** Operations of an undisturbed task are fewer than this; a place beyond its end is drawn again, nearer. */
const OPERATIONS = 700

interface Failing {
  readonly operations: readonly FsOperation[]
  readonly effect: FsEffect
  readonly times: number
  /** About how many such operations a task has. */
  readonly of: number
}

/** The task, with one fault of the file system at a random operation. */
async function fail(trial: Trial, { operations, effect, times, of }: Failing): Promise<void> {
  const clean = (): Promise<void> => rm(trial.out, { recursive: true, force: true })
  await trial.runWithFsFault({ operations, effect, times, at: trial.integer(0, of) }, clean)
}

const error = (code: string, written = 0): FsEffect => ({ kind: 'error', code, written })

function kind(name: string, weight: number, failing: (trial: Trial) => Failing): FaultKind[] {
  return (['stub', 'merge', 'ask'] as const).map(task => ({
    name: task === 'stub' ? name : `${task}: ${name}`,
    task,
    weight: task === 'stub' ? weight : weight / 4,
    strike: async trial => fail(trial, failing(trial)),
  }))
}

/** Faults that the operating system reports, or that end the process, at an operation drawn from the seed. */
export const FILE_SYSTEM_FAULTS: readonly FaultKind[] = [
  ...kind('disk error (EIO)', 10, trial => ({
    operations: [trial.pick(FS_OPERATIONS)],
    effect: error('EIO', trial.pick([0, 0.5])),
    times: trial.integer(1, 3),
    of: 120,
  })),
  ...kind('disk full, from a write on', 8, trial => ({
    operations: ['write', 'make'],
    effect: error('ENOSPC', trial.next()),
    times: 1e9,
    of: 110,
  })),
  ...kind('disk full, for a moment', 6, trial => ({
    operations: ['write'],
    effect: error('ENOSPC', trial.next()),
    times: 1,
    of: 110,
  })),
  ...kind('too many open files (EMFILE)', 4, trial => ({
    operations: ['open', 'read'],
    effect: error('EMFILE'),
    times: trial.integer(1, 20),
    of: 120,
  })),
  ...kind('rename fails', 6, trial => ({
    operations: ['rename'],
    effect: error(trial.pick(['EIO', 'EBUSY', 'EACCES', 'EXDEV'])),
    times: 1,
    of: 100,
  })),
  ...kind('sync fails', 4, () => ({ operations: ['sync'], effect: error('EIO'), times: 1, of: 12 })),
  ...kind('read-only from an operation on (EROFS)', 4, () => ({
    operations: ['open', 'write', 'rename', 'remove', 'make'],
    effect: error('EROFS'),
    times: 1e9,
    of: 400,
  })),
  ...kind('kill -9 at an operation', 14, () => ({
    operations: FS_OPERATIONS,
    effect: { kind: 'kill', written: 0 },
    times: 1,
    of: OPERATIONS,
  })),
  ...kind('kill -9 in the middle of a write', 10, trial => ({
    operations: ['write'],
    effect: { kind: 'kill', written: trial.next() },
    times: 1,
    of: 110,
  })),
  ...kind('short write, reported as done', 6, trial => ({
    operations: ['write'],
    effect: { kind: 'short', written: trial.next() },
    times: 1,
    of: 110,
  })),
]
