import { dirname } from 'node:path'
import type { ChatMessage } from '../../chains/judge/chat-dialects.ts'
import {
  JUDGE_PROMPT_VERSION,
  type JudgeEvidence,
  judgeKey,
  judgePrompt,
  retryPrompt,
} from '../../chains/judge/judge-prompt.ts'
import { type JudgeScores, readJudgeReply, scoresIn } from '../../chains/judge/judge-reply.ts'
import { SpatialTunnelError, shown } from '../../core/errors.ts'
import { JsonlJournal } from '../jsonl-journal.ts'
import { makeFolder } from '../make-folder.ts'
import type { Judge } from './judges.ts'

/** A chain to be judged. */
export interface JudgeCase {
  readonly model: string
  readonly imageId: string
  readonly evidence: JudgeEvidence
}

/** A row of the judge's journal: result and replay in one. */
export interface JudgeRow {
  readonly key: string
  readonly judge: string
  readonly promptVersion: string
  readonly model: string
  readonly imageId: string
  readonly question: string
  /** The judge saw no scene graph. */
  readonly withoutGraph: boolean
  /** null: no reply could be read; the row is counted and left out of the means. */
  readonly scores: JudgeScores | null
  readonly problem: string | null
  readonly replies: readonly string[]
  readonly tokens: number
}

export interface JudgeOptions {
  readonly judge: Judge
  readonly journal: string
  readonly concurrency: number
  /** After so many calls or tokens of this run no new case is begun. */
  readonly maxCalls: number
  readonly maxTokens: number
  /** Cases without a scene graph are judged blind, and marked; otherwise they are an error. */
  readonly allowWithoutGraph: boolean
  readonly signal: AbortSignal
  readonly onRow?: (row: JudgeRow, left: number) => void
}
export const JUDGE_DEFAULTS = {
  concurrency: 4,
  maxCalls: Number.POSITIVE_INFINITY,
  maxTokens: Number.POSITIVE_INFINITY,
  allowWithoutGraph: false,
} as const

/** Re-asks after a reply that could not be read. */
const RE_ASKS = 2

export interface JudgeOutcome {
  /** By key; cases that the budget or the signal cut off are missing. */
  readonly rows: ReadonlyMap<string, JudgeRow>
  readonly resumed: number
  readonly calls: number
  readonly tokens: number
  /** Among those left: the server refused them or gave up on them; the next run asks again. */
  readonly failed: number
  readonly left: number
}

/** Errors of one chain; all others end the run. */
const OF_ONE_CHAIN = new Set(['endpoint-gave-up', 'request-refused'])

/**
 * Has every case judged that the journal does not hold yet. Same case, judge, prompt and evidence: same key, never asked twice.
 *
 * A chain that the server refuses or gives up on is left for the next run, once it has judged another.
 *
 * @throws SpatialTunnelError `judge-no-graph`, and the endpoint's fatal errors
 */
export async function judgeChains(cases: readonly JudgeCase[], options: JudgeOptions): Promise<JudgeOutcome> {
  const { judge, allowWithoutGraph } = options
  const blind = cases.find(item => item.evidence.graph === null)
  if (blind && !allowWithoutGraph) {
    throw new SpatialTunnelError({
      code: 'judge-no-graph',
      where: `${blind.imageId}: ${shown(blind.evidence.question)}`,
      found: 'no scene graph',
      expected: 'one for every chain that is judged',
      remedy: 'give the data set with scene graphs, or allow blind judging, which is marked',
    })
  }
  const keyed = cases.map(item => ({ key: judgeKey(item.model, item.imageId, judge.name, item.evidence), item }))
  await makeFolder(dirname(options.journal))
  const wanted = new Set(keyed.map(({ key }) => key))
  const rows = new Map<string, JudgeRow>()
  const journal = await JsonlJournal.open(options.journal, readJudgeRow, {
    onRow: row => {
      if (wanted.has(row.key)) rows.set(row.key, row)
    },
  })
  try {
    const resumed = rows.size
    const run = new JudgeRun(options, journal, rows)
    await run.all(keyed.filter(({ key }) => !rows.has(key)))
    return { rows, resumed, calls: run.calls, tokens: run.tokens, failed: run.failed, left: wanted.size - rows.size }
  } finally {
    await journal.close()
  }
}

