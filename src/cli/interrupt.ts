/** Ctrl-C (or SIGTERM): the first asks for an orderly end, the second for an immediate one. */
export interface Interrupt {
  readonly stop: AbortSignal
  readonly abort: AbortSignal
  /** Stops listening. */
  remove(): void
}

/** Listens until removed; a third Ctrl-C kills the process as usual. */
export function listenForInterrupt(onFirst: () => void): Interrupt {
  const stop = new AbortController()
  const abort = new AbortController()
  const remove = () => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, listener)
  }
  const listener = () => {
    if (stop.signal.aborted) {
      abort.abort()
      remove()
      return
    }
    stop.abort()
    onFirst()
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, listener)
  return { stop: stop.signal, abort: abort.signal, remove }
}
