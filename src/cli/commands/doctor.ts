import type { Command } from 'commander'
import { EXIT_CODES } from '../../core/errors.ts'
import { examine, type Finding } from '../../node/doctor.ts'
import { printJson, printLine } from '../output.ts'

interface Flags {
  readonly baseUrl?: string
  readonly out: string
  readonly json?: boolean
}

/** `doctor`: what is there, what is missing, and one remedy a line. */
export function register(program: Command): void {
  program
    .command('doctor')
    .description('look at what the commands need and name a remedy for what is missing')
    .option('--base-url <url>', 'also look at this model server')
    .option('--out <dir>', 'folder in which datasets will lie', '.')
    .option('--json', 'print one JSON document')
    .action(async ({ baseUrl, out, json }: Flags) => {
      const findings: Finding[] = []
      const options = { folder: out, baseUrl: baseUrl ?? null, apiKey: process.env.SPATIALTUNNEL_API_KEY || undefined }
      for await (const finding of examine(options)) {
        findings.push(finding)
        printLine(line(finding), json)
      }
      if (json) printJson({ findings })
      if (findings.some(({ state }) => state === 'missing')) process.exitCode = EXIT_CODES.data
    })
}

const MARKS: Readonly<Record<Finding['state'], string>> = { ok: 'ok', note: 'note', missing: 'MISSING' }

const line = ({ name, state, found, remedy }: Finding): string =>
  `${MARKS[state].padEnd(8)}${name.padEnd(12)}${found}${remedy ? ` → ${remedy}` : ''}`
