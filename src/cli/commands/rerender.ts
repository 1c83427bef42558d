import type { Command } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import {
  type RerenderOptions,
  type RerenderSummary,
  rerenderDataset,
  type Verdict,
} from '../../batch/rerender-dataset.ts'
import { EXIT_CODES } from '../../core/errors.ts'
import { pagesFolder } from '../../node/pages-folder.ts'
import { listenForInterrupt } from '../interrupt.ts'
import { printJson, printLine } from '../output.ts'
import { stderrProgress } from '../progress.ts'
import { glOption, workersOption } from '../render-options.ts'

type RerenderFlags = Pick<RerenderOptions, 'gl' | 'workers'> & {
  readonly scene?: string
  readonly tolerance?: boolean
  readonly json?: boolean
}

/** Differences that are printed; `--json` has more of them. */
const PRINTED = 20

/** `rerender DIR`: draws again and compares bytes. */
export function register(program: Command): void {
  program
    .command('rerender')
    .description('draw a dataset again in fresh browsers and say which bytes match, and how the others differ')
    .argument('<dir>', 'dataset folder')
    .option('--scene <id>', 'only this scene')
    .option('--tolerance', 'content with the differences stated for two GLs, browsers or CPUs; allows another --gl')
    .addOption(glOption())
    .addOption(workersOption())
    .option('--json', 'print one JSON document')
    .action(async (dir: string, { scene, tolerance = false, json, ...flags }: RerenderFlags) => {
      const interrupt = listenForInterrupt(() => printLine('\nstopping…', true))
      const summary = await rerenderDataset(dir, pagesFolder(), packageJson.version, {
        ...flags,
        tolerance,
        scene: scene ?? null,
        signal: interrupt.stop,
        onEvent: stderrProgress(),
      }).finally(interrupt.remove)
      if (json) printJson(summary)
      for (const line of linesOf(dir, summary)) printLine(line, json)
      const content = summary.verdict === 'equal' || (tolerance && summary.verdict === 'within-tolerance')
      if (!content) process.exitCode = EXIT_CODES.data
    })
}

function linesOf(dir: string, summary: RerenderSummary): string[] {
  const { verdict, identical, within, beyond, differences, different, tolerance, notes } = summary
  const lines = notes.map(note => `note: ${note}`)
  for (const { scene, pass, code, message, withinTolerance } of different.slice(0, PRINTED)) {
    lines.push(`${scene}: ${pass}: ${code}: ${message}${withinTolerance ? ' (within the tolerance)' : ''}`)
  }
  if (differences > PRINTED) lines.push(`… and ${differences - PRINTED} more (--json lists ${different.length})`)
  const [drawn, stored] = tolerance.between
  if (verdict !== 'equal' && tolerance.kind !== 'same') lines.push(`tolerance: ${tolerance.reason}`)
  const counts = `${dir}: ${identical} scenes identical, ${within} within the tolerance, ${beyond} different`
  const verdicts: Readonly<Record<Verdict, string>> = {
    equal: 'equal',
    'within-tolerance': `within the tolerance for ${drawn} against ${stored}`,
    different: 'different',
  }
  return [...lines, `${counts}: ${verdicts[verdict]}`]
}
