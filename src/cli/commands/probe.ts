import { basename, extname, join } from 'node:path'
import { Argument, type Command, Option } from 'commander'
import type { Seed } from '../../core/rng.ts'
import { assertWritable } from '../../node/assert-writable.ts'
import { openVectorFile, type PairSource, readPairs, readRightPairs } from '../../node/read-vectors.ts'
import { fileName, writeProbeResults } from '../../node/write-probe.ts'
import type { LayerDirections } from '../../probe/directions.ts'
import { probeJson } from '../../probe/probe-json.ts'
import type { ProbeReport } from '../../probe/probe-report.ts'
import { probeSentence } from '../../probe/probe-sentence.ts'
import { PROBE_DEFAULTS, runProbe } from '../../probe/run-probe.ts'
import { FIGURE_PRESETS, type FigurePreset } from '../../report/figures/figure.ts'
import { LAYER_AXES, type LayerAxis } from '../../report/figures/probe-figures.ts'
import { lineProgress } from '../line-progress.ts'
import { printJson, printLine } from '../output.ts'
import { positiveInteger, seed, wholeNumber } from '../parse-option.ts'
import { readCounterScores, writeModelsReport, writeProbeReport } from '../write-probe-report.ts'

interface Flags {
  readonly out: string
  readonly name?: readonly string[]
  readonly pairs?: string
  readonly responses?: string
  readonly score?: string
  readonly preset: readonly FigurePreset[]
  readonly x: LayerAxis
  readonly totalLayers?: number
  readonly perCategory?: number
  readonly draws: number
  readonly nullDraws: number
  readonly splits: number
  readonly seed: Seed
  readonly fast?: boolean
  readonly json?: boolean
}

/** `probe VECTORS… --out DIR`: coherence, entanglement and everything around them, from delta vectors. */
export function register(program: Command): void {
  program
    .command('probe')
    .description('measure delta vectors: axis coherence, VD-EI, PCA, with intervals, nulls and the choice of a layer')
    .addArgument(new Argument('<vectors...>', 'npz, safetensors or JSONL; several = models or checkpoints, in order'))
    .requiredOption('--out <dir>', 'folder for report.html, probe.json, tables, figures, directions')
    .option('--name <names...>', 'model names, in the order of the files (default: the files’ names)')
    .option('--pairs <path>', 'dataset folder, or pairs file {pairId, category, index?, sceneId?, split?}')
    .option('--responses <file>', 'responses to the dataset’s questions: measures right and wrong pairs apart')
    .option('--score <file>', 'document of `score --json`: counter accuracy beside several models’ coherence')
    .addOption(
      new Option('--preset <names...>', 'sizes of the figures')
        .choices(Object.keys(FIGURE_PRESETS))
        .default(['cvpr-page']),
    )
    .addOption(
      new Option('--x <axis>', 'x axis of the curves: the layer, or its share of depth')
        .choices(LAYER_AXES)
        .default('layer'),
    )
    .option('--total-layers <n>', 'layers of the model (default: those of the file)', positiveInteger)
    .option('--per-category <n>', 'draw a balanced set of n pairs of every category', positiveInteger)
    .option('--draws <n>', 'bootstrap draws; 0 = no intervals', wholeNumber, PROBE_DEFAULTS.draws)
    .option('--null-draws <n>', 'draws of each null; 0 = no p-values', wholeNumber, PROBE_DEFAULTS.nullDraws)
    .option('--splits <n>', 'split halves for reliability', wholeNumber, PROBE_DEFAULTS.splits)
    .option('--seed <seed>', 'seed of every draw', seed, PROBE_DEFAULTS.seed)
    .option('--fast', 'coherence, VD-EI and similarity alone: nothing that compares every pair with every other')
    .option('--json', 'print one JSON document')
    .addHelpText('after', JSONL_HELP)
    .action(async (paths: string[], flags: Flags) => {
      await assertWritable(flags.out)
      const known: PairSource = flags.pairs ? await readPairs(flags.pairs) : { pairs: [], questions: [] }
      const reports: ProbeReport[] = []
      for (const [i, path] of paths.entries()) {
        const model = flags.name?.[i] ?? basename(path, extname(path))
        const report = await probeFile(path, model, known, flags, paths.length > 1)
        printLine(probeSentence(report), flags.json)
        for (const warning of report.warnings) printLine(`warning: ${warning}`, flags.json)
        reports.push(report)
      }
      if (reports.length > 1) {
        const scores = flags.score ? await readCounterScores(flags.score) : []
        await writeModelsReport(flags.out, reports, scores, commandLine())
      }
      if (!flags.json) return
      const [first, ...more] = reports.map(probeJson)
      printJson(more.length === 0 ? first : { models: Object.fromEntries(reports.map(r => [r.model, probeJson(r)])) })
    })
}

const JSONL_HELP = `
Rows of a JSONL file, one a pair and layer, layers numbered from 0:
  {"pairId": "p0", "layer": 12, "original": [0.1, …], "swapped": [0.3, …], "category": "left"}
original, swapped: the hidden state after the question, and after the question with the objects exchanged.
category: the right answer, one of left, right, above, below, far, close; it may come from --pairs instead.
\`spatialtunnel example probe DIR\` writes such files.`

const commandLine = (): string => ['spatialtunnel', ...process.argv.slice(2)].join(' ')

/** One file: measured and written into the folder, or into a folder of its own inside it. */
async function probeFile(
  path: string,
  model: string,
  known: PairSource,
  flags: Flags,
  several: boolean,
): Promise<ProbeReport> {
  const { file, pairs } = await openVectorFile(path, known.pairs)
  const directions: LayerDirections[] = []
  const progress = lineProgress()
  try {
    const report = await runProbe(file, {
      model,
      pairs,
      right: flags.responses ? await readRightPairs(flags.responses, known) : new Map(),
      totalLayers: flags.totalLayers ?? null,
      perCategory: flags.perCategory ?? null,
      draws: flags.draws,
      nullDraws: flags.nullDraws,
      splits: flags.splits,
      seed: flags.seed,
      pairwise: !flags.fast,
      onLayer: (done, total, layer) => progress.show(`${model}: layer ${layer}, ${done} of ${total}`),
      onDirections: item => directions.push(item),
    })
    const dir = several ? join(flags.out, fileName(model)) : flags.out
    await writeProbeReport(dir, report, { presets: flags.preset, xAxis: flags.x }, commandLine())
    await writeProbeResults(dir, report, directions)
    return report
  } finally {
    progress.clear()
    await file.close()
  }
}
