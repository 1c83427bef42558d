import type { Command } from 'commander'
import { validateDataset } from '../../batch/validate-dataset.ts'
import { EXIT_CODES } from '../../core/errors.ts'
import { printJson, printLine } from '../output.ts'

/** Problems that are printed; `--json` has more of them. */
const PRINTED = 20

/** `validate DIR`: a dataset against its suite, its checksums and geometry. */
export function register(program: Command): void {
  program
    .command('validate')
    .description('check a dataset: schema, checksums, counts, questions, and truth against pixels')
    .argument('<dir>', 'dataset folder')
    .option('--json', 'print one JSON document')
    .action(async (dir: string, { json }: { json?: boolean }) => {
      const { scenes, problemCount, problems } = await validateDataset(dir)
      const ok = problemCount === 0
      if (json) printJson({ ok, scenes, problemCount, problems })
      for (const { scene, code, message } of problems.slice(0, PRINTED)) {
        printLine(`${scene || dir}: ${code}: ${message}`, json)
      }
      if (problemCount > PRINTED) {
        printLine(`… and ${problemCount - PRINTED} more (--json lists ${problems.length})`, json)
      }
      printLine(`${dir}: ${scenes} scenes, ${ok ? 'all as they should be' : `${problemCount} problems`}`, json)
      if (!ok) process.exitCode = EXIT_CODES.data
    })
}