type Keyed = { readonly key: string; readonly item: JudgeCase }

class JudgeRun {
  calls = 0
  tokens = 0
  failed = 0
  private judged = 0
  private readonly options: JudgeOptions
  private readonly journal: JsonlJournal<JudgeRow>
  private readonly rows: Map<string, JudgeRow>
  private readonly failure = new AbortController()

  constructor(options: JudgeOptions, journal: JsonlJournal<JudgeRow>, rows: Map<string, JudgeRow>) {
    this.options = options
    this.journal = journal
    this.rows = rows
  }

  async all(pending: readonly Keyed[]): Promise<void> {
    const queue = pending.values()
    let left = pending.length
    const work = async (): Promise<void> => {
      for (const next of queue) {
        if (this.stopped()) return
        const row = await this.one(next).catch(error => this.passedOver(error))
        left--
        if (row === null) continue
        this.judged++
        await this.journal.append(row)
        this.rows.set(row.key, row)
        this.options.onRow?.(row, left)
      }
    }
    const workers = Array.from({ length: this.options.concurrency }, () =>
      work().catch(error => {
        this.failure.abort(error)
        throw error
      }),
    )
    const outcomes = await Promise.allSettled(workers)
    if (this.options.signal.aborted) return
    if (outcomes.some(outcome => outcome.status === 'rejected')) throw this.failure.signal.reason
  }

  private passedOver(error: unknown): null {
    if (this.judged === 0 || !(error instanceof SpatialTunnelError) || !OF_ONE_CHAIN.has(error.code)) throw error
    this.failed++
    return null
  }

  private stopped(): boolean {
    const { signal, maxCalls, maxTokens } = this.options
    return signal.aborted || this.failure.signal.aborted || this.calls >= maxCalls || this.tokens >= maxTokens
  }

  private async one({ key, item }: Keyed): Promise<JudgeRow> {
    const { judge } = this.options
    const { system, user } = judgePrompt(item.evidence)
    const messages: ChatMessage[] = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ]
    const replies: string[] = []
    let spent = 0
    let problem: string | null = null
    let scores: JudgeScores | null = null
    for (let turn = 0; turn <= RE_ASKS && scores === null; turn++) {
      const answer = await judge.ask(key, turn, messages, AbortSignal.any([this.options.signal, this.failure.signal]))
      this.calls++
      this.tokens += answer.tokens
      spent += answer.tokens
      replies.push(answer.text)
      const read = readJudgeReply(answer.text)
      if ('scores' in read) scores = read.scores
      else {
        problem = read.problem
        messages.push(
          { role: 'assistant', content: answer.text || '(empty)' },
          { role: 'user', content: retryPrompt(read.problem) },
        )
      }
    }
    return {
      key,
      judge: judge.name,
      promptVersion: JUDGE_PROMPT_VERSION,
      model: item.model,
      imageId: item.imageId,
      question: item.evidence.question,
      withoutGraph: item.evidence.graph === null,
      scores,
      problem: scores ? null : problem,
      replies,
      tokens: spent,
    }
  }
}

/** A row of the journal; scores outside [0, 1] are refused whoever wrote them. */
function readJudgeRow(value: unknown): JudgeRow {
  const row = value as Partial<JudgeRow> | null
  const sound = row !== null && typeof row === 'object' && typeof row.key === 'string' && Array.isArray(row.replies)
  const scores = sound && row.scores ? scoresIn({ ...row.scores }) : { scores: null }
  if (sound && 'scores' in scores) return row as JudgeRow
  throw new SpatialTunnelError({
    code: 'judge-row',
    where: 'row',
    found: shown(value),
    expected: 'a row of a judge’s journal',
  })
}
