import type { Command } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import phaseSuite from '../../../scenes/phase.json' with { type: 'json' }
import { MEMORY_LIMIT, soakMemory } from '../../batch/soak-memory.ts'
import { EXIT_CODES } from '../../core/errors.ts'
import { parseSuite } from '../../core/suite.ts'
import type { GlChoice } from '../../node/gl.ts'
import { pagesFolder } from '../../node/pages-folder.ts'
import { printJson, printLine } from '../output.ts'
import { positiveInteger } from '../parse-option.ts'
import { glOption, workersOption } from '../render-options.ts'

interface SoakFlags {
  readonly gl: GlChoice
  readonly workers: number
  readonly scenes: number
  readonly json?: boolean
}

/** `soak`: does drawing thousands of scenes leave memory behind? Exit 1 when it does. */
export function register(program: Command): void {
  program
    .command('soak')
    .description('draw thousands of scenes in the same browsers and watch their memory')
    .addOption(glOption())
    .addOption(workersOption())
    .option('--scenes <n>', 'scenes to draw, at least 1,500', positiveInteger, 5000)
    .option('--json', 'print one JSON document')
    .action(async ({ json, ...flags }: SoakFlags) => {
      // More instances a cell than the paper's twelve: as many different scenes as are asked for.
      const suite = parseSuite({ ...phaseSuite, repeats: Math.ceil(flags.scenes / 1024) })
      const soak = await soakMemory(suite, pagesFolder(), packageJson.version, flags, sample =>
        printLine(
          `${String(sample.scenes).padStart(6)} scenes  browsers ${sample.browsersMiB.toFixed(0)} MiB, driver ${sample.driverMiB.toFixed(0)} MiB`,
          true,
        ),
      )
      const flat = soak.ratio <= MEMORY_LIMIT && soak.browsersReplaced === 0
      if (!flat) process.exitCode = EXIT_CODES.data
      if (json) return printJson({ ...soak, flat })
      printLine(
        `${flat ? 'flat' : 'NOT FLAT'}: browsers ${soak.earlyMiB.toFixed(0)} MiB over scenes 500-1,000, ` +
          `${soak.lateMiB.toFixed(0)} MiB over the last 500 (ratio ${soak.ratio.toFixed(3)}, limit ${MEMORY_LIMIT}); ` +
          `${soak.browsersReplaced} browsers replaced; ${soak.gl}`,
      )
    })
}
