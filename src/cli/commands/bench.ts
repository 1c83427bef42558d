import { type Command, InvalidArgumentError } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import phaseSuite from '../../../scenes/phase.json' with { type: 'json' }
import { benchRender } from '../../batch/bench-render.ts'
import { benchSizes, type SizeBench, type StageTimes } from '../../batch/bench-sizes.ts'
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
  readonly sizes?: readonly number[]
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
    .option('--sizes <list>', 'square pictures of these sizes in px, as a table with the share of every stage', sizes)
    .option('--json', 'print one JSON document')
    .action(async ({ json, sizes: sizesPx, ...flags }: BenchFlags) => {
      const suite = parseSuite(phaseSuite)
      if (sizesPx) {
        const all = await benchSizes(suite, pagesFolder(), packageJson.version, { ...flags, sizesPx }, ({ sizePx }) =>
          printLine(`${sizePx} px done`, true),
        )
        if (json) return printJson(all)
        for (const line of sizesTable(all)) printLine(line)
        return
      }
      const bench = await benchRender(suite, pagesFolder(), packageJson.version, flags, line => printLine(line, true))
      if (json) return printJson(bench)
      printLine(`drawn by            ${bench.gl}, ${bench.cores} × ${bench.cpu}`)
      printLine(`to disk             ${bench.pipeline.toFixed(1)} images/s (RGB + mask + depth, 512 × 512)`)
      printLine(`drawn only          ${bench.draw.toFixed(1)} images/s`)
      printLine(`share               ${(100 * bench.share).toFixed(0)} %`)
      printLine(`start to first page ${bench.startUpS.toFixed(2)} s`)
    })
}

function sizes(text: string): number[] {
  const found = text.split(',').map(Number)
  if (found.every(size => Number.isInteger(size) && size >= 64 && size <= 4096)) return found
  throw new InvalidArgumentError('expected sizes from 64 to 4096, such as 256,512,1024.')
}

const STAGES = ['draw', 'page', 'encode', 'driver', 'disk', 'other'] as const satisfies readonly (keyof StageTimes)[]

/** A row a size: rates, then every stage's time of the processor an image with its share. */
function sizesTable(all: readonly SizeBench[]): string[] {
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell, k) => cell.padStart(k < 5 ? 7 : 12)).join(' | ')} |`
  const head = ['px', 'scenes', 'to disk', 'drawn', 'share', ...STAGES]
  const rows = all.map(({ sizePx, scenes, pipeline, draw, share, stagesMs }) => {
    const total = STAGES.reduce((sum, stage) => sum + stagesMs[stage], 0)
    const percent = (part: number): string => `${Math.round(100 * part)} %`
    const stages = STAGES.map(stage => `${stagesMs[stage].toFixed(1)} ms ${percent(stagesMs[stage] / (total || 1))}`)
    return row([`${sizePx}`, `${scenes}`, pipeline.toFixed(1), draw.toFixed(1), percent(share), ...stages])
  })
  return [
    `drawn by ${all[0]?.gl}; images/s; time of the processor an image and its share by stage`,
    '',
    row(head),
    row(head.map((_, k) => '-'.repeat(k < 5 ? 7 : 12))),
    ...rows,
    '',
    'draw: the browsers drawing only; page: read-back, certificate, handing over; encode: three PNG files;',
    'driver: checksums, messages; disk: writing the files; other: the browsers’ other processes',
  ]
}
