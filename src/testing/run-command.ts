import { vi } from 'vitest'
import { main } from '../cli/main.ts'

/** What a command line left behind. */
export interface CommandRun {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line in this process, with both outputs as text; takes all mocks away after it. */
export async function runCommand(...argv: string[]): Promise<CommandRun> {
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation(text => {
      written[name] += String(text)
      return true
    })
  }
  process.exitCode = 0
  const exitCode = await main(argv)
  process.exitCode = 0
  vi.restoreAllMocks()
  return { exitCode, ...written }
}
