import { SpatialTunnelError } from '../core/errors.ts'

/** Waits that have names: when one takes too long, the error says which, and what else was being waited for. */
export class LabelledWaits {
  private readonly open = new Map<symbol, string>()

  /**
   * @param label what is waited for, as a person would say it
   * @throws SpatialTunnelError `timed-out`; whatever `work` throws
   */
  async for<T>(label: string, limitMs: number, work: Promise<T>): Promise<T> {
    const key = Symbol(label)
    this.open.set(key, label)
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(this.timedOut(label, limitMs)), limitMs)
    })
    try {
      return await Promise.race([work, timeout])
    } finally {
      clearTimeout(timer)
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
