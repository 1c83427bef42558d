import { AskTally, type AskTallyView, type Prices } from '../evaluate/ask/ask-tally.ts'
import type { AskEvent } from '../node/ask-model.ts'
import type { Retry } from '../node/chat-endpoint.ts'

const LINE_EVERY_MS = 10_000
const REDRAW_EVERY_MS = 200

/** Tells on standard error how a run of `ask` goes: one line that is redrawn on a terminal, plain lines elsewhere. */
export class AskProgress {
  private readonly started = performance.now()
  private tally: AskTally | undefined
  private shownAt = 0
  private retries = 0

  constructor(
    private readonly prices: Prices | null,
    private readonly terminal = process.stderr.isTTY === true,
  ) {}

  event(event: AskEvent): void {
    if (event.kind === 'resumed') {
      this.tally = new AskTally(event.total, event.done, this.prices)
      if (event.done > 0) this.line(`${event.done} of ${event.total} questions are answered already`)
    } else if (event.kind === 'probed') {
      for (const { found, expected, remedy } of event.findings)
        this.line(`note: ${found}, expected ${expected}; ${remedy}`)
      this.line(`the server answers (first question: ${event.seconds.toFixed(2)} s)`)
    } else {
      this.tally?.add(event.row)
      this.show()
    }
  }

  retry({ id, attempt, why, waitMs }: Retry): void {
    this.retries++
    if (attempt > 1 || !this.terminal) this.line(`${id}: ${why}; again in ${(waitMs / 1000).toFixed(1)} s`)
  }

  /** The last state, on a line of its own. */
  finish(): AskTallyView | undefined {
    const view = this.tally?.view(this.seconds())
    if (view) this.line(this.text(view))
    return view
  }

  line(text: string): void {
    process.stderr.write(this.terminal ? `\r\x1b[K${text}\n` : `${text}\n`)
  }

  private show(): void {
    const now = performance.now()
    if (!this.tally || now - this.shownAt < (this.terminal ? REDRAW_EVERY_MS : LINE_EVERY_MS)) return
    this.shownAt = now
    const text = this.text(this.tally.view(this.seconds()))
    process.stderr.write(this.terminal ? `\r\x1b[K${text}` : `${text}\n`)
  }

  private seconds(): number {
    return (performance.now() - this.started) / 1000
  }

  private text(view: AskTallyView): string {
    return [
      `${view.done}/${view.total}`,
      view.perSecond === null ? '' : `${view.perSecond.toFixed(1)} questions/s`,
      view.secondsLeft === null ? '' : `${duration(view.secondsLeft)} left`,
      view.costUsd === null ? '' : `$${view.costUsd.toFixed(3)} of about $${(view.expectedCostUsd ?? 0).toFixed(3)}`,
      view.unparsed ? `${view.unparsed} without an answer` : '',
      view.failed ? `${view.failed} failed` : '',
      this.retries ? `${this.retries} repeated` : '',
    ]
      .filter(part => part !== '')
      .join(' · ')
  }
}

/** 75 → `1 min 15 s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
