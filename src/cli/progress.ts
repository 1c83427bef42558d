import type { OnRunEvent, RunEvent } from '../batch/run-events.ts'

export interface ProgressOutput {
  readonly isTerminal: boolean
  write(text: string): void
  /** Milliseconds that only grow. */
  now(): number
}

/** Off a terminal: a line at most this often. */
const LINE_EVERY_MS = 5000

const BAR_WIDTH = 24

/** A reader of run events: one line that is drawn over on a terminal, plain lines elsewhere. */
export function progressReader(output: ProgressOutput): OnRunEvent {
  let total = 0
  let resumed = 0
  let done = 0
  let beganMs = 0
  let lastLineMs = Number.NEGATIVE_INFINITY
  let drawn = false

  const line = (text: string): void => {
    output.write(drawn ? `\r\x1b[K${text}\n` : `${text}\n`)
    drawn = false
  }
  const show = (): void => {
    const text = statusLine(total, resumed + done, done, output.now() - beganMs)
    if (output.isTerminal) {
      output.write(`\r\x1b[K${text}`)
      drawn = true
    } else if (output.now() - lastLineMs >= LINE_EVERY_MS || resumed + done === total) {
      lastLineMs = output.now()
      line(text)
    }
  }

  return (event: RunEvent) => {
    switch (event.kind) {
      case 'started':
        total = event.total
        resumed = event.resumed
        if (resumed > 0) line(`going on: ${resumed} of ${total} scenes are there already`)
        return
      case 'browser-ready':
        if (beganMs === 0) {
          beganMs = output.now()
          line(`drawing with ${event.gl}: ${event.info.renderer}`)
        }
        return
      case 'scenes-done':
        done += event.ids.length
        return show()
      case 'scene-refused':
        return line(`${event.id} refused: ${event.problems.join('; ')}`)
      case 'retry':
        return line(`trying again (${event.failure}): ${event.message}`)
      case 'browser-replaced':
        return line(`a new browser takes the place of worker ${event.worker + 1}’s`)
      case 'finishing':
        if (drawn) output.write('\n')
        drawn = false
    }
  }
}

/** `[########----------------]  86/256  61.2 images/s  3 s left`. */
export function statusLine(total: number, there: number, done: number, elapsedMs: number): string {
  const share = total === 0 ? 1 : there / total
  const filled = Math.round(share * BAR_WIDTH)
  const rate = elapsedMs > 0 ? (1000 * done) / elapsedMs : 0
  const left = rate > 0 ? `  ${duration((total - there) / rate)} left` : ''
  const count = `${String(there).padStart(String(total).length)}/${total}`
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]  ${count}  ${rate.toFixed(1)} images/s${left}`
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

/** Progress goes to standard error: standard output is for results. */
export const stderrProgress = (): OnRunEvent =>
  progressReader({
    isTerminal: process.stderr.isTTY === true,
    write: text => void process.stderr.write(text),
    now: () => performance.now(),
  })
