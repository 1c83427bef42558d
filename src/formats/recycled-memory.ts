import type { Allocate } from './zip-member.ts'

/** Memory that is used again: the pages of a fresh array cost more time than filling them. */
export interface RecycledMemory {
  readonly allocate: Allocate
  giveBack(buffer: ArrayBuffer): void
}

/** Holds on to as many buffers as are in use while one layer is measured and the next one read. */
export function recycledMemory(keep = 2): RecycledMemory {
  const free: ArrayBuffer[] = []
  return {
    allocate(length) {
      // A much larger buffer stays for a layer of its size.
      const at = free.findIndex(buffer => buffer.byteLength >= length && buffer.byteLength <= 2 * length)
      return at < 0 ? new Uint8Array(length) : new Uint8Array(free.splice(at, 1)[0]!, 0, length)
    },
    giveBack(buffer) {
      if (free.length < keep) free.push(buffer)
    },
  }
}
