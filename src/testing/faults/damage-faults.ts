import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beginAndKill } from './begin-and-kill.ts'
import { DAMAGES, damage, replaceBy } from './damage.ts'
import type { FaultKind } from './fault-kind.ts'
import { journalOf } from './intact-scenes.ts'
import type { Trial } from './trial.ts'

const filesOf = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

async function damageSome(trial: Trial, keep: (path: string) => boolean): Promise<void> {
  const files = (await filesOf(trial.out)).filter(keep)
  for (let count = trial.integer(1, 4); count > 0 && files.length > 0; count--) {
    const [path] = files.splice(trial.integer(0, files.length - 1), 1)
    await damage(path!, trial.pick(DAMAGES), trial.next)
    trial.faults++
  }
}

const isPicture = (path: string): boolean => path.endsWith('.png')

/** Pictures, journal, whatever lies in an unfinished run. */
async function unfinished(trial: Trial): Promise<void> {
  await beginAndKill(trial)
  await damageSome(trial, path => isPicture(path))
}

async function journal(trial: Trial): Promise<void> {
  await beginAndKill(trial)
  await damageSome(trial, path => path === journalOf(trial.out))
}

/** What a crash in the middle of a write leaves: the first part of a line, or rubbish. */
async function halfLine(trial: Trial): Promise<void> {
  await beginAndKill(trial)
  const half = trial.pick(['{', '{"kind":"scenes","scenes":[{"id":"', '\0\0\0\0\0\0\0\0', '{"kind":"run"', '\xff\xfe'])
  await appendFile(journalOf(trial.out), half)
  trial.faults++
}

/** A finished dataset: `validate` finds it, and the same command mends or refuses it. */
async function finished(trial: Trial, keep: (path: string) => boolean): Promise<void> {
  await trial.run()
  await damageSome(trial, keep)
  if (await trial.passes()) trial.violate('`validate` passes a damaged dataset')
}

/** Two pictures change places: each is whole, and wrong. */
async function exchanged(trial: Trial): Promise<void> {
  await trial.run()
  const pictures = (await filesOf(join(trial.out, 'images'))).filter(isPicture)
  await replaceBy(trial.pick(pictures.slice(1)), pictures[0]!)
  trial.faults++
  if (await trial.passes()) trial.violate('`validate` passes a damaged dataset')
}

/** Faults that happen to files while no run is there. */
export const DAMAGE_FAULTS: readonly FaultKind[] = [
  { name: 'pictures of an unfinished run', task: 'stub', weight: 10, strike: unfinished },
  { name: 'the journal', task: 'stub', weight: 10, strike: journal },
  { name: 'half a line in the journal', task: 'stub', weight: 3, strike: halfLine },
  { name: 'pictures of a dataset', task: 'stub', weight: 6, strike: trial => finished(trial, isPicture) },
  {
    name: 'tables of a dataset',
    task: 'stub',
    weight: 6,
    strike: trial => finished(trial, path => path.endsWith('.jsonl')),
  },
  {
    name: '`dataset.json`',
    task: 'stub',
    weight: 5,
    strike: trial => finished(trial, path => path.endsWith('dataset.json')),
  },
  { name: 'a picture in another’s place', task: 'stub', weight: 2, strike: exchanged },
]
