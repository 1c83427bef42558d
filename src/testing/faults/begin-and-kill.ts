import { rm } from 'node:fs/promises'
import type { Trial } from './trial.ts'

/** A run that was killed about where the seed says, so that something lies there and something is missing. */
export async function beginAndKill(trial: Trial): Promise<void> {
  const operations = ['write'] as const
  const effect = { kind: 'kill', written: 1 } as const
  const clean = (): Promise<void> => rm(trial.out, { recursive: true, force: true })
  await trial.runWithFsFault({ operations, effect, times: 1, at: trial.integer(10, 110) }, clean)
}
