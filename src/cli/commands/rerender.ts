import type { Command } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import { type RerenderOptions, rerenderDataset } from '../../batch/rerender-dataset.ts'
import { EXIT_CODES } from '../../core/errors.ts'
import { pagesFolder } from '../../node/pages-folder.ts'
import { listenForInterrupt } from '../interrupt.ts'
import { printJson, printLine } from '../output.ts'
import { stderrProgress } from '../progress.ts'
import { glOption, workersOption } from '../render-options.ts'

type RerenderFlags = Pick<RerenderOptions, 'gl' | 'workers'> & { readonly scene?: string; readonly json?: boolean }

/** Differences that are printed; `--json` has them all. */
const PRINTED = 20

/** `rerender DIR`: draws again and compares bytes. */
export function register(program: Command): void {
  program
    .command('rerender')
    .description('draw a dataset again in fresh browsers and say which bytes match, and how the others differ')
    .argument('<dir>', 'dataset folder')
    .option('--scene <id>', 'only this scene')
    .addOption(glOption())
    .addOption(workersOption())
    .option('--json', 'print one JSON document')
    .action(async (dir: string, { scene, json, ...flags }: RerenderFlags) => {
      const interrupt = listenForInterrupt(() => printLine('\nstopping…', true))
      const { identical, different, notes } = await rerenderDataset(dir, pagesFolder(), packageJson.version, {
        ...flags,
        scene: scene ?? null,
        signal: interrupt.stop,
        onEvent: stderrProgress(),
      }).finally(interrupt.remove)
      if (json) printJson({ identical, different, notes })
      for (const note of notes) printLine(`note: ${note}`, json)
      for (const found of different.slice(0, PRINTED)) {
        printLine(`${found.scene}: ${found.pass}: ${found.code}: ${found.message}`, json)
      }
      if (different.length > PRINTED) printLine(`… and ${different.length - PRINTED} more (--json lists all)`, json)
      const scenes = new Set(different.map(found => found.scene)).size
      printLine(`${dir}: ${identical} scenes identical, ${scenes} different`, json)
      if (scenes > 0) process.exitCode = EXIT_CODES.data
    })
}
