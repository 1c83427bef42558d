import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { choice, type Stream } from '../../core/rng.ts'
import { processesWith } from '../processes.ts'
import { type BuiltCommand, type Ended, type Going, startCommand } from './command.ts'
import type { FsFault } from './fs-fault.ts'
import type { ProcessFaults } from './process-faults.ts'
import type { Task } from './tasks.ts'
import { treeDifferences } from './tree.ts'

/** Runs after the fault, before the task is given up: one is enough for nearly all, a second for what the first mends. */
const RUNS_AFTER = 3

/** Browsers end together with the driver, but not at the same instant. */
const ORPHAN_GRACE_MS = 8000

/** One task, hit by one or several faults, and what came of it. */
export class Trial {
  readonly violations: string[] = []
  /** One line an error that a command of this trial ended with. */
  readonly told: string[] = []
  /** Faults that struck. */
  faults = 0
  /** The refusal that the trial ended with, if it did. */
  refused: string | null = null
  readonly out: string
  private readonly pids: number[] = []
  private readonly undos: Array<() => void> = []

  constructor(
    readonly task: Task,
    readonly next: Stream,
    readonly folder: string,
    private readonly built: BuiltCommand,
  ) {
    mkdirSync(folder, { recursive: true })
    this.out = join(folder, 'out')
  }

  /** Undone when the trial is over. */
  atEnd(undo: () => void): void {
    this.undos.push(undo)
  }

  end(): void {
    for (const undo of this.undos.reverse()) undo()
  }

  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  pick<Item>(list: readonly Item[]): Item {
    return choice(this.next, list)
  }

  violate(text: string): void {
    this.violations.push(text)
  }

  /** Starts the task; whoever starts it looks at how it ended. */
  begin(faults: ProcessFaults = {}): Going {
    return this.command(this.task.command(this.out), faults)
  }

  /** Starts any command of ours. */
  command(args: readonly string[], faults: ProcessFaults = {}): Going {
    const going = startCommand(this.built, args, { ...faults, stub: this.task.stub })
    this.pids.push(going.pid)
    return going
  }

  /** Runs the task to its end and looks at how it ended. */
  async run(faults: ProcessFaults = {}): Promise<Ended> {
    return this.look(await this.begin(faults).ended)
  }

  /** Whatever hits a command, it ends, and if not well then with one clear line. */
  look(ended: Ended): Ended {
    if (ended.hung) this.violate('no end')
    if (ended.hung || ended.exitCode === null || ended.exitCode === 0) return ended
    const errors = ended.stderr.split('\n').filter(line => line.startsWith('error: '))
    const [line = ended.stderr.trim().split('\n').at(-1) ?? ''] = errors
    const told = line.replaceAll(this.folder, '…')
    this.told.push(told)
    // What `validate` finds is its result; what an interrupted `ask` has left over, too.
    if (errors.length === 0 && (ended.exitCode === 1 || /"left": [1-9]/.test(ended.stdout))) return ended
    const clear = errors.length === 1 && line.length < 600 && !line.includes('(add --debug')
    if (!clear) this.violate(`not clear, exit ${ended.exitCode}: ${told.slice(0, 300)}`)
    if (![1, 2, 3].includes(ended.exitCode)) this.violate(`exit ${ended.exitCode}`)
    return ended
  }

  /** A moment of the task's life, or of the first share of it. */
  moment(share = 1): Promise<void> {
    return delay(this.next() * share * this.task.ms)
  }

  /** Runs the task with a fault of the file system that does strike: a place beyond its end is drawn again, nearer. */
  async runWithFsFault(fault: Omit<FsFault, 'below' | 'mark'>, clean: () => Promise<void>): Promise<Ended> {
    const mark = join(this.folder, `mark-${this.faults}`)
    for (let at = fault.at; ; at = Math.floor(at / 2)) {
      const ended = await this.run({ fs: { ...fault, at, below: this.out, mark } })
      if (existsSync(mark)) {
        this.faults++
        return ended
      }
      if (at === 0) return ended
      await clean()
    }
  }

  /** Gives the task again until it is done or refused, and holds what lies there against the undisturbed result. */
  async settle(): Promise<void> {
    for (let runs = 0; runs < RUNS_AFTER; runs++) {
      const intact = this.expectedToResume()
      const { exitCode, stdout, stderr } = await this.run()
      if (exitCode === 0) {
        this.refused = null
        this.holdResumed(intact, stdout)
        break
      }
      this.refused = this.told.at(-1) ?? stderr
    }
    await this.holdTree()
    await this.holdOrphans()
  }

  /** Does `validate` pass what lies there? */
  async passes(): Promise<boolean> {
    return this.look(await this.command(['validate', this.out]).ended).exitCode === 0
  }

  private async differences(): Promise<string[]> {
    return treeDifferences(await this.task.treeOf(this.out), this.task.reference)
  }

  private async holdTree(): Promise<void> {
    const differences = existsSync(this.out) ? await this.differences() : ['nothing there']
    // `merge` refuses a folder in which it has done its work.
    if (differences.length === 0) this.refused = null
    if (differences.length === 0) return
    if (this.refused !== null) {
      const finished = existsSync(join(this.out, 'dataset.json'))
      if (finished && (await this.passes())) this.violate(`refused, and yet \`validate\` passes it: ${differences[0]}`)
      return
    }
    const shown = `${differences.slice(0, 4).join(', ')}${differences.length > 4 ? ` and ${differences.length - 4} more` : ''}`
    this.violate(`done, and yet ${shown}${this.duplicates()}`)
  }

  private duplicates(): string {
    const path = join(this.out, 'scenes.jsonl')
    if (!existsSync(path)) return ''
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    return `; ${lines.length} rows, ${lines.length - new Set(lines).size} of them twice`
  }

  /** Null where it cannot be known. */
  private expectedToResume(): number | null {
    if (existsSync(join(this.out, 'dataset.json'))) return null
    try {
      return this.task.intact(this.out)
    } catch {
      return null
    }
  }

  private holdResumed(intact: number | null, stdout: string): void {
    const { resumed } = JSON.parse(stdout) as { resumed?: number }
    if (intact === null || resumed === undefined || resumed >= intact) return
    this.violate(`${intact} were there, ${resumed} were taken over`)
  }

  /** No browser outlives its driver. */
  private async holdOrphans(): Promise<void> {
    const orphans = (): number[] => this.pids.flatMap(pid => processesWith(`spatialtunnel-browser-${pid}-`))
    for (let waited = 0; waited < ORPHAN_GRACE_MS && orphans().length > 0; waited += 100) await delay(100)
    const left = orphans()
    for (const pid of left) process.kill(pid, 'SIGKILL')
    if (left.length > 0) this.violate(`${left.length} processes of a browser outlived their driver`)
  }
}
