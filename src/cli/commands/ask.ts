import type { Command } from 'commander'
import { EXIT_CODES } from '../../core/errors.ts'
import { type AskFlags, addAskOptions, setupOf } from '../ask-options.ts'
import { printJson, printLine } from '../output.ts'
import { positiveInteger } from '../parse-option.ts'
import { type AskOutcome, runAsk } from '../run-ask.ts'

interface Flags extends AskFlags {
  readonly out: string
  readonly limit?: number
  readonly json?: boolean
}

/** `ask DIR --base-url URL --model NAME --out responses.jsonl`: asks a model every question; resumes by itself. */
export function register(program: Command): void {
  const command = program.command('ask <dir>').description('ask a model behind an OpenAI-compatible server')
  addAskOptions(command)
    .requiredOption('--out <file>', 'responses.jsonl, journal and result in one')
    .option('--limit <n>', 'only the first questions', positiveInteger)
    .option('--json', 'print one JSON document')
    .action(async (dir: string, flags: Flags) => {
      const outcome = await runAsk(dir, flags.out, flags, { choose: items => items.inOrder(flags.limit) })
      if (flags.json) printJson({ out: flags.out, model: flags.model, setup: setupOf(flags), ...outcome })
      else printLine(sentence(flags.out, outcome))
      if (outcome.left > 0) process.exitCode = EXIT_CODES.run
    })
}

function sentence(out: string, { total, resumed, written, left }: AskOutcome): string {
  const asked = total - resumed - left
  const { ok, unparsed, refused, error } = written
  const counts = `${ok} answered, ${unparsed} without an answer, ${refused} refused, ${error} failed`
  const rest = left > 0 ? `; ${left} left: run the same command again` : ''
  const again = error > 0 ? ' (--retry-failed asks the failed ones again)' : ''
  return `${out}: ${asked} questions asked (${counts})${again}, ${resumed} were there${rest}`
}
