import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import * as ask from './commands/ask.ts'
import * as audit from './commands/audit.ts'
import * as baseline from './commands/baseline.ts'
import * as bench from './commands/bench.ts'
import * as chains from './commands/chains.ts'
import * as check from './commands/check.ts'
import * as demo from './commands/demo.ts'
import * as doctor from './commands/doctor.ts'
import * as example from './commands/example.ts'
import * as exportDataset from './commands/export.ts'
import * as importPredictions from './commands/import.ts'
import * as link from './commands/link.ts'
import * as merge from './commands/merge.ts'
import * as open from './commands/open.ts'
import * as pairs from './commands/pairs.ts'
import * as partition from './commands/partition.ts'
import * as probe from './commands/probe.ts'
import * as render from './commands/render.ts'
import * as rerender from './commands/rerender.ts'
import * as score from './commands/score.ts'
import * as soak from './commands/soak.ts'
import * as studio from './commands/studio.ts'
import * as study from './commands/study.ts'
import * as validate from './commands/validate.ts'
import { reportError } from './report-error.ts'

/** A command's file: `src/cli/commands/<verb>.ts` adds its verb to the program, reads options, calls, prints. */
export interface CommandModule {
  register(program: Command): void
}

/** Every command, in the order in which `--help` lists them. */
export const commands: readonly CommandModule[] = [
  check,
  demo,
  doctor,
  render,
  merge,
  validate,
  rerender,
  exportDataset,
  ask,
  importPredictions,
  baseline,
  score,
  partition,
  pairs,
  probe,
  study,
  chains,
  audit,
  example,
  link,
  open,
  studio,
  bench,
  soak,
]

/** The whole command line; tests parse with it too. */
export function createProgram(): Command {
  const program = new Command('spatialtunnel')
    .description(packageJson.description)
    .version(packageJson.version)
    .option('--debug', 'print the stack trace of an error')
    .exitOverride()
  for (const command of commands) command.register(program)
  return program
}

/**
 * Runs one command line.
 *
 * @param argv the arguments after `node cli.js`
 * @returns the exit code: 0 done, 1 the data fell short, 2 the call or input was wrong, 3 the run failed
 */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(argv, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    return reportError(error, argv.includes('--debug'))
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  // A reader that has gone (`| head`) is no error: nobody is left to read the rest.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  process.exitCode = await main(process.argv.slice(2))
}
