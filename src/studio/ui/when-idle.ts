/**
 * Runs a piece of work when the browser has nothing more urgent to do, 300 ms from now at the latest. Safari
 * has no idle callbacks: a timer lets keys and drawing in between as well.
 */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 300 })
  else setTimeout(work, 16)
}
