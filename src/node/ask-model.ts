import { rename, writeFile } from 'node:fs/promises'
import { SpatialTunnelError } from '../core/errors.ts'
import { type AskItem, errorRow, replyRow } from '../evaluate/ask/ask-row.ts'
import { type AskSetup, protocolFor, requestSha256, setupFor } from '../evaluate/ask/ask-setup.ts'
import type { ChatReply } from '../evaluate/ask/chat-reply.ts'
import { chatRequest } from '../evaluate/ask/chat-request.ts'
import { type ProbeFinding, probeFindings } from '../evaluate/ask/probe-findings.ts'
import { parseResponse, type ResponseRow } from '../evaluate/responses.ts'
import type { Answer, ChatEndpoint } from './chat-endpoint.ts'
import { JsonlJournal } from './jsonl-journal.ts'
import { takeProcessLock } from './process-lock.ts'

export interface AskOptions {
  readonly model: string
  readonly setup: AskSetup
  /** In the order in which they are asked. */
  readonly items: readonly AskItem[]
  /** The PNG that is sent, at `setup.imageScale`. */
  loadImage(item: AskItem): Promise<Uint8Array>
  readonly endpoint: ChatEndpoint
  /** `responses.jsonl`: journal and result in one. */
  readonly out: string
  /** Questions in flight. */
  readonly concurrency: number
  /** Ask the questions again whose row says `error`; their old rows go. */
  readonly retryFailed: boolean
  /** No new question is asked once this is aborted; those in flight are waited for and written. */
  readonly stop: AbortSignal
  /** Those in flight are dropped too. */
  readonly abort: AbortSignal
}

export const ASK_DEFAULTS = { concurrency: 4, retryFailed: false } as const

/** So many questions given up in a row mean that the server is gone, not that the questions are bad. */
const GIVEN_UP_IN_A_ROW = 8
const OF_ONE_QUESTION: ReadonlySet<string> = new Set(['request-refused', 'endpoint-gave-up'])

export type AskEvent =
  | { readonly kind: 'resumed'; readonly done: number; readonly total: number }
  | {
      readonly kind: 'probed'
      readonly findings: readonly ProbeFinding[]
      readonly seconds: number
      /** Tokens of the one question. */
      readonly usage: ChatReply['usage']
    }
  | { readonly kind: 'row'; readonly row: ResponseRow; readonly seconds: number; readonly attempts: number }

export interface AskSummary {
  readonly total: number
  /** Rows that were there already. */
  readonly resumed: number
  /** Rows written by this run, by status. */
  readonly written: Readonly<Record<ResponseRow['status'], number>>
  /** Questions without a row: the run was stopped. */
  readonly left: number
}

/**
 * Asks a model every question that has no row yet. The first one is the probe: what its reply shows about the server is
 * judged before anything is written, and it is kept as that question's answer, so that nothing is asked twice.
 *
 * @throws SpatialTunnelError `run-in-progress`, `no-logprobs`, `thinking-model`, `setup-altered` (the probe) and the endpoint's fatal errors
 */
export async function askModel(options: AskOptions, onEvent: (event: AskEvent) => void): Promise<AskSummary> {
  // Two runs into one file would ask everything twice.
  const releaseLock = await takeProcessLock(`${options.out}.lock`, options.out)
  const journal = await openJournal(options).catch(async error => {
    await releaseLock()
    throw error
  })
  try {
    const done = new Set(journal.rows.map(row => row.requestSha256))
    const pending = options.items.filter(item => !done.has(keyOf(options, item)))
    const resumed = options.items.length - pending.length
    onEvent({ kind: 'resumed', done: resumed, total: options.items.length })
    const run = new AskRun(options, journal, onEvent)
    await run.all(pending)
    const left = pending.length - Object.values(run.written).reduce((sum, n) => sum + n, 0)
    return { total: options.items.length, resumed, written: run.written, left }
  } finally {
    await journal.close()
    await releaseLock()
  }
}

function keyOf({ model, setup }: AskOptions, { question, imageSha256 }: AskItem): string {
  return requestSha256(model, question, imageSha256, setupFor(question, setup))
}

async function openJournal({ out, retryFailed }: AskOptions): Promise<JsonlJournal<ResponseRow>> {
  const journal = await JsonlJournal.open(out, parseResponse)
  if (!retryFailed || journal.rows.every(row => row.status !== 'error')) return journal
  await journal.close()
  await replaceRows(
    out,
    journal.rows.filter(row => row.status !== 'error'),
  )
  return JsonlJournal.open(out, parseResponse)
}

