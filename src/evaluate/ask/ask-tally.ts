import type { ResponseRow } from '../responses.ts'

/** US dollars a million tokens. */
export interface Prices {
  readonly inputUsd: number
  readonly outputUsd: number
}

export interface AskTallyView {
  readonly done: number
  readonly total: number
  /** Questions a second of this run; null before the first. */
  readonly perSecond: number | null
  readonly secondsLeft: number | null
  readonly promptTokens: number
  readonly completionTokens: number
  /** So far, and for the questions of this run altogether; null without prices or usage. */
  readonly costUsd: number | null
  readonly expectedCostUsd: number | null
  readonly failed: number
  readonly unparsed: number
}

/** Counts what a run of `ask` has answered, spent, and has left. */
export class AskTally {
  private written = 0
  private failed = 0
  private unparsed = 0
  private promptTokens = 0
  private completionTokens = 0

  constructor(
    private readonly total: number,
    private readonly resumed: number,
    private readonly prices: Prices | null,
  ) {}

  add(row: ResponseRow): void {
    this.written++
    if (row.status === 'error') this.failed++
    if (row.status === 'unparsed' || row.status === 'refused') this.unparsed++
    const usage = row.usage as { promptTokens: number; completionTokens: number } | undefined
    this.promptTokens += usage?.promptTokens ?? 0
    this.completionTokens += usage?.completionTokens ?? 0
  }

  /** @param seconds since the run began */
  view(seconds: number): AskTallyView {
    const left = this.total - this.resumed - this.written
    const perSecond = this.written > 0 && seconds > 0 ? this.written / seconds : null
    const costUsd = this.cost()
    return {
      done: this.resumed + this.written,
      total: this.total,
      perSecond,
      secondsLeft: perSecond === null ? null : left / perSecond,
      promptTokens: this.promptTokens,
      completionTokens: this.completionTokens,
      costUsd,
      expectedCostUsd: costUsd === null || this.written === 0 ? null : (costUsd * (this.written + left)) / this.written,
      failed: this.failed,
      unparsed: this.unparsed,
    }
  }

  private cost(): number | null {
    if (!this.prices || this.promptTokens + this.completionTokens === 0) return null
    return (this.promptTokens * this.prices.inputUsd + this.completionTokens * this.prices.outputUsd) / 1e6
  }
}
