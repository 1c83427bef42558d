import { mkdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Command, Option } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import suiteFile from '../../../scenes/chains.json' with { type: 'json' }
import { AUC_MEASURES, measuredChains, mutantAucs } from '../../chains/audit/mutant-auc.ts'
import { generatedRow, mutantRow } from '../../chains/generate/generated-row.ts'
import { MUTANT_KINDS, type MutantKind } from '../../chains/generate/mutants.ts'
import { chainTasks } from '../../chains/generate/question-set.ts'
import { BUILD_DEFAULTS, buildRecords } from '../../chains/gqa/build-records.ts'
import { readGqaQuestions, readGqaSceneGraphs } from '../../chains/gqa/question.ts'
import { recordStatistics } from '../../chains/gqa/record-statistics.ts'
import { recordRow } from '../../chains/record.ts'
import { expandSuite } from '../../core/expand.ts'
import type { Seed } from '../../core/rng.ts'
import { parseSuite, type Suite, suiteSize } from '../../core/suite.ts'
import { CHAIN_FORMATS, type ChainFormat, readChainTable, writeChainTable } from '../../node/chains/chain-table.ts'
import { writeFileAtomic } from '../../node/write-file.ts'
import { recordReport } from '../../report/record-report.ts'
import { printJson, printLine } from '../output.ts'
import { positiveInteger, seed, share } from '../parse-option.ts'
import { readJson } from '../read-json.ts'

/** `chains generate|mutate|build`: reference chains from our scenes, mutants of them, and data sets from GQA's files. */
export function register(program: Command): void {
  const chains = program.command('chains').description('reasoning chains: generate, mutate, build data sets')
  sceneOptions(
    chains
      .command('generate')
      .description('questions and reference chains from tunnel scenes, every claim with its place'),
  )
    .requiredOption('--out <file>', `table of chains (${CHAIN_FORMATS.join(', ')} by its ending)`)
    .action(generate)
  sceneOptions(
    chains
      .command('mutate')
      .description('changed copies of reference chains with known verdicts, and what tells them apart'),
  )
    .requiredOption('--out <file>', 'generation_records.jsonl of the mutants')
    .addOption(new Option('--kind <names...>', 'kinds of mutants').choices(MUTANT_KINDS).default(MUTANT_KINDS))
    .action(mutate)
  chains
    .command('build')
    .description('a data set from GQA’s questions, its scene graphs and generated chains')
    .requiredOption('--questions <file>', 'GQA’s questions, {id: {…}}')
    .requiredOption('--scene-graphs <file>', 'GQA’s scene graphs, {imageId: {…}}')
    .requiredOption('--chains <file>', 'table {questionId, prediction}: what a model wrote for each question')
    .requiredOption('--out <dir>', 'folder for train, test, statistics.json and report.html')
    .addOption(new Option('--format <name>', 'format of the splits').choices(CHAIN_FORMATS).default('jsonl'))
    .option('--test-share <share>', 'share of the images in the test split', share, BUILD_DEFAULTS.testShare)
    .option('--seed <seed>', 'seed of the split', seed, BUILD_DEFAULTS.seed)
    .option('--json', 'print one JSON document')
    .action(build)
}

interface SceneFlags {
  readonly suite?: string
  readonly scenes?: number
  readonly perScene: number
  readonly seed?: Seed
  readonly out: string
  readonly json?: boolean
}

const sceneOptions = (command: Command): Command =>
  command
    .option('--suite <file>', 'suite file (default: the shipped suite "chains")')
    .option('--scenes <n>', 'only the first n scenes', positiveInteger)
    .option('--per-scene <n>', 'questions a scene', positiveInteger, 1)
    .option('--seed <seed>', 'seed of questions and words (default: the suite’s)', seed)
    .option('--json', 'print one JSON document')

async function tasksOf(flags: SceneFlags) {
  const suite: Suite = flags.suite ? await readJson(flags.suite, parseSuite) : parseSuite(suiteFile)
  const ownSeed = flags.seed ?? suite.seed
  const scenes = Math.min(flags.scenes ?? suiteSize(suite), suiteSize(suite))
  return { ownSeed, scenes, tasks: chainTasks(expandSuite(suite, 0, scenes), flags.perScene, ownSeed) }
}

