import { type OpenKernel, openKernel, type VectorKernel } from './kernel/vector-kernel.ts'

/** Memory that summing a layer needs besides its vectors. Its content may be anything. */
export interface LayerScratch {
  readonly open: OpenKernel
  /** Two arrays of a length, for the sums themselves. */
  sums(length: number): { readonly raw: Float64Array; readonly unit: Float64Array }
}

/** New memory for every layer. */
export const FRESH_SCRATCH: LayerScratch = {
  open: openKernel,
  sums: length => ({ raw: new Float64Array(length), unit: new Float64Array(length) }),
}

/**
 * The same memory for one layer after the other: touching fresh pages costs more than the sums. A layer's sums are lost when the
 * next one is summed.
 */
export function keptScratch(): LayerScratch {
  let kernel: VectorKernel | null = null
  let sums = FRESH_SCRATCH.sums(0)
  return {
    open(bytes) {
      if (kernel === null || kernel.memory.buffer.byteLength < bytes) kernel = openKernel(bytes)
      return kernel
    },
    sums(length) {
      if (sums.raw.length !== length) sums = FRESH_SCRATCH.sums(length)
      return sums
    },
  }
}
