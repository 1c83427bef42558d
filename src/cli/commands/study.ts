import { join } from 'node:path'
import type { Command } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import { correlate } from '../../evaluate/study.ts'
import { assertWritable } from '../../node/assert-writable.ts'
import { readStudy } from '../../node/read-study.ts'
import { writeFileAtomic } from '../../node/write-file.ts'
import { correlationTable, type StudyInput, studyReport, studyTable } from '../../report/study-report.ts'
import { tableCsv, tableMarkdown } from '../../report/table.ts'
import { printJson, printLine } from '../output.ts'

interface Flags {
  readonly out: string
  readonly json?: boolean
}

/** `study study.json --out DIR`: several models with their answers, partitions and vectors, joined and correlated. */
export function register(program: Command): void {
  program
    .command('study')
    .description('join models’ answers, partitions and probes: one table, trajectories, correlations')
    .argument(
      '<file>',
      'study.json: {version: 1, name, dataset?, models: [{name, family, checkpoint?, samples?, responses?, partitions?, probe? or vectors?, …}]}',
    )
    .requiredOption('--out <dir>', 'folder for study-table.csv, correlations.csv and report.html')
    .option('--json', 'print one JSON document')
    .action(async (file: string, flags: Flags) => {
      await assertWritable(flags.out)
      const { study, rows, columns } = await readStudy(file)
      const input: StudyInput = { name: study.name, rows, columns, correlations: correlate(rows, columns) }
      const provenance = [
        ['command', ['spatialtunnel', ...process.argv.slice(2)].join(' ')],
        ['tool', `${packageJson.name} ${packageJson.version}`],
      ] as const
      await writeFileAtomic(join(flags.out, 'study-table.csv'), tableCsv(studyTable(input)))
      await writeFileAtomic(join(flags.out, 'correlations.csv'), tableCsv(correlationTable(input)))
      await writeFileAtomic(join(flags.out, 'report.html'), studyReport(input, provenance))
      if (flags.json) printJson({ name: input.name, models: rows, correlations: input.correlations })
      else printLine(tableMarkdown(studyTable(input)))
    })
}
