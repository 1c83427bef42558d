import { join } from 'node:path'
import type { Command } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import gridSuite from '../../../scenes/grid.json' with { type: 'json' }
import { type RenderOptions, renderSuite } from '../../batch/render-suite.ts'
import { EXIT_CODES } from '../../core/errors.ts'
import { parseSuite } from '../../core/suite.ts'
import { answerBaseline, TRUTH_BASELINES } from '../../evaluate/baselines.ts'
import { openingSentence } from '../../evaluate/opening-sentence.ts'
import { SCORE_DEFAULTS, scoreResponses } from '../../evaluate/score.ts'
import { pagesFolder } from '../../node/pages-folder.ts'
import { readEvaluationData } from '../../node/read-evaluation-data.ts'
import { writeRows } from '../../node/write-rows.ts'
import { listenForInterrupt } from '../interrupt.ts'
import { printLine } from '../output.ts'
import { stderrProgress } from '../progress.ts'
import { glOption, limitOption, workersOption } from '../render-options.ts'
import { REPORT_FILE, writeDatasetReport } from '../write-dataset-report.ts'
import { writeScore } from '../write-score.ts'

type DemoFlags = Pick<RenderOptions, 'gl' | 'workers'> & { readonly out: string; readonly limit?: number }

/** `demo`: the whole way once, from the suite to a report of scores, with reference models in place of asked ones. */
export function register(program: Command): void {
  program
    .command('demo')
    .description('draw the 16 × 16 grid, answer it with the reference models, and score them')
    .option('--out <dir>', 'folder of the dataset and the report', 'out/demo')
    .addOption(glOption())
    .addOption(workersOption())
    .addOption(limitOption())
    .action(async ({ out, limit, ...flags }: DemoFlags) => {
      const folder = join(out, 'grid')
      const interrupt = listenForInterrupt(() => printLine('\nstopping after the scenes in hand…', true))
      const drawn = await renderSuite(
        { suite: parseSuite(gridSuite), out: folder, pages: pagesFolder(), toolVersion: packageJson.version },
        {
          ...flags,
          limit: limit ?? null,
          signal: interrupt.stop,
          onEvent: stderrProgress(),
          beforeLast: writeDatasetReport,
        },
      ).finally(interrupt.remove)
      if (drawn.failed > 0) {
        process.exitCode = EXIT_CODES.run
        return printLine(`${drawn.failed} scenes do not show their truth; see ${folder}`, true)
      }
      await scoreBaselines(folder, out)
      printLine(`\nthe scenes:  ${join(folder, REPORT_FILE)}\nthe scores:  ${join(out, REPORT_FILE)}`)
    })
}

async function scoreBaselines(folder: string, out: string): Promise<void> {
  const dataset = await readEvaluationData(folder)
  const responses: string[] = []
  const rows = []
  for (const model of TRUTH_BASELINES) {
    const answers = answerBaseline(model, dataset, SCORE_DEFAULTS.seed)
    const path = join(out, 'responses', `${model}.jsonl`)
    await writeRows(path, answers)
    responses.push(path)
    rows.push(...answers)
  }
  const score = scoreResponses(dataset, rows, SCORE_DEFAULTS)
  for (const model of score.models) printLine(openingSentence(model))
  const command = `spatialtunnel ${process.argv.slice(2).join(' ')}`
  await writeScore(dataset, score, { outDir: out, presets: [], command, responses })
}
