import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type Command, Option } from 'commander'
import { type CheckResult, checkTable, type PrintedTable } from '../../chains/audit/check-table.ts'
import { parseTableCheck, TABLE_CHECK_FORMS } from '../../chains/audit/parse-table-check.ts'
import { CHAT_KINDS } from '../../chains/judge/chat-dialects.ts'
import { EXIT_CODES } from '../../core/errors.ts'
import type { Seed } from '../../core/rng.ts'
import { parseDelimited } from '../../formats/delimited.ts'
import { ENDPOINT_DEFAULTS } from '../../node/chat-endpoint.ts'
import { JUDGE_DEFAULTS } from '../../node/judge/judge-chains.ts'
import { auditSentence } from '../../report/audit-report.ts'
import { printJson, printLine } from '../output.ts'
import { positive, positiveInteger, seed, wholeNumber } from '../parse-option.ts'
import { type AuditFlags, runAudit, scoreAudit } from '../run-audit.ts'

const AUDIT_SEED = 20260605

/** `audit run|score|table`: are models' chains faithful, and do printed tables hold together? */
export function register(program: Command): void {
  const audit = program
    .command('audit')
    .description('reasoning chains of models: measure, verify, judge; check printed tables')
  audit
    .command('run <files...>')
    .description('measure and verify models’ chains (generation_records.jsonl, one file a model)')
    .requiredOption('--data <file>', 'data set of the questions: chains and scene graphs')
    .requiredOption('--out <dir>', 'folder for eval_records.jsonl, eval_metrics.json, eval_report.md, report.html')
    .option('--name <names...>', 'model names, in the order of the files')
    .addOption(
      new Option('--judge <kind>', 'who scores besides the verifier')
        .choices(['none', 'verifier', 'replay', ...CHAT_KINDS])
        .default('none'),
    )
    .option('--judge-model <name>', 'the judge, as its server names it')
    .option('--judge-url <url>', 'address of the judge’s server; its key in SPATIALTUNNEL_API_KEY')
    .option('--judge-replay <file>', 'journal of an earlier run, for --judge replay')
    .option('--no-with-answer', 'the judge does not see the right answer')
    .option('--no-with-reference', 'the judge does not see the reference chain')
    .option('--blind', 'judge chains without a scene graph too, and mark them')
    .option('--concurrency <n>', 'chains in flight', positiveInteger, JUDGE_DEFAULTS.concurrency)
    .option('--max-calls <n>', 'budget of calls', positiveInteger, JUDGE_DEFAULTS.maxCalls)
    .option('--max-tokens <n>', 'budget of tokens', positiveInteger, JUDGE_DEFAULTS.maxTokens)
    .option('--timeout <seconds>', 'longest wait for one reply', positive, ENDPOINT_DEFAULTS.timeoutMs / 1000)
    .option('--retries <n>', 'attempts after a failed one', wholeNumber, ENDPOINT_DEFAULTS.retries)
    .option('--annotations <csv>', 'people’s scores: rater, model, imageId, question, AC, RF, RC')
    .option('--second-judge <journal>', 'journal of another judge, to hold against the first')
    .option('--seed <seed>', 'seed of the bootstrap', seed, AUDIT_SEED)
    .option('--json', 'print one JSON document')
    .action(async (files: string[], flags: AuditFlags) => {
      const result = await runAudit(files, flags)
      for (const model of result.models) printLine(auditSentence(model), flags.json)
      printLine(`${flags.out}/report.html`, flags.json)
      if (flags.json) printJson(result)
    })
  audit
    .command('score <files...>')
    .description('sum up eval_records.jsonl of one or several models, also the released tool’s')
    .requiredOption('--out <dir>', 'folder for eval_metrics.json, eval_report.md, report.html')
    .option('--annotations <csv>', 'people’s scores')
    .option('--second-judge <journal>', 'journal of another judge, to hold against the first')
    .option('--seed <seed>', 'seed of the bootstrap', seed, AUDIT_SEED)
    .option('--json', 'print one JSON document')
    .action(
      async (
        files: string[],
        flags: { out: string; annotations?: string; secondJudge?: string; seed: Seed; json?: boolean },
      ) => {
        const result = await scoreAudit(files, flags)
        for (const model of result.models) printLine(auditSentence(model), flags.json)
        if (flags.json) printJson(result)
      },
    )
  audit
    .command('table <file>')
    .description('recompute what a printed table (CSV, TSV) says about itself; exit 1 if a check fails')
    .requiredOption('--check <checks...>', `such as ${TABLE_CHECK_FORMS.map(form => `"${form}"`).join(', ')}`)
    .option('--json', 'print one JSON document')
    .action(async (file: string, flags: { check: readonly string[]; json?: boolean }) => {
      const results = checkTable(await readTable(file), flags.check.map(parseTableCheck))
      for (const result of results) printLine(checkLine(result), flags.json)
      if (flags.json) printJson({ file, results })
      if (results.some(result => result.status === 'fails')) process.exitCode = EXIT_CODES.data
    })
}

async function readTable(path: string): Promise<PrintedTable> {
  const [columns = [], ...rows] = parseDelimited(await readFile(path, 'utf8'), extname(path) === '.tsv' ? '\t' : ',')
  return { columns, rows }
}

const checkLine = ({ check, row, printed, recomputed, status }: CheckResult): string =>
  `${status.padEnd(9)} ${row}: ${check} (printed ${printed}, recomputed ${Number(recomputed.toPrecision(7))})`
