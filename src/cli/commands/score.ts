import { Argument, type Command, Option } from 'commander'
import { EXIT_CODES } from '../../core/errors.ts'
import type { Seed } from '../../core/rng.ts'
import { scoreInterventions } from '../../evaluate/interventions.ts'
import { openingSentence } from '../../evaluate/opening-sentence.ts'
import { type ModelScore, SCORE_DEFAULTS, scoreResponses } from '../../evaluate/score.ts'
import { scoreJson } from '../../evaluate/score-json.ts'
import { assertWritable } from '../../node/assert-writable.ts'
import { PRINT_FORMATS, type PrintFormat } from '../../node/print-figures.ts'
import { type EvaluationDataset, readEvaluationData } from '../../node/read-evaluation-data.ts'
import { readResponses } from '../../node/read-responses.ts'
import { FIGURE_PRESETS, type FigurePreset } from '../../report/figures/figure.ts'
import { interventionTable } from '../../report/intervention-report.ts'
import { modelTable } from '../../report/score-tables.ts'
import { tableMarkdown } from '../../report/table.ts'
import { printJson, printLine } from '../output.ts'
import { positiveInteger, seed, share } from '../parse-option.ts'
import { writeInterventions } from '../write-interventions.ts'
import { writeScore } from '../write-score.ts'

interface ScoreFlags {
  readonly out?: string
  readonly preset: readonly FigurePreset[]
  readonly print: readonly PrintFormat[]
  readonly draws: number
  readonly seed: Seed
  readonly margin?: number
  readonly by: readonly string[]
  readonly intervention?: boolean
  readonly json?: boolean
}

const PRESET_DEFAULTS: readonly FigurePreset[] = ['cvpr-page']

/** `score DIR responses.jsonl…`: v, vCons, vCtr, Δ and the accuracies, with intervals; `--out`: report, tables, figures. */
export function register(program: Command): void {
  program
    .command('score')
    .description('score responses: v, vCons, vCtr, Δ, accuracies, with 95 % intervals over scenes')
    .addArgument(new Argument('<dir>', 'dataset folder'))
    .addArgument(new Argument('<responses...>', 'responses.jsonl of one model or several'))
    .option('--out <dir>', 'write report.html, scores.json, tables and figures here')
    .addOption(
      new Option('--preset <names...>', 'sizes of the figures')
        .choices(Object.keys(FIGURE_PRESETS))
        .default(PRESET_DEFAULTS),
    )
    .addOption(
      new Option('--print <formats...>', 'print the figures too: PDF, PNG of 300 dpi')
        .choices(PRINT_FORMATS)
        .default([]),
    )
    .option('--draws <n>', 'bootstrap draws', positiveInteger, SCORE_DEFAULTS.draws)
    .option('--seed <seed>', 'seed of the bootstrap', seed, SCORE_DEFAULTS.seed)
    .option('--margin <share>', 'split margin as a share of the image height, instead of the dataset’s', share)
    .option('--by <fields...>', 'further scene fields to break the scores down by, such as camera.fovYDeg', [])
    .option('--intervention', 'responses of `spatialtunnel.py intervene`: v, vCons, vCtr, Δ against layer and strength')
    .option('--json', 'print one JSON document')
    .action(async (dir: string, responses: string[], flags: ScoreFlags) => {
      if (flags.out !== undefined) await assertWritable(flags.out)
      const dataset = await readEvaluationData(dir)
      if (flags.intervention) return scoreIntervened(dataset, responses, flags)
      const score = scoreResponses(dataset, await readResponses(responses), {
        draws: flags.draws,
        seed: flags.seed,
        margin: flags.margin ?? null,
        by: flags.by,
      })
      for (const model of score.models) {
        printLine(openingSentence(model), flags.json)
        for (const line of misfits(model)) printLine(line, true)
      }
      if (score.models.some(model => model.counts.unmatched > 0)) process.exitCode = EXIT_CODES.data
      if (flags.json) printJson(scoreJson(score))
      else printLine(`\n${tableMarkdown(modelTable(score))}`)
      if (flags.out === undefined) return
      const command = ['spatialtunnel', ...process.argv.slice(2)].join(' ')
      const files = await writeScore(dataset, score, {
        outDir: flags.out,
        presets: flags.preset,
        formats: flags.print,
        command,
        responses,
      })
      printLine(`${files[0]} and ${files.length - 1} more files`, flags.json)
    })
}

/** What of a model's answers does not fit the dataset. */
function misfits({ name, counts: { unmatched, missing, questions }, unmatchedIds }: ModelScore): string[] {
  return [
    ...(unmatched > 0
      ? [`${name}: ${unmatched} answers belong to no question of this dataset (${unmatchedIds.join(', ')} …)`]
      : []),
    ...(missing > 0 ? [`${name}: ${missing} of ${questions} questions have no answer`] : []),
  ]
}

async function scoreIntervened(
  dataset: EvaluationDataset,
  responses: readonly string[],
  flags: ScoreFlags,
): Promise<void> {
  const studies = scoreInterventions(dataset, await readResponses(responses), { draws: flags.draws, seed: flags.seed })
  if (flags.json) printJson({ studies })
  else for (const study of studies) printLine(tableMarkdown(interventionTable(study)))
  if (flags.out === undefined) return
  await writeInterventions(flags.out, studies, ['spatialtunnel', ...process.argv.slice(2)].join(' '))
  printLine(`${flags.out}/report.html`, flags.json)
}
