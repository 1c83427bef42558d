import { SpatialTunnelError } from '../core/errors.ts'
import type { QuestionRow } from '../core/questions.ts'
import { type AskItem, errorRow, replyRow } from '../evaluate/ask/ask-row.ts'
import { type AskSetup, protocolFor, requestSha256, setupFor } from '../evaluate/ask/ask-setup.ts'
import type { ChatReply } from '../evaluate/ask/chat-reply.ts'
import { chatRequest } from '../evaluate/ask/chat-request.ts'
import { type ProbeFinding, probeFindings } from '../evaluate/ask/probe-findings.ts'
import type { ResponseRow } from '../evaluate/responses.ts'
import { parseIntactRow, withRowChecksum } from '../evaluate/row-checksum.ts'
import type { Answer, ChatEndpoint } from './chat-endpoint.ts'
import { DigestSet } from './digest-set.ts'
import { JsonlJournal, readJournal } from './jsonl-journal.ts'
import { takeProcessLock } from './process-lock.ts'
import { writeRows } from './write-rows.ts'

export interface AskOptions {
  readonly model: string
  readonly setup: AskSetup
  /** Places of the questions, in the order in which they are asked. */
  readonly order: readonly number[]
  /** The question at a place: asked for when its turn comes, so that no list of them is held. */
  readonly readItem: (place: number) => Promise<AskItem>
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
  | {
      readonly kind: 'row'
      readonly question: QuestionRow
      readonly row: ResponseRow
      readonly seconds: number
      readonly attempts: number
    }

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
  const done = new DigestSet()
  const journal = await openJournal(options, done).catch(async error => {
    await releaseLock()
    throw error
  })
  try {
    const { order } = options
    const pending = await pendingOf(options, done)
    const resumed = order.length - pending.places.length
    onEvent({ kind: 'resumed', done: resumed, total: order.length })
    const run = new AskRun(options, journal, onEvent)
    await run.all(pending)
    const left = pending.places.length - Object.values(run.written).reduce((sum, n) => sum + n, 0)
    return { total: order.length, resumed, written: run.written, left }
  } finally {
    await journal.close()
    await releaseLock()
  }
}

interface Pending {
  /** Places of the questions without a row, in the order in which they are asked. */
  readonly places: readonly number[]
  /** The first of them that is asked by the run's own protocol, else the first. */
  readonly probe: number | undefined
}

/** What is known of a place: nothing to ask, or a question, by the run's own protocol or by another. */
const [DONE, OWN, OTHER] = [0, 1, 2] as const

/** Goes through the questions in the order of their places, which reads their file once. */
async function pendingOf({ order, readItem, model, setup }: AskOptions, done: DigestSet): Promise<Pending> {
  const sorted = [...order].sort((a, b) => a - b)
  const states = new Uint8Array((sorted.at(-1) ?? -1) + 1)
  for (const place of sorted) {
    const { question, imageSha256 } = await readItem(place)
    if (done.has(requestSha256(model, question, imageSha256, setupFor(question, setup)))) continue
    states[place] = protocolFor(question, setup) === setup.protocol ? OWN : OTHER
  }
  const places = order.filter(place => states[place] !== DONE)
  return { places, probe: places.find(place => states[place] === OWN) ?? places[0] }
}

/** @param done takes the questions that have a row */
async function openJournal({ out, retryFailed }: AskOptions, done: DigestSet): Promise<JsonlJournal<ResponseRow>> {
  let failed = 0
  const onRow = ({ status, requestSha256 }: ResponseRow): void => {
    if (retryFailed && status === 'error') failed++
    else if (requestSha256 !== undefined) done.add(requestSha256)
  }
  const journal = await JsonlJournal.open(out, parseIntactRow, { onRow })
  if (failed === 0) return journal
  await journal.close()
  await writeRows(out, withoutErrors(out))
  return JsonlJournal.open(out, parseIntactRow)
}

async function* withoutErrors(path: string): AsyncGenerator<ResponseRow> {
  for await (const row of readJournal(path, parseIntactRow)) if (row.status !== 'error') yield row
}

class AskRun {
  readonly written: Record<ResponseRow['status'], number> = { ok: 0, unparsed: 0, refused: 0, error: 0, skipped: 0 }
  private readonly failure = new AbortController()
  private readonly signal: AbortSignal
  /** Questions given up since the last reply: written once a reply shows that the server lives. */
  private heldBack: (readonly [QuestionRow, ResponseRow])[] = []

  constructor(
    private readonly options: AskOptions,
    private readonly journal: JsonlJournal<ResponseRow>,
    private readonly onEvent: (event: AskEvent) => void,
  ) {
    this.signal = AbortSignal.any([options.abort, this.failure.signal])
  }

  async all({ places, probe }: Pending): Promise<void> {
    if (probe === undefined || this.options.stop.aborted) return
    await this.one(probe, (reply, setup, seconds) => this.judge(reply, setup, seconds))
    const queue = places.filter(place => place !== probe).values()
    const workers = Array.from({ length: this.options.concurrency }, () => this.work(queue))
    const outcomes = await Promise.allSettled(workers)
    const failed = outcomes.find(outcome => outcome.status === 'rejected')
    if (this.options.abort.aborted) return
    if (failed) throw this.failure.signal.reason ?? failed.reason
    await this.writeHeldBack()
  }

  /** One of several that share a queue; a fatal error ends all of them. */
  private async work(queue: IterableIterator<number>): Promise<void> {
    for (const place of queue) {
      if (this.options.stop.aborted || this.failure.signal.aborted) return
      try {
        await this.one(place)
      } catch (error) {
        this.failure.abort(this.failure.signal.reason ?? error)
        throw error
      }
    }
  }

  private async one(place: number, check?: (reply: ChatReply, setup: AskSetup, seconds: number) => void) {
    const { model, endpoint } = this.options
    const item = await this.options.readItem(place)
    const { question } = item
    const setup = setupFor(question, this.options.setup)
    const image = await this.options.loadImage(item)
    const uri = `data:image/png;base64,${Buffer.from(image).toString('base64')}`
    const started = performance.now()
    const answer = await this.answerOrError(() =>
      endpoint.ask(question.id, chatRequest(model, question.text, uri, setup), this.signal),
    )
    const seconds = (performance.now() - started) / 1000
    if (answer instanceof SpatialTunnelError) {
      // A probe that fails says nothing about the question: nothing is written.
      if (check) throw answer
      this.heldBack.push([question, errorRow(model, item, setup, answer.found)])
      if (this.heldBack.length >= GIVEN_UP_IN_A_ROW) throw answer
      return
    }
    check?.(answer.reply, setup, seconds)
    await this.writeHeldBack()
    return this.write(question, replyRow(model, item, setup, answer.reply), seconds, answer.attempts)
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
    for (const [question, row] of rows) await this.write(question, row, 0, 0)
  }

  private async write(question: QuestionRow, row: ResponseRow, seconds: number, attempts: number): Promise<void> {
    await this.journal.append(withRowChecksum(row))
    this.written[row.status]++
    this.onEvent({ kind: 'row', question, row, seconds, attempts })
  }
}
