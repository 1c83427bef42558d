import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FaultKind } from './fault-kind.ts'
import type { Trial } from './trial.ts'

const DEAD = 999_999_999

/** A run that was stopped in order, and then a lock that it did not leave. */
async function withLock(trial: Trial, put: (lock: string) => void): Promise<void> {
  const going = trial.begin()
  await trial.moment()
  going.process.kill('SIGTERM')
  await going.ended
  mkdirSync(join(trial.out, '.run'), { recursive: true })
  put(join(trial.out, '.run', 'lock'))
  trial.faults++
}

/** Locks that nobody holds: the run takes them over. */
async function forsaken(trial: Trial): Promise<void> {
  await withLock(trial, lock => {
    const put = trial.pick([
      () => writeFileSync(lock, `${DEAD} ${hostname()}`),
      () => writeFileSync(lock, `${DEAD} ${hostname()} 12345`),
      () => writeFileSync(lock, `${DEAD}`),
      () => writeFileSync(lock, ''),
      () => writeFileSync(lock, 'no lock'),
      () => writeFileSync(lock, '\0\0\0\0'),
      () => writeFileSync(lock, `-1 ${hostname()}`),
      () => symlinkSync('/nowhere/at/all', lock),
    ])
    put()
  })
}

/** The id of a process that is gone belongs to another by now. */
async function reused(trial: Trial): Promise<void> {
  const other = spawn('sleep', ['60'], { stdio: 'ignore' })
  try {
    await withLock(trial, lock => writeFileSync(lock, `${other.pid} ${hostname()} 1`))
    const { exitCode } = await trial.run()
    if (exitCode !== 0) trial.violate('a lock whose process is gone was not taken over')
  } finally {
    other.kill()
  }
}

/** Another machine holds the folder: refused while its lock is fresh, taken over when it stays as it is. */
async function elsewhere(trial: Trial): Promise<void> {
  const seconds = trial.pick([0, 3600, -3600, -90, 1e9])
  await withLock(trial, lock => {
    writeFileSync(lock, `${trial.integer(1, 30_000)} another-machine 77`)
    const at = new Date(Date.now() + 1000 * seconds)
    utimesSync(lock, at, at)
  })
  if (seconds !== 0) return
  const { exitCode } = await trial.run()
  if (exitCode !== 2) trial.violate('a fresh lock of another machine is no hindrance')
  utimesSync(join(trial.out, '.run', 'lock'), 1, 1)
}

async function folderAsLock(trial: Trial): Promise<void> {
  await withLock(trial, lock => mkdirSync(lock))
}

/** Locks that are not what they should be. */
export const LOCK_FAULTS: readonly FaultKind[] = [
  { name: 'a lock that nobody holds', task: 'stub', weight: 7, strike: forsaken },
  { name: 'a lock whose process id is another’s now', task: 'stub', weight: 2, strike: reused },
  { name: 'a lock of another machine, of any age', task: 'stub', weight: 4, slow: true, strike: elsewhere },
  { name: 'a folder in the lock’s place', task: 'stub', weight: 1, strike: folderAsLock },
]
