import type { FaultKind, TaskName } from './fault-kind.ts'
import type { Trial } from './trial.ts'

const YEAR_MS = 365.25 * 24 * 3600 * 1000

/** The driver, hit by a signal at a random moment; twice as often as not also when it goes on. */
async function signal(trial: Trial, names: readonly NodeJS.Signals[]): Promise<void> {
  for (let hits = trial.integer(1, 3); hits > 0 || trial.faults === 0; hits--) {
    const going = trial.begin()
    let ended = false
    void going.ended.then(() => {
      ended = true
    })
    await trial.moment()
    const name = trial.pick(names)
    if (!ended && going.process.kill(name)) trial.faults++
    // A second Ctrl-C follows the first now and then.
    if (name === 'SIGINT' && trial.next() < 0.3) going.process.kill(name)
    trial.look(await going.ended)
  }
}

/** Two or three at once, begun within the time that one takes. */
async function several(trial: Trial): Promise<void> {
  const count = trial.integer(2, 3)
  const close = trial.next() < 0.5
  const goings = Array.from({ length: count }, async (_, i) => {
    if (i > 0 && !close) await trial.moment()
    return trial.begin().ended
  })
  const ended = await Promise.all(goings)
  trial.faults++
  for (const one of ended) trial.look(one)
  if (ended.every(({ exitCode }) => exitCode !== 0)) trial.violate('of several at once none came to its end')
}

async function clock(trial: Trial): Promise<void> {
  const byMs = trial.pick([-50, -10, -1, -0.001, 0.001, 1, 10, 100]) * YEAR_MS
  const afterMs = trial.next() * trial.task.ms
  trial.faults++
  const { exitCode } = await trial.run({ clock: { afterMs, byMs } })
  if (exitCode !== 0) trial.violate('a clock that jumps is no reason to stop')
}

/** A jump, then `kill -9`, then another clock for the rest. */
async function clockAndKill(trial: Trial): Promise<void> {
  const jump = () => ({ afterMs: trial.next() * trial.task.ms, byMs: (trial.next() * 60 - 30) * YEAR_MS })
  const going = trial.begin({ clock: jump() })
  await trial.moment()
  going.process.kill('SIGKILL')
  await going.ended
  const { exitCode } = await trial.run({ clock: jump() })
  if (exitCode !== 0) trial.violate('a clock that jumps is no reason to stop')
  trial.faults += 2
}

const on = (task: TaskName, weights: readonly [number, number, number, number, number]): FaultKind[] => [
  { name: 'kill -9 of the driver', task, weight: weights[0], strike: trial => signal(trial, ['SIGKILL']) },
  { name: 'Ctrl-C, SIGTERM', task, weight: weights[1], strike: trial => signal(trial, ['SIGINT', 'SIGTERM']) },
  { name: 'two or three runs at once', task, weight: weights[2], strike: several },
  { name: 'the clock jumps', task, weight: weights[3], strike: clock },
  { name: 'the clock jumps, kill -9, another jump', task, weight: weights[4], strike: clockAndKill },
]

/** Faults that hit the driver as a process. */
export const DRIVER_FAULTS: readonly FaultKind[] = [
  ...on('real', [8, 5, 5, 3, 2]),
  ...on('stub', [6, 4, 10, 5, 3]),
  ...on('ask', [3, 3, 3, 1, 1]),
]
