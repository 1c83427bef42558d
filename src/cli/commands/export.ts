import { type Command, Option } from 'commander'
import { openExportSource } from '../../node/export/export-source.ts'
import { EXPORT_DEFAULTS, EXPORTERS, type ExportName, type ExportOptions } from '../../node/export/exporters.ts'
import { printJson, printLine } from '../output.ts'
import { positiveInteger, share, wholeNumber } from '../parse-option.ts'

interface Flags extends Partial<Omit<ExportOptions, 'maxBytes'>> {
  readonly to: ExportName
  readonly out: string
  readonly maxMb?: number
  readonly json?: boolean
}

/** `export DIR --to NAME --out PATH`: the dataset in the form of another tool. */
export function register(program: Command): void {
  program
    .command('export <dir>')
    .description('write a dataset in the form of another tool')
    .addOption(new Option('--to <name>', 'the form').choices(Object.keys(EXPORTERS)).makeOptionMandatory())
    .requiredOption('--out <path>', 'new folder, or file (croissant, glb, probing, zip)')
    .addOption(new Option('--layout <name>', 'hf: Parquet, or pictures as files').choices(['parquet', 'imagefolder']))
    .addOption(new Option('--rows <name>', 'hf: a row a …').choices(['question', 'scene']))
    .option('--scene <id>', 'glb: the scene (default: the first)')
    .option('--max-mb <n>', 'vlmevalkit, webdataset: largest part', positiveInteger)
    .option('--chains <n>', 'sft: generated questions with a chain, a scene', wholeNumber, EXPORT_DEFAULTS.chains)
    .option('--replay <file>', 'sft: an older training set (JSONL with messages) to mix in')
    .option('--ratio <share>', 'sft: share of the replayed rows', share, EXPORT_DEFAULTS.ratio)
    .option('--json', 'print one JSON document')
    .action(async (dir: string, { to, out, maxMb, json = false, ...flags }: Flags) => {
      const source = await openExportSource(dir)
      const { count, files } = await EXPORTERS[to](source, out, {
        ...EXPORT_DEFAULTS,
        ...flags,
        maxBytes: maxMb === undefined ? EXPORT_DEFAULTS.maxBytes : maxMb * 1_000_000,
      })
      const { scenes, questions } = source.head
      if (json) printJson({ out, to, scenes, questions, fileCount: count, files })
      else printLine(`${out}: ${scenes} scenes, ${questions} questions as ${to} (${count} files)`)
    })
}