async function replaceRows(path: string, rows: readonly ResponseRow[]): Promise<void> {
  await writeFile(`${path}.new`, rows.map(row => `${JSON.stringify(row)}\n`).join(''), { flush: true })
  await rename(`${path}.new`, path)
}

class AskRun {
  readonly written: Record<ResponseRow['status'], number> = { ok: 0, unparsed: 0, refused: 0, error: 0, skipped: 0 }
  private readonly failure = new AbortController()
  /** Questions given up since the last reply: written once a reply shows that the server lives. */
  private heldBack: ResponseRow[] = []

  constructor(
    private readonly options: AskOptions,
    private readonly journal: JsonlJournal<ResponseRow>,
    private readonly onEvent: (event: AskEvent) => void,
  ) {}

  async all(pending: readonly AskItem[]): Promise<void> {
    const first = pending.find(item => protocolFor(item.question, this.options.setup) === this.options.setup.protocol)
    const probe = first ?? pending[0]
    if (!probe || this.options.stop.aborted) return
    await this.one(probe, (reply, setup, seconds) => this.judge(reply, setup, seconds))
    const queue = pending.filter(item => item !== probe).values()
    const workers = Array.from({ length: this.options.concurrency }, () => this.work(queue))
    const outcomes = await Promise.allSettled(workers)
    const failed = outcomes.find(outcome => outcome.status === 'rejected')
    if (this.options.abort.aborted) return
    if (failed) throw this.failure.signal.reason ?? failed.reason
    await this.writeHeldBack()
  }

  /** One of several that share a queue; a fatal error ends all of them. */
  private async work(queue: IterableIterator<AskItem>): Promise<void> {
    for (const item of queue) {
      if (this.options.stop.aborted || this.failure.signal.aborted) return
      try {
        await this.one(item)
      } catch (error) {
        this.failure.abort(this.failure.signal.reason ?? error)
        throw error
      }
    }
  }

  private async one(item: AskItem, check?: (reply: ChatReply, setup: AskSetup, seconds: number) => void) {
    const { model, endpoint } = this.options
    const setup = setupFor(item.question, this.options.setup)
    const image = await this.options.loadImage(item)
    const uri = `data:image/png;base64,${Buffer.from(image).toString('base64')}`
    const started = performance.now()
    const answer = await this.answerOrError(() =>
      endpoint.ask(item.question.id, chatRequest(model, item.question.text, uri, setup), this.signal()),
    )
    const seconds = (performance.now() - started) / 1000
    if (answer instanceof SpatialTunnelError) {
      // A probe that fails says nothing about the question: nothing is written.
      if (check) throw answer
      this.heldBack.push(errorRow(model, item, setup, answer.found))
      if (this.heldBack.length >= GIVEN_UP_IN_A_ROW) throw answer
      return
    }
    check?.(answer.reply, setup, seconds)
    await this.writeHeldBack()
    return this.write(replyRow(model, item, setup, answer.reply), seconds, answer.attempts)
  }

  /** An error that concerns this question alone is its result. */
  private async answerOrError(ask: () => Promise<Answer>): Promise<Answer | SpatialTunnelError> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof SpatialTunnelError && OF_ONE_QUESTION.has(error.code)) return error
      throw error
    }
  }

  private judge(reply: ChatReply, setup: AskSetup, seconds: number): void {
    const findings = probeFindings(reply, setup, this.options.model)
    const fatal = findings.find(finding => finding.fatal)
    if (fatal) throw new SpatialTunnelError({ ...fatal, where: `probe of ${this.options.model}` })
    this.onEvent({ kind: 'probed', findings, seconds, usage: reply.usage })
  }

  private async writeHeldBack(): Promise<void> {
    const rows = this.heldBack
    this.heldBack = []
    for (const row of rows) await this.write(row, 0, 0)
  }

  private async write(row: ResponseRow, seconds: number, attempts: number): Promise<void> {
    await this.journal.append(row)
    this.written[row.status]++
    this.onEvent({ kind: 'row', row, seconds, attempts })
  }

  private signal(): AbortSignal {
    return AbortSignal.any([this.options.abort, this.failure.signal])
  }
}
