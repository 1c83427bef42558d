import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import type { FaultKind, TaskName } from './fault-kind.ts'
import type { Trial } from './trial.ts'

const mount = (...args: string[]): boolean => spawnSync('mount', args, { stdio: 'ignore' }).status === 0

/** The trial's folder on a small disk of its own; false where nothing may be mounted. */
async function onDisk(trial: Trial, kib: number, use: () => Promise<void>): Promise<void> {
  mkdirSync(trial.out)
  if (!mount('-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', trial.out)) throw new Error('no right to mount a disk')
  trial.atEnd(() => void spawnSync('umount', ['-l', trial.out]))
  await use()
}

/** A disk that is too small, then a little larger, then large enough. @param kib what the task writes, about */
async function full(trial: Trial, kib: number): Promise<void> {
  await onDisk(trial, trial.integer(8, kib), async () => {
    if ((await trial.run()).exitCode !== 0) trial.faults++
    mount('-o', `remount,size=${trial.integer(kib, 1.5 * kib)}k`, trial.out)
    if ((await trial.run()).exitCode !== 0) trial.faults++
    mount('-o', 'remount,size=65536k', trial.out)
  })
}

/** A disk that may not be written to, at the beginning or when the run goes on. */
async function readOnly(trial: Trial): Promise<void> {
  await onDisk(trial, 65_536, async () => {
    if (trial.next() < 0.7) {
      const going = trial.begin()
      await trial.moment()
      going.process.kill('SIGKILL')
      await going.ended
    }
    mount('-o', 'remount,ro', trial.out)
    if ((await trial.run()).exitCode !== 0) trial.faults++
    mount('-o', 'remount,rw', trial.out)
  })
}

/** No right to write: root may anyway, and then nothing is disturbed. */
async function noRight(trial: Trial): Promise<void> {
  mkdirSync(trial.out)
  await chmod(trial.out, 0o555)
  await trial.run()
  await chmod(trial.out, 0o755)
  trial.faults++
}

const on = (task: TaskName, weight: number, kib = 400): FaultKind[] => [
  { name: 'a full disk (tmpfs)', task, weight, strike: trial => full(trial, kib) },
  { name: 'a read-only disk (tmpfs)', task, weight: weight / 2, strike: readOnly },
]

export const DISK_FAULTS: readonly FaultKind[] = [
  ...on('real', 4),
  ...on('stub', 6),
  ...on('ask', 2, 70),
  { name: 'a read-only folder', task: 'stub', weight: 1, strike: noRight },
]
