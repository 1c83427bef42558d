/**
 * Faults, seeded: a small suite drawn once undisturbed, then again and again while something goes wrong (signals, killed
 * and hanging browsers, full and read-only disks, errors at any operation of the file system, damaged files, stale locks,
 * a clock that jumps, a power cut, several runs at once); its parts merged, and its questions asked of a server that
 * misbehaves, likewise. Given again, the same command must end with the very same bytes (answers in any order) or refuse in
 * one clear line; what was drawn or answered must not be made again, no browser may outlive its driver.
 *
 * `npm run soak:faults -- [--seed 1] [--faults 200] [--only text] [--trial n]`; the last two take one kind, one trial of it.
 * Which faults, in which order, at which operation or share of the time comes from the seed; what a run does at that
 * moment depends on the machine. Linux; as root, since disks are mounted. Exit 1 on any violation.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { stream } from '../src/core/rng.ts'
import type { BuiltCommand } from '../src/testing/faults/command.ts'
import type { FaultKind } from '../src/testing/faults/fault-kind.ts'
import { FAULT_KINDS, trialsOfKinds } from '../src/testing/faults/fault-kinds.ts'
import { makeTasks } from '../src/testing/faults/tasks.ts'
import { Trial } from '../src/testing/faults/trial.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '200' },
    only: { type: 'string' },
    trial: { type: 'string' },
  },
})
const BUILT: BuiltCommand = { cli: resolve('dist/cli.js'), preload: resolve('dist/bench/faults-preload.js') }
const began = performance.now()

const line = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell, i) => (i < 2 ? String(cell).padEnd(i === 0 ? 44 : 9) : String(cell).padStart(9))).join(' ')}\n`

const mounted = (): string[] =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .flatMap(text => text.split(' ')[1] ?? [])
    .filter(folder => folder.startsWith(root))

interface Planned {
  readonly kind: FaultKind
  readonly nth: number
}

interface Outcome extends Planned {
  readonly trial: Trial
  readonly seconds: number
}

const root = mkdtempSync(join(tmpdir(), 'spatialtunnel-faults-'))
const tasks = await makeTasks(root, BUILT)
const planned = plan()
const outcomes: Outcome[] = []
// Three at a time: one that draws in browsers, one that does not, one that mostly waits.
await Promise.all([
  work(planned.filter(({ kind }) => kind.slow)),
  work(planned.filter(({ kind }) => !kind.slow && kind.task === 'real')),
  work(planned.filter(({ kind }) => !kind.slow && kind.task !== 'real')),
])
await tasks.close()
report()

function plan(): Planned[] {
  return [...trialsOfKinds(Number(values.faults))].flatMap(([kind, count]) => {
    if (values.only && !`${kind.task}: ${kind.name}`.includes(values.only)) return []
    const all = Array.from({ length: count }, (_, nth) => ({ kind, nth }))
    return values.trial === undefined ? all : [{ kind, nth: Number(values.trial) }]
  })
}

async function work(mine: readonly Planned[]): Promise<void> {
  for (const one of mine) {
    outcomes.push(await tryOne(one))
    if (outcomes.length % 10 === 0) process.stderr.write(`${outcomes.length} of ${planned.length} trials\n`)
  }
}

async function tryOne({ kind, nth }: Planned): Promise<Outcome> {
  const from = performance.now()
  const folder = join(root, `trial-${FAULT_KINDS.indexOf(kind)}-${nth}`)
  const next = stream(values.seed, `${kind.task}: ${kind.name}`, `trial ${nth}`)
  const trial = new Trial(tasks.byName[kind.task], next, folder, BUILT)
  try {
    await kind.strike(trial)
    await trial.settle()
  } catch (error) {
    trial.violate(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  trial.end()
  if (trial.violations.length === 0) rmSync(folder, { recursive: true, force: true })
  for (const text of trial.violations) {
    process.stdout.write(`VIOLATION ${kind.task}: ${kind.name}, seed ${values.seed}, trial ${nth}: ${text}\n`)
    for (const told of trial.told) process.stdout.write(`  told: ${told.slice(0, 300)}\n`)
  }
  return { kind, nth, trial, seconds: (performance.now() - from) / 1000 }
}

function report(): void {
  process.stdout.write(line(['kind', 'task', 'trials', 'faults', 'identical', 'refused', 'violated', 's each']))
  const sum = { trials: 0, faults: 0, identical: 0, refused: 0, violated: 0, real: 0 }
  for (const kind of FAULT_KINDS) {
    const own = outcomes.filter(outcome => outcome.kind === kind)
    if (own.length === 0) continue
    const row = {
      trials: own.length,
      faults: own.reduce((all, { trial }) => all + trial.faults, 0),
      identical: own.filter(({ trial }) => trial.violations.length === 0 && trial.refused === null).length,
      refused: own.filter(({ trial }) => trial.violations.length === 0 && trial.refused !== null).length,
      violated: own.filter(({ trial }) => trial.violations.length > 0).length,
      real: tasks.byName[kind.task].stub ? 0 : own.length,
    }
    for (const key of Object.keys(row) as Array<keyof typeof row>) sum[key] += row[key]
    const { trials, faults, identical, refused, violated } = row
    const seconds = own.reduce((all, outcome) => all + outcome.seconds, 0) / trials
    process.stdout.write(line([kind.name, kind.task, trials, faults, identical, refused, violated, seconds.toFixed(1)]))
    const endings = new Set(own.flatMap(({ trial }) => trial.refused ?? []))
    for (const text of endings) process.stdout.write(`    refused: ${text.slice(0, 240)}\n`)
  }
  const leftovers = readdirSync('/dev/shm').filter(name => name.startsWith('spatialtunnel-browser-'))
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  process.stdout.write(
    `\n${sum.faults} faults in ${sum.trials} trials (${sum.real} with real browsers), seed ${values.seed}: ${sum.identical} identical, ` +
      `${sum.refused} refused, ${sum.violated} violated; ${minutes} min; profiles left ${leftovers.length}\n`,
  )
  for (const folder of mounted()) spawnSync('umount', ['-l', folder])
  if (sum.violated === 0) rmSync(root, { recursive: true, force: true })
  else process.stdout.write(`left for a look: ${root}\n`)
  process.exitCode = sum.violated === 0 && sum.trials > 0 ? 0 : 1
}
