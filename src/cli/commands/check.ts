import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import gridSuite from '../../../scenes/grid.json' with { type: 'json' }
import { RENDER_DEFAULTS, renderSuite } from '../../batch/render-suite.ts'
import { EXIT_CODES } from '../../core/errors.ts'
import { parseSuite } from '../../core/suite.ts'
import { RunningDelta } from '../../evaluate/ask/running-delta.ts'
import { openingSentence, signed } from '../../evaluate/opening-sentence.ts'
import { SCORE_DEFAULTS, scoreResponses } from '../../evaluate/score.ts'
import { scoreJson } from '../../evaluate/score-json.ts'
import type { AskEvent } from '../../node/ask-model.ts'
import { assertWritable } from '../../node/assert-writable.ts'
import { pagesFolder } from '../../node/pages-folder.ts'
import { reachServer } from '../../node/reach-server.ts'
import { readEvaluationData } from '../../node/read-evaluation-data.ts'
import { readResponses } from '../../node/read-responses.ts'
import { modelTable } from '../../report/score-tables.ts'
import { tableMarkdown } from '../../report/table.ts'
import { type AskFlags, addAskOptions, pricesOf } from '../ask-options.ts'
import { type AskProgress, duration } from '../ask-progress.ts'
import { listenForInterrupt } from '../interrupt.ts'
import { openInBrowser } from '../open-in-browser.ts'
import { printJson, printLine } from '../output.ts'
import { positiveInteger } from '../parse-option.ts'
import { stderrProgress } from '../progress.ts'
import { runAsk } from '../run-ask.ts'
import { writeScore } from '../write-score.ts'

interface Flags extends AskFlags {
  readonly dataset?: string
  readonly out: string
  readonly limit?: number
  readonly open: boolean
  readonly json?: boolean
}

/** Δ is shown again each time that so many more questions are answered. */
const RUNNING_EVERY = 100

/** `check --base-url URL --model NAME`: from a server's address to the report, in one command. */
export function register(program: Command): void {
  const command = program
    .command('check')
    .description('does this model see depth? renders the grid (or takes it), asks, scores, opens the report')
  addAskOptions(command)
    .option('--dataset <dir>', 'take this dataset instead of rendering the grid')
    .option('--out <dir>', 'folder for the grid, the responses and the report', 'out/check')
    .option('--limit <n>', 'only so many scenes, drawn at random', positiveInteger)
    .option('--no-open', 'leave the report closed')
    .option('--json', 'print one JSON document')
    .action(check)
}

async function check(flags: Flags): Promise<void> {
  const folder = join(flags.out, flags.model.replaceAll(/[^\w.-]+/g, '_'))
  const responses = join(folder, 'responses.jsonl')
  // A run that goes on may need no server any more.
  if (!existsSync(responses)) await reachServer(flags.baseUrl)
  await assertWritable(flags.out)
  const dataset = flags.dataset ?? (await renderedGrid(join(flags.out, 'grid')))
  const running = new RunningDelta()
  let questions = 0
  const outcome = await runAsk(dataset, responses, flags, {
    choose: items => items.shuffledByScene(SCORE_DEFAULTS.seed, flags.limit),
    onEvent: (event, progress) => {
      if (event.kind === 'resumed') questions = event.total
      tellOnTheWay(event, progress, running, questions, flags)
    },
  })
  if (outcome.left > 0) {
    printLine(`${outcome.left} questions are left: run the same command again, it goes on`, flags.json)
    process.exitCode = EXIT_CODES.run
    return
  }
  await report(dataset, folder, responses, flags)
}

async function renderedGrid(out: string): Promise<string> {
  const interrupt = listenForInterrupt(() => printLine('stopping after the scenes in hand…', true))
  const request = { suite: parseSuite(gridSuite), out, pages: pagesFolder(), toolVersion: packageJson.version }
  await renderSuite(request, { ...RENDER_DEFAULTS, signal: interrupt.stop, onEvent: stderrProgress() }).finally(
    interrupt.remove,
  )
  return out
}

function tellOnTheWay(
  event: AskEvent,
  progress: AskProgress,
  running: RunningDelta,
  questions: number,
  flags: AskFlags,
): void {
  if (event.kind === 'probed') {
    const seconds = (event.seconds * questions) / flags.concurrency
    progress.line(
      `${questions} questions, about ${duration(seconds)} at ${flags.concurrency} in flight${cost(event, questions, flags)}`,
    )
  }
  if (event.kind !== 'row') return
  running.add(event.question, event.row)
  const view = running.view()
  if (!view || view.answered % RUNNING_EVERY !== 0) return
  const { answered, vCons, vCtr, delta, halfWidth } = view
  const levels = `v_cons ${vCons.toFixed(3)}, v_ctr ${vCtr.toFixed(3)}`
  progress.line(`after ${answered} questions: Δ = ${signed(delta)} ± ${halfWidth.toFixed(3)} (${levels})`)
}

/** What the probe's own tokens cost, times the questions. */
function cost({ usage }: AskEvent & { kind: 'probed' }, questions: number, flags: AskFlags): string {
  if (!usage) return ''
  const tokens = `, about ${Math.round((usage.promptTokens * questions) / 1000)} thousand input tokens`
  const prices = pricesOf(flags)
  if (!prices) return `${tokens} (--price-in, --price-out show the cost)`
  const usd = (usage.promptTokens * prices.inputUsd + usage.completionTokens * prices.outputUsd) / 1e6
  return `${tokens}, about $${(usd * questions).toFixed(2)}`
}

async function report(dir: string, folder: string, responses: string, flags: Flags): Promise<void> {
  const dataset = await readEvaluationData(dir)
  const score = scoreResponses(dataset, await readResponses([responses]), SCORE_DEFAULTS)
  for (const model of score.models) printLine(openingSentence(model), flags.json)
  const command = ['spatialtunnel', ...process.argv.slice(2)].join(' ')
  const options = { outDir: folder, presets: ['cvpr-page'] as const, command, responses: [responses] }
  const [page] = await writeScore(dataset, score, options)
  if (flags.json) printJson({ out: folder, report: page, ...scoreJson(score) })
  else printLine(`\n${tableMarkdown(modelTable(score))}\n${page}`)
  if (flags.open && process.stdout.isTTY) openInBrowser(page!)
}
