import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { processesBelow } from '../processes.ts'
import type { Going } from './command.ts'
import type { FaultKind } from './fault-kind.ts'
import type { Trial } from './trial.ts'

const BROWSER = '--user-data-dir='

/** A process of the run's browsers; waits for the first if need be. Null when the run is over before the moment comes. */
async function victim(trial: Trial, going: Going, text: string, share = 1): Promise<number | null> {
  let ended = false
  void going.ended.then(() => {
    ended = true
  })
  await trial.moment(share)
  while (!ended) {
    const found = processesBelow(going.pid, text)
    if (found.length > 0) return trial.pick(found)
    await delay(20)
  }
  return null
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    // It went while we looked.
    return false
  }
}

/** A signal to one process of a kind; the run has to mend that by itself. One that came too late is sent anew, earlier. */
async function hit(trial: Trial, text: string, signal: NodeJS.Signals): Promise<void> {
  for (let share = 1; trial.faults === 0 && share > 0.01; share /= 2) {
    await rm(trial.out, { recursive: true, force: true })
    const going = trial.begin()
    for (let hits = trial.integer(1, 2); hits > 0; hits--) {
      const pid = await victim(trial, going, text, share)
      if (pid !== null && send(pid, signal)) trial.faults++
    }
    const { exitCode } = trial.look(await going.ended)
    if (exitCode !== 0) trial.violate('a browser that goes ended the run')
  }
}

/** Stopped, and let go again after up to three seconds. */
async function pause(trial: Trial, text: string): Promise<void> {
  const going = trial.begin()
  const pid = await victim(trial, going, text)
  if (pid !== null && send(pid, 'SIGSTOP')) {
    trial.faults++
    await delay(3000 * trial.next())
    send(pid, 'SIGCONT')
  }
  const { exitCode } = trial.look(await going.ended)
  if (exitCode !== 0) trial.violate('a page that was slow for a moment ended the run')
}

/** Stopped for good: the time limits of a start and of a scene find it. */
async function hang(trial: Trial, text: string): Promise<void> {
  const going = trial.begin()
  const pid = await victim(trial, going, text)
  if (pid !== null && send(pid, 'SIGSTOP')) trial.faults++
  const { exitCode } = trial.look(await going.ended)
  if (exitCode !== 0) trial.violate('a browser that hangs ended the run')
}

/** A browser is killed, and then the driver while it starts another. */
async function browserAndDriver(trial: Trial): Promise<void> {
  const going = trial.begin()
  const pid = await victim(trial, going, BROWSER)
  if (pid !== null && send(pid, 'SIGKILL')) trial.faults++
  await delay(1500 * trial.next())
  if (going.process.kill('SIGKILL')) trial.faults++
  await going.ended
}

/** Faults that hit browsers; the driver is left alone. */
export const BROWSER_FAULTS: readonly FaultKind[] = [
  { name: 'kill -9 of a browser', task: 'real', weight: 8, strike: trial => hit(trial, BROWSER, 'SIGKILL') },
  { name: 'kill -9 of a page', task: 'real', weight: 8, strike: trial => hit(trial, '--type=renderer', 'SIGKILL') },
  {
    name: 'a page crashes (SIGSEGV)',
    task: 'real',
    weight: 4,
    strike: trial => hit(trial, '--type=renderer', 'SIGSEGV'),
  },
  {
    name: 'kill -9 of a GPU process',
    task: 'real',
    weight: 6,
    strike: trial => hit(trial, '--type=gpu-process', 'SIGKILL'),
  },
  {
    name: 'kill -9 of a network or storage process',
    task: 'real',
    weight: 3,
    strike: trial => hit(trial, '--type=utility', 'SIGKILL'),
  },
  { name: 'a page stops for up to 3 s', task: 'real', weight: 3, strike: trial => pause(trial, '--type=renderer') },
  { name: 'a browser stops for up to 3 s', task: 'real', weight: 2, strike: trial => pause(trial, BROWSER) },
  { name: 'kill -9 of a browser, then of the driver', task: 'real', weight: 3, strike: browserAndDriver },
  {
    name: 'a page hangs for good',
    task: 'real-few',
    weight: 3,
    slow: true,
    strike: trial => hang(trial, '--type=renderer'),
  },
  {
    name: 'a GPU process hangs for good',
    task: 'real-few',
    weight: 2,
    slow: true,
    strike: trial => hang(trial, '--type=gpu-process'),
  },
  { name: 'a browser hangs for good', task: 'real-few', weight: 2, slow: true, strike: trial => hang(trial, BROWSER) },
]
