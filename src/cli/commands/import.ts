import { basename, extname } from 'node:path'
import { type Command, Option } from 'commander'
import { EXIT_CODES } from '../../core/errors.ts'
import { type ImportReport, matchPredictions, type NamedRow } from '../../evaluate/import/match-predictions.ts'
import { IMPORT_SOURCES, type ImportSource } from '../../evaluate/import/read-predictions.ts'
import { readEvaluationQuestions } from '../../node/read-evaluation-data.ts'
import { readPredictions } from '../../node/read-predictions.ts'
import { writeRows } from '../../node/write-rows.ts'
import { printJson, printLine } from '../output.ts'

interface Flags {
  readonly from: ImportSource
  readonly dataset: string
  readonly model?: string
  readonly out: string
  readonly json?: boolean
}

/** `import FILE --from NAME --dataset DIR --out responses.jsonl`: another harness's predictions as responses. */
export function register(program: Command): void {
  program
    .command('import <file>')
    .description('turn the predictions of another harness into responses')
    .addOption(new Option('--from <name>', 'the harness').choices(IMPORT_SOURCES).makeOptionMandatory())
    .requiredOption('--dataset <dir>', 'the dataset folder that was asked')
    .requiredOption('--out <file>', 'responses.jsonl to write')
    .option('--model <name>', 'the model’s name (default: as the file says, else the file’s name)')
    .option('--json', 'print one JSON document')
    .action(async (file: string, flags: Flags) => {
      const questions = await readEvaluationQuestions(flags.dataset)
      const { predictions, model: named } = await readPredictions(file, flags.from)
      const model = flags.model ?? named ?? basename(file, extname(file))
      const { rows, report } = matchPredictions(questions, predictions, model)
      await writeRows(flags.out, rows)
      for (const line of lines(flags.out, model, report)) printLine(line, flags.json)
      if (flags.json) printJson({ out: flags.out, model, ...report })
      if (report.unmatched.length + report.duplicates.length > 0) process.exitCode = EXIT_CODES.data
    })
}

const NAMED = 5

function lines(out: string, model: string, { matched, rows, unmatched, duplicates, missing }: ImportReport): string[] {
  return [
    `${out}: ${matched} answers of ${model} from ${rows} rows`,
    ...told('unmatched', unmatched.map(named)),
    ...told('duplicates', duplicates.map(named)),
    ...told('questions without a row', missing),
  ]
}

const named = ({ place, question, why }: NamedRow): string => `row ${place} (${question}: ${why})`

function told(label: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  return [`${names.length} ${label}: ${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ', …' : ''}`]
}
