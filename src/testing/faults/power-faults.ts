import { spawnSync } from 'node:child_process'
import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FaultKind } from './fault-kind.ts'
import type { Trial } from './trial.ts'

/** Stops a file system on the spot (`EXT4_IOC_SHUTDOWN` without its log): what is not on the disk by then never will be. */
const STOP = `
import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack("I", 2))
`

function must(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr ?? error?.message}`)
}

/** The trial's folder on a disk of its own (ext4 in a file), which can lose its power. */
function putOnDisk(trial: Trial): void {
  const image = imageOf(trial)
  must('truncate', '-s', '48M', image)
  must('mkfs.ext4', '-q', '-F', image)
  mkdirSync(trial.out)
  must('mount', '-o', 'loop', image, trial.out)
  trial.atEnd(() => void spawnSync('umount', ['-l', trial.out]))
  rmdirSync(join(trial.out, 'lost+found'))
  must('sync', '-f', trial.out)
}

const imageOf = (trial: Trial): string => join(trial.folder, 'disk.ext4')

/** What the disk has when the machine is on again. */
function powerOn(trial: Trial): void {
  must('umount', trial.out)
  must('mount', '-o', 'loop', imageOf(trial), trial.out)
}

/** At any moment of the run. */
async function duringRun(trial: Trial): Promise<void> {
  putOnDisk(trial)
  const going = trial.begin()
  await trial.moment()
  must('python3', '-c', STOP, trial.out)
  trial.faults++
  going.process.kill('SIGKILL')
  await going.ended
  powerOn(trial)
}

/** Right behind its last word: what is said to be done is there. */
async function behindRun(trial: Trial): Promise<void> {
  putOnDisk(trial)
  const { exitCode } = await trial.run()
  must('python3', '-c', STOP, trial.out)
  trial.faults++
  powerOn(trial)
  if (exitCode === 0 && !(await trial.passes())) trial.violate('done, and yet a power cut took a part of it')
}

/** The machine's power goes: nothing that was not forced to the disk is there afterwards. */
export const POWER_FAULTS: readonly FaultKind[] = [
  { name: 'a power cut (ext4)', task: 'stub', weight: 6, strike: duringRun },
  { name: 'a power cut behind a run (ext4)', task: 'stub', weight: 2, strike: behindRun },
  { name: 'ask: a power cut (ext4)', task: 'ask', weight: 2, strike: duringRun },
  { name: 'merge: a power cut (ext4)', task: 'merge', weight: 1, strike: duringRun },
  { name: 'merge: a power cut behind it (ext4)', task: 'merge', weight: 1, strike: behindRun },
]
