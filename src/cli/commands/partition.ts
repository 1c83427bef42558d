import { basename, join } from 'node:path'
import { Argument, type Command, Option } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import { EXIT_CODES } from '../../core/errors.ts'
import { BOX_FORMS, type BoxForm } from '../../evaluate/partition/cv-bench.ts'
import { PARTITION_DEFAULTS, PARTITION_FORMS, type PartitionForm } from '../../evaluate/partition/partition.ts'
import { partitionFile } from '../../node/partition-file.ts'
import { writeFileAtomic } from '../../node/write-file.ts'
import { partitionReport, partitionSentence, splitTable } from '../../report/partition-report.ts'
import { tableMarkdown } from '../../report/table.ts'
import { printJson, printLine } from '../output.ts'
import { share } from '../parse-option.ts'

interface PartitionFlags {
  readonly out: string
  readonly from?: PartitionForm
  readonly boxes?: BoxForm
  readonly margin: number
  readonly predictions?: string
  readonly json?: boolean
}

/** `partition FILE --out DIR`: consistent, counter, ambiguous of a benchmark that is not ours. */
export function register(program: Command): void {
  program
    .command('partition')
    .description('split another benchmark’s depth questions into consistent, counter and ambiguous')
    .addArgument(
      new Argument('<file>', 'EmbSpatial-Bench, CV-Bench 3D or a plain table: .tsv .csv .jsonl .json .parquet'),
    )
    .requiredOption('--out <dir>', 'folder for rows.csv, partition.json and report.html')
    .addOption(new Option('--from <form>', 'form of the rows (default: told by the columns)').choices(PARTITION_FORMS))
    .addOption(new Option('--boxes <form>', 'CV-Bench boxes: x1 y1 x2 y2, or x y width height').choices(BOX_FORMS))
    .option('--margin <share>', 'margin as a share of the image height', share, PARTITION_DEFAULTS.margin)
    .option('--predictions <file>', 'id, prediction (.csv .tsv .jsonl): accuracy on each split')
    .option('--json', 'print one JSON document')
    .action(async (file: string, flags: PartitionFlags) => {
      const summary = await partitionFile(file, {
        form: flags.from ?? null,
        boxes: flags.boxes ?? null,
        margin: flags.margin,
        predictions: flags.predictions ?? null,
        outDir: flags.out,
      })
      const command = ['spatialtunnel', ...process.argv.slice(2)].join(' ')
      const tool = `${packageJson.name} ${packageJson.version}`
      const html = partitionReport(basename(file), summary, [
        ['command', command],
        ['tool', tool],
      ])
      await writeFileAtomic(join(flags.out, 'report.html'), html)
      await writeFileAtomic(join(flags.out, 'partition.json'), `${JSON.stringify(summary, null, 2)}\n`)
      printLine(partitionSentence(basename(file), summary), flags.json)
      if (flags.json) printJson(summary)
      else printLine(`\n${tableMarkdown(splitTable(basename(file), summary))}`)
      const faulty = Object.entries(summary.skipped).some(([reason, n]) => reason !== 'not-depth' && n > 0)
      if (faulty) process.exitCode = EXIT_CODES.data
    })
}
