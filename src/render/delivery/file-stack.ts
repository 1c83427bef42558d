import type { SlotSpan } from '../../protocol/render-batch.ts'

/** Files one behind the other in memory that is kept: the first touch of fresh memory costs more than a copy. */
export class FileStack {
  length = 0

  /** @param bytes memory of an earlier stack, or none */
  constructor(private memory: Uint8Array<ArrayBuffer> = new Uint8Array(0)) {}

  /** Appends a file; tells where it lies. */
  push(file: Uint8Array): SlotSpan {
    const offset = this.length
    this.length += file.length
    if (this.length > this.memory.length) {
      const larger = new Uint8Array(Math.max(this.length, 2 * this.memory.length))
      larger.set(this.memory.subarray(0, offset))
      this.memory = larger
    }
    this.memory.set(file, offset)
    return { offset, length: file.length }
  }

  /** All memory: the files are its first `length` bytes. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.memory
  }
}
