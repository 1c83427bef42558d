import type { Command } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import phaseSuite from '../../../scenes/phase.json' with { type: 'json' }
import { benchRender } from '../../batch/bench-render.ts'
import { parseSuite } from '../../core/suite.ts'
import type { GlChoice } from '../../node/gl.ts'
import { pagesFolder } from '../../node/pages-folder.ts'
import { printJson, printLine } from '../output.ts'
import { positiveInteger } from '../parse-option.ts'
import { glOption, workersOption } from '../render-options.ts'

interface BenchFlags {
  readonly gl: GlChoice
  readonly workers: number
  readonly rounds: number
  readonly limit: number
  readonly json?: boolean
}

/** `bench`: how fast this machine draws scenes of `phase`, which are the grid's with shapes, sizes and colours mixed. */
export function register(program: Command): void {
  program
    .command('bench')
    .description('time the drawing of scenes: whole pipeline to disk, pure draw rate, their ratio, start-up')
    .addOption(glOption())
    .addOption(workersOption())
    .option('--rounds <n>', 'rounds, of which the best counts', positiveInteger, 3)
    .option(
      '--limit <n>',
      'scenes a round: enough that compiling shaders and code counts little',
      positiveInteger,
      1024,
    )
    .option('--json', 'print one JSON document')
    .action(async ({ json, ...flags }: BenchFlags) => {
      const suite = parseSuite(phaseSuite)
      const bench = await benchRender(suite, pagesFolder(), packageJson.version, flags, line => printLine(line, true))
      if (json) return printJson(bench)
      printLine(`drawn by            ${bench.gl}, ${bench.cores} × ${bench.cpu}`)
      printLine(`to disk             ${bench.pipeline.toFixed(1)} images/s (RGB + mask + depth, 512 × 512)`)
      printLine(`drawn only          ${bench.draw.toFixed(1)} images/s`)
      printLine(`share               ${(100 * bench.share).toFixed(0)} %`)
      printLine(`start to first page ${bench.startUpS.toFixed(2)} s`)
    })
}
