import { basename, dirname, extname, join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { agreementOf, type Rating } from '../chains/audit/agreement.ts'
import { journalRatings, machineRatings, readAnnotations } from '../chains/audit/annotations.ts'
import type { AuditReference, AuditRow } from '../chains/audit/audit-row.ts'
import { type AuditResult, compareModels } from '../chains/audit/compare-models.ts'
import { summarise } from '../chains/audit/summarise.ts'
import type { ChatKind } from '../chains/judge/chat-dialects.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import { type Seed, stream } from '../core/rng.ts'
import { assertWritable } from '../node/assert-writable.ts'
import { readAuditReferences } from '../node/chains/audit-references.ts'
import { readChainTable, writeChainTable } from '../node/chains/chain-table.ts'
import {
  type EvidenceOptions,
  evalRecord,
  judgeCases,
  measureChains,
  readEvalRecords,
  verifierAsJudge,
} from '../node/chains/run-audit.ts'
import { ENDPOINT_DEFAULTS } from '../node/chat-endpoint.ts'
import { judgeChains } from '../node/judge/judge-chains.ts'
import { endpointJudge, type Judge, replayJudge } from '../node/judge/judges.ts'
import { sha256File } from '../node/sha256-file.ts'
import { writeFileAtomic } from '../node/write-file.ts'
import { auditMarkdown, auditReport } from '../report/audit-report.ts'
import { listenForInterrupt } from './interrupt.ts'
import { printLine } from './output.ts'

/** How chains are judged besides the verifier. */
export interface JudgeFlags extends EvidenceOptions {
  readonly judge: 'none' | 'verifier' | 'replay' | ChatKind
  readonly judgeModel?: string
  readonly judgeUrl?: string
  readonly judgeReplay?: string
  readonly concurrency: number
  readonly maxCalls: number
  readonly maxTokens: number
  /** Seconds. */
  readonly timeout: number
  readonly retries: number
  readonly blind?: boolean
}

export interface AuditFlags extends JudgeFlags {
  readonly data: string
  readonly out: string
  readonly name?: readonly string[]
  readonly annotations?: string
  readonly secondJudge?: string
  readonly seed: Seed
  readonly json?: boolean
}

/** Measures models' chains, has them judged, and writes the folder: records, metrics, reports. */
export async function runAudit(paths: readonly string[], flags: AuditFlags): Promise<AuditResult> {
  await assertWritable(flags.out)
  const references = await readAuditReferences(flags.data)
  const models = new Map<string, AuditRow[]>()
  for (const [i, path] of paths.entries()) {
    const name = flags.name?.[i] ?? modelName(path)
    const { rows } = await measureChains(path, references)
    models.set(name, await judged(name, rows, references, flags))
  }
  const records = [...models].flatMap(([name, rows]) => rows.map(row => evalRecord(row, name)))
  await writeChainTable(join(flags.out, 'eval_records.jsonl'), records)
  return finish(models, flags, [flags.data, ...paths])
}

/** Sums up records that are there already. */
export async function scoreAudit(
  paths: readonly string[],
  flags: Pick<AuditFlags, 'out' | 'annotations' | 'secondJudge' | 'seed' | 'json'>,
): Promise<AuditResult> {
  const models = new Map<string, AuditRow[]>()
  for (const path of paths)
    for (const [name, rows] of await readEvalRecords(path, modelName(path))) models.set(name, rows)
  return finish(models, { ...flags, judge: 'none' }, paths)
}

/** `out/qwen/generation_records.jsonl` → `qwen`; any other file by its own name. */
const modelName = (path: string): string =>
  /^(?:generation|eval)_records$/.test(basename(path, extname(path)))
    ? basename(dirname(path))
    : basename(path, extname(path))

async function judged(
  model: string,
  rows: readonly AuditRow[],
  references: ReadonlyMap<string, AuditReference>,
  flags: AuditFlags,
): Promise<AuditRow[]> {
  if (flags.judge === 'none') return [...rows]
  if (flags.judge === 'verifier') return rows.map(verifierAsJudge)
  const judge = await judgeOf(flags)
  const interrupt = listenForInterrupt(() => printLine('finishing the chains in flight', true))
  const cases = judgeCases(model, rows, references, flags)
  try {
    const outcome = await judgeChains(
      cases.map(({ item }) => item),
      {
        judge,
        journal: join(flags.out, `judge_${judge.name.replace(/[^\w.-]+/g, '_')}.jsonl`),
        concurrency: flags.concurrency,
        maxCalls: flags.maxCalls,
        maxTokens: flags.maxTokens,
        allowWithoutGraph: flags.blind ?? false,
        signal: interrupt.stop,
      },
    )
    const unread = [...outcome.rows.values()].filter(row => row.scores === null).length
    const failed = outcome.failed > 0 ? ` (the server failed on ${outcome.failed})` : ''
    const cut = outcome.left > 0 ? `, ${outcome.left} left${failed}: run the same command again` : ''
    printLine(
      `${model}: ${judge.name} judged ${outcome.rows.size} chains (${outcome.resumed} were there, ${outcome.calls} calls, ${outcome.tokens} tokens, ${unread} unreadable${cut})`,
      true,
    )
    const scoreOf = new Map([...outcome.rows.values()].map(row => [`${row.imageId}\u0000${row.question}`, row.scores]))
    return rows.map(row => ({ ...row, judge: scoreOf.get(`${row.imageId}\u0000${row.question}`) ?? null }))
  } finally {
    interrupt.remove()
    judge.close()
  }
}

async function judgeOf(flags: JudgeFlags): Promise<Judge> {
  const need = (value: string | undefined, option: string): string => {
    if (value !== undefined) return value
    throw new SpatialTunnelError({
      code: 'judge-option',
      where: `--judge ${flags.judge}`,
      found: `no ${option}`,
      expected: option,
    })
  }
  const model = need(flags.judgeModel, '--judge-model')
  if (flags.judge === 'replay') return replayJudge(need(flags.judgeReplay, '--judge-replay'), model)
  const options = {
    ...ENDPOINT_DEFAULTS,
    baseUrl: need(flags.judgeUrl, '--judge-url'),
    timeoutMs: flags.timeout * 1000,
    retries: flags.retries,
    apiKey: process.env.SPATIALTUNNEL_API_KEY || undefined,
  }
  return endpointJudge(flags.judge as ChatKind, model, options, retry =>
    printLine(`retry ${retry.attempt}: ${retry.why}`, true),
  )
}

async function finish(
  models: ReadonlyMap<string, AuditRow[]>,
  flags: Pick<AuditFlags, 'out' | 'annotations' | 'secondJudge' | 'seed' | 'judge' | 'judgeModel'>,
  sources: readonly string[],
): Promise<AuditResult> {
  const judge = flags.judge === 'none' ? null : (flags.judgeModel ?? flags.judge)
  const people = flags.annotations ? readAnnotations(await readChainTable(flags.annotations)) : []
  const summaries = [...models].map(([name, rows]) => ({
    name,
    summary: summarise(rows, stream(flags.seed, name, 'audit.bootstrap')),
  }))
  const machines = [...models].flatMap(([name, rows]) => machineRatings(name, rows, judge ?? 'judge'))
  const second = flags.secondJudge ? journalRatings(await readChainTable(flags.secondJudge)) : []
  const result = compareModels(
    summaries,
    judge ? [judge] : [],
    agreementOn(people, [...machines, ...second], flags.seed),
  )
  const provenance = await provenanceOf(sources)
  await writeFileAtomic(join(flags.out, 'eval_metrics.json'), `${JSON.stringify(result, null, 2)}\n`)
  await writeFileAtomic(join(flags.out, 'eval_report.md'), auditMarkdown({ result, provenance }))
  await writeFileAtomic(join(flags.out, 'report.html'), auditReport({ result, provenance }))
  return result
}

function agreementOn(people: readonly Rating[], machines: readonly Rating[], seed: Seed) {
  const names = [...new Set(people.map(rating => rating.rater))]
  return agreementOf([...people, ...machines], names, stream(seed, 'agreement', 'bootstrap'))
}

async function provenanceOf(paths: readonly string[]): Promise<(readonly [string, string])[]> {
  const hashes = await Promise.all(paths.map(async path => [basename(path), await sha256File(path)] as const))
  return [
    ['command', ['spatialtunnel', ...process.argv.slice(2)].join(' ')],
    ['tool', `${packageJson.name} ${packageJson.version}`],
    ...hashes,
  ]
}
