import { Argument, type Command, Option } from 'commander'
import type { Seed } from '../../core/rng.ts'
import { BASELINE_NOTES, TRUTH_BASELINES, type TruthBaseline } from '../../evaluate/baselines.ts'
import { SCORE_DEFAULTS } from '../../evaluate/score.ts'
import { answerPixels } from '../../node/answer-pixels.ts'
import { answerTruth } from '../../node/answer-truth.ts'
import { writeRows } from '../../node/write-rows.ts'
import { printJson, printLine } from '../output.ts'
import { seed } from '../parse-option.ts'

type BaselineName = TruthBaseline | 'pixels'
const BASELINES: readonly BaselineName[] = [...TRUTH_BASELINES, 'pixels']

interface BaselineFlags {
  readonly model: BaselineName
  readonly out: string
  readonly seed: Seed
  readonly json?: boolean
}

/** `baseline DIR --model NAME --out responses.jsonl`: a reference model's answers. */
export function register(program: Command): void {
  program
    .command('baseline')
    .description('answer a dataset with a reference model: oracle, random, an image shortcut, or pixels')
    .addArgument(new Argument('<dir>', 'dataset folder'))
    .addOption(new Option('--model <name>', modelHelp()).choices(BASELINES).makeOptionMandatory())
    .requiredOption('--out <file>', 'responses.jsonl to write')
    .option('--seed <seed>', 'seed of `random`', seed, SCORE_DEFAULTS.seed)
    .option('--json', 'print one JSON document')
    .action(async (dir: string, flags: BaselineFlags) => {
      const rows = flags.model === 'pixels' ? answerPixels(dir) : answerTruth(flags.model, dir, flags.seed)
      const n = await writeRows(flags.out, rows)
      if (flags.json) printJson({ out: flags.out, model: flags.model, n })
      else printLine(`${flags.out}: ${n} answers of ${flags.model} (${BASELINE_NOTES[flags.model]})`)
    })
}

const modelHelp = (): string => BASELINES.map(name => `${name}: ${BASELINE_NOTES[name]}`).join('; ')
