import { type ChildProcess, spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { FAULTS_VARIABLE, type ProcessFaults } from './process-faults.ts'

/** No command of a trial takes so long, whatever hits it: one that does has hung. */
const HANG_MS = 120_000

/** How a command ended. */
export interface Ended {
  readonly pid: number
  /** Null: a signal ended it. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly hung: boolean
}

/** A command of ours under way. */
export interface Going {
  readonly process: ChildProcess
  readonly pid: number
  readonly ended: Promise<Ended>
}

/** Where the built command line lies, and what is loaded into it in front. */
export interface BuiltCommand {
  readonly cli: string
  readonly preload: string
}

/** `spatialtunnel …` as a process of its own, with faults put under it. */
export function startCommand({ cli, preload }: BuiltCommand, args: readonly string[], faults: ProcessFaults): Going {
  const environment = { ...process.env, [FAULTS_VARIABLE]: JSON.stringify(faults) }
  const child = spawn(process.execPath, ['--import', pathToFileURL(preload).href, cli, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  })
  const pid = child.pid!
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', text => {
      texts[name] += text
    })
  }
  let hung = false
  const timer = setTimeout(() => {
    hung = true
    child.kill('SIGKILL')
  }, HANG_MS)
  const ended = new Promise<Ended>(resolve => {
    child.on('close', exitCode => {
      clearTimeout(timer)
      resolve({ pid, exitCode, ...texts, hung })
    })
  })
  return { process: child, pid, ended }
}
