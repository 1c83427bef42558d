import type { Command } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import { type RenderOptions, type RenderSummary, renderSuite } from '../../batch/render-suite.ts'
import { FAILURES_FILE } from '../../batch/run-folder.ts'
import { EXIT_CODES } from '../../core/errors.ts'
import { parseSuite } from '../../core/suite.ts'
import { pagesFolder } from '../../node/pages-folder.ts'
import { listenForInterrupt } from '../interrupt.ts'
import { printJson, printLine } from '../output.ts'
import { stderrProgress } from '../progress.ts'
import { readJson } from '../read-json.ts'
import { glOption, limitOption, passesOption, shardOption, tarOption, workersOption } from '../render-options.ts'
import { REPORT_FILE, writeDatasetReport } from '../write-dataset-report.ts'

type RenderFlags = Pick<RenderOptions, 'gl' | 'workers' | 'passes'> &
  Partial<Pick<RenderOptions, 'shard' | 'limit'>> & {
    readonly out: string
    readonly tar?: boolean
    readonly json?: boolean
  }

/** `render SUITE --out DIR`: draws a suite into a dataset folder, or goes on with one. */
export function register(program: Command): void {
  program
    .command('render')
    .description('draw a suite’s scenes with certified ground truth; goes on by itself after any interruption')
    .argument('<suite.json>', 'suite file, such as scenes/grid.json')
    .requiredOption('--out <dir>', 'dataset folder')
    .addOption(glOption())
    .addOption(workersOption())
    .addOption(passesOption())
    .addOption(tarOption())
    .addOption(shardOption())
    .addOption(limitOption())
    .option('--json', 'print one JSON document')
    .action(async (suitePath: string, { out, json, tar, shard, limit, ...flags }: RenderFlags) => {
      const suite = await readJson(suitePath, parseSuite)
      const interrupt = listenForInterrupt(() => printLine('\nstopping after the scenes in hand…', true))
      const summary = await renderSuite(
        { suite, out, pages: pagesFolder(), toolVersion: packageJson.version },
        {
          ...flags,
          storage: tar ? 'tar' : 'files',
          shard: shard ?? null,
          limit: limit ?? null,
          signal: interrupt.stop,
          onEvent: stderrProgress(),
          beforeLast: writeDatasetReport,
        },
      ).finally(interrupt.remove)
      if (json) printJson(summary)
      printLine(sentence(summary), json)
      if (summary.failed > 0) process.exitCode = EXIT_CODES.run
    })
}

function sentence({ out, scenes, splits, failed, imagesPerSecond }: RenderSummary): string {
  const { consistent, counter, ambiguous } = splits
  const rate = imagesPerSecond === null ? '' : `, ${imagesPerSecond} images/s`
  const counts = `${scenes} scenes (${consistent} consistent, ${counter} counter, ${ambiguous} ambiguous)${rate}`
  return failed > 0
    ? `error: ${failed} scenes do not show their truth and were refused, expected none; see ${out}/${FAILURES_FILE}`
    : `${out}: ${counts}; look at ${out}/${REPORT_FILE}`
}
