import { SpatialTunnelError } from '../core/errors.ts'

/** How often work under way is asked how far it is. */
const LOOK_MS = 2000

/** Waits that have names: when one takes too long, the error says which, and what else was being waited for. */
export class LabelledWaits {
  private readonly open = new Map<symbol, string>()

  /**
   * @param label what is waited for, as a person would say it
   * @throws SpatialTunnelError `timed-out`; whatever `work` throws
   */
  for<T>(label: string, limitMs: number, work: Promise<T>): Promise<T> {
    return this.race(label, work, giveUp => {
      const timer = setTimeout(() => giveUp(this.timedOut(label, limitMs)), limitMs)
      return () => clearTimeout(timer)
    })
  }

  /**
   * Waits as long as it goes on: however slow, work of many steps is given up only when nothing happens any more.
   *
   * @param progress how far it is; a number that stays the same, a rejection and no answer all count as standing still
   * @throws SpatialTunnelError `timed-out` when it stood still for `limitMs`; whatever `work` throws
   */
  whileMoving<T>(label: string, limitMs: number, work: Promise<T>, progress: () => Promise<number>): Promise<T> {
    return this.race(label, work, giveUp => {
      let last: number | null = null
      let asking = false
      // Looks are counted, not time: a process that was stopped for an hour has not waited for an answer.
      let looks = 0
      const answered = (value: number | null): void => {
        asking = false
        if (value === null || value === last) return
        last = value
        looks = 0
      }
      const timer = setInterval(() => {
        if (looks++ * LOOK_MS >= limitMs) return giveUp(this.timedOut(label, limitMs))
        if (asking) return
        asking = true
        progress().then(answered, () => answered(null))
      }, LOOK_MS)
      return () => clearInterval(timer)
    })
  }

  /** @param watch begins to watch the work, and returns what ends it */
  private async race<T>(
    label: string,
    work: Promise<T>,
    watch: (giveUp: (error: Error) => void) => () => void,
  ): Promise<T> {
    const key = Symbol(label)
    this.open.set(key, label)
    let end = (): void => {}
    const givenUp = new Promise<never>((_, reject) => {
      end = watch(reject)
    })
    try {
      return await Promise.race([work, givenUp])
    } finally {
      end()
      this.open.delete(key)
    }
  }

  private timedOut(label: string, limitMs: number): SpatialTunnelError {
    const others = [...this.open.values()].filter(other => other !== label)
    return new SpatialTunnelError({
      code: 'timed-out',
      kind: 'run',
      where: label,
      found: `nothing after ${limitMs / 1000} s`,
      expected: 'an answer',
      ...(others.length > 0 ? { remedy: `also waiting for: ${others.join(', ')}` } : {}),
    })
  }
}
