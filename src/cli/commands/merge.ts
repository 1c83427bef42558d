import type { Command } from 'commander'
import { mergeDatasets } from '../../batch/merge-datasets.ts'
import { printJson, printLine } from '../output.ts'
import { writeDatasetReport } from '../write-dataset-report.ts'

/** `merge DIR… --out DIR`: shards into one dataset. */
export function register(program: Command): void {
  program
    .command('merge')
    .description('put the shards of a suite together, every file checked')
    .argument('<dir...>', 'dataset folders of all shards, in any order')
    .requiredOption('--out <dir>', 'dataset folder to write')
    .option('--json', 'print one JSON document')
    .action(async (dirs: string[], { out, json }: { out: string; json?: boolean }) => {
      const { counts } = await mergeDatasets(dirs, out, writeDatasetReport)
      if (json) printJson({ out, ...counts })
      printLine(`${out}: ${counts.scenes} scenes from ${dirs.length} shards`, json)
    })
}
