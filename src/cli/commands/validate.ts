import type { Command } from 'commander'
import { validateDataset } from '../../batch/validate-dataset.ts'
import { EXIT_CODES } from '../../core/errors.ts'
import { printJson, printLine } from '../output.ts'

/** Problems that are printed; `--json` has them all. */
const PRINTED = 20

/** `validate DIR`: a dataset against its suite, its checksums and geometry. */
export function register(program: Command): void {
  program
    .command('validate')
    .description('check a dataset: schema, checksums, counts, questions, and truth against pixels')
    .argument('<dir>', 'dataset folder')
    .option('--json', 'print one JSON document')
    .action(async (dir: string, { json }: { json?: boolean }) => {
      const { scenes, problems } = await validateDataset(dir)
      const ok = problems.length === 0
      if (json) printJson({ ok, scenes, problems })
      for (const { scene, code, message } of problems.slice(0, PRINTED)) {
        printLine(`${scene || dir}: ${code}: ${message}`, json)
      }
      if (problems.length > PRINTED) printLine(`… and ${problems.length - PRINTED} more (--json lists all)`, json)
      printLine(`${dir}: ${scenes} scenes, ${ok ? 'all as they should be' : `${problems.length} problems`}`, json)
      if (!ok) process.exitCode = EXIT_CODES.data
    })
}