async function generate(flags: SceneFlags): Promise<void> {
  const { tasks, ownSeed, scenes } = await tasksOf(flags)
  const rows = [...tasks].map(task => generatedRow(task, ownSeed))
  await writeChainTable(flags.out, rows)
  printLine(`${flags.out}: ${rows.length} questions with reference chains over ${scenes} scenes`, flags.json)
  if (flags.json) printJson({ out: flags.out, questions: rows.length, scenes, seed: ownSeed })
}

async function mutate(flags: SceneFlags & { readonly kind: readonly MutantKind[] }): Promise<void> {
  const { tasks, ownSeed, scenes } = await tasksOf(flags)
  const rows: NonNullable<ReturnType<typeof mutantRow>>[] = []
  const measured = []
  for (const task of tasks) {
    measured.push(...measuredChains(task, ownSeed))
    for (const kind of flags.kind) {
      const row = mutantRow(task, kind, ownSeed, rows.length)
      if (row) rows.push(row)
    }
  }
  await writeChainTable(flags.out, rows)
  const kinds = flags.kind.map(kind => {
    const own = rows.filter(row => row.kind === kind)
    return { kind, n: own.length, caught: own.filter(row => row.caught).length }
  })
  const aucs = mutantAucs(measured)
  printLine(`${flags.out}: ${rows.length} mutants over ${scenes} scenes`, flags.json)
  for (const { kind, n, caught } of kinds) printLine(`  ${kind}: ${caught} of ${n} as their kind says`, flags.json)
  for (const { kind, auc } of aucs) {
    printLine(
      `  AUC ${kind}: ${AUC_MEASURES.map(measure => `${measure} ${auc[measure].toFixed(3)}`).join(', ')}`,
      flags.json,
    )
  }
  if (flags.json) printJson({ out: flags.out, kinds, aucs })
}

interface BuildFlags {
  readonly questions: string
  readonly sceneGraphs: string
  readonly chains: string
  readonly out: string
  readonly format: ChainFormat
  readonly testShare: number
  readonly seed: Seed
  readonly json?: boolean
}

async function build(flags: BuildFlags): Promise<void> {
  const questions = await readJson(flags.questions, readGqaQuestions)
  const graphs = await readJson(flags.sceneGraphs, readGqaSceneGraphs)
  const table =
    extname(flags.chains) === '.json'
      ? chainsById(await readFile(flags.chains, 'utf8'))
      : await readChainTable(flags.chains)
  const chains = new Map(
    table.map(row => [String(row.questionId ?? row.id ?? ''), String(row.prediction ?? row.thinking ?? '')]),
  )
  const { records, leftOut } = buildRecords(questions, graphs, chains, flags)
  await mkdir(flags.out, { recursive: true })
  for (const split of ['train', 'test'] as const) {
    const rows = records
      .filter(record => record.split === split)
      .map(record => ({
        ...recordRow(record, flags.format !== 'jsonl'),
        questionId: record.questionId,
        detailedType: record.detailedType,
        semantic: record.semantic,
      }))
    await writeChainTable(join(flags.out, `${split}.${flags.format}`), rows)
  }
  const statistics = recordStatistics(records)
  const provenance = [
    ['command', ['spatialtunnel', ...process.argv.slice(2)].join(' ')],
    ['tool', `${packageJson.name} ${packageJson.version}`],
  ] as const
  await writeFileAtomic(join(flags.out, 'statistics.json'), `${JSON.stringify({ ...statistics, leftOut }, null, 2)}\n`)
  await writeFileAtomic(join(flags.out, 'report.html'), recordReport({ statistics, leftOut, provenance }))
  const reasons = Object.entries(leftOut)
    .map(([reason, n]) => `${reason} ${n}`)
    .join(', ')
  printLine(
    `${flags.out}: ${records.length} of ${questions.length} questions retained${reasons ? ` (left out: ${reasons})` : ''}`,
    flags.json,
  )
  if (flags.json) printJson({ out: flags.out, retained: records.length, leftOut, statistics })
}

/** `{questionId: text}`, or a list of rows. */
function chainsById(text: string): Record<string, unknown>[] {
  const value: unknown = JSON.parse(text)
  if (Array.isArray(value)) return value
  return Object.entries(value as object).map(([questionId, prediction]) => ({ questionId, prediction }))
}
