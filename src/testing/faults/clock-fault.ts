/** A clock that jumps: `afterMs` into the process, by `byMs` (back when negative). */
export interface ClockFault {
  readonly afterMs: number
  readonly byMs: number
}

/**
 * Lets this process's wall clock jump; clocks that only grow (`performance.now`, timers) are left alone, as a real jump
 * leaves them.
 */
export function installClockFault({ afterMs, byMs }: ClockFault): void {
  const RealDate = Date
  const now = (): number => RealDate.now() + (performance.now() >= afterMs ? byMs : 0)
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  })
}
