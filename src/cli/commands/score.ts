import { Argument, type Command } from 'commander'
import type { Seed } from '../../core/rng.ts'
import { openingSentence } from '../../evaluate/opening-sentence.ts'
import { SCORE_DEFAULTS, scoreResponses } from '../../evaluate/score.ts'
import { scoreJson } from '../../evaluate/score-json.ts'
import { readDataset } from '../../node/read-dataset.ts'
import { readResponses } from '../../node/read-responses.ts'
import { printJson, printLine } from '../output.ts'
import { positiveInteger, seed, share } from '../parse-option.ts'

interface ScoreFlags {
  readonly draws: number
  readonly seed: Seed
  readonly margin?: number
  readonly by: readonly string[]
  readonly json?: boolean
}

/** `score DIR responses.jsonl…`: v, vCons, vCtr, Δ and the accuracies, with intervals. */
export function register(program: Command): void {
  program
    .command('score')
    .description('score responses: v, vCons, vCtr, Δ, accuracies, with 95 % intervals over scenes')
    .addArgument(new Argument('<dir>', 'dataset folder'))
    .addArgument(new Argument('<responses...>', 'responses.jsonl of one model or several'))
    .option('--draws <n>', 'bootstrap draws', positiveInteger, SCORE_DEFAULTS.draws)
    .option('--seed <seed>', 'seed of the bootstrap', seed, SCORE_DEFAULTS.seed)
    .option('--margin <share>', 'split margin as a share of the image height, instead of the dataset’s', share)
    .option('--by <fields...>', 'further scene fields to break the scores down by, such as camera.fovYDeg', [])
    .option('--json', 'print one JSON document')
    .action(async (dir: string, responses: string[], flags: ScoreFlags) => {
      const score = scoreResponses(await readDataset(dir), await readResponses(responses), {
        draws: flags.draws,
        seed: flags.seed,
        margin: flags.margin ?? null,
        by: flags.by,
      })
      for (const model of score.models) printLine(openingSentence(model), flags.json)
      if (flags.json) printJson(scoreJson(score))
    })
}
