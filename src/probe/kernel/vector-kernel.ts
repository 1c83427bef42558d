import { fromBase64url } from '../../formats/base64url.ts'
import source from './vector-kernel.as.ts?wasm'

/** The exports of `vector-kernel.as.ts`; see there for what each does. Addresses and strides are bytes in `memory`. */
export interface VectorKernel {
  readonly memory: { readonly buffer: ArrayBuffer }
  widen(from: number, to: number, count: number): number
  square(from: number, count: number): number
  square32(from: number, count: number): number
  addRows(rows: number, stride: number, scales: number, raw: number, unit: number): void
  addRows32(rows: number, stride: number, scales: number, raw: number, unit: number): void
  addProducts(four: number, others: number, count: number, stride: number, gram: number, gramStride: number): void
}

/** The part of WebAssembly that is used here; pure code compiles without the DOM's types. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
  ) => { readonly exports: VectorKernel & { memory: { grow(pages: number): number } } }
}
const API = (globalThis as unknown as { WebAssembly?: WebAssemblyApi }).WebAssembly

const PAGE_BYTES = 65_536

/** Compiled once, so that its optimised code serves every layer; null where WebAssembly or its SIMD is missing or forbidden. */
const MODULE = compiled()

function compiled(): object | null {
  try {
    return API ? new API.Module(fromBase64url(source)!) : null
  } catch {
    return null
  }
}

/**
 * The SIMD loops with a memory of their own, zero-filled; null where they cannot run, and the caller takes its loops in
 * TypeScript, which give the same numbers up to rounding.
 *
 * @param bytes size of the memory
 */
export function openKernel(bytes: number): VectorKernel | null {
  if (!API || !MODULE) return null
  try {
    const { exports } = new API.Instance(MODULE)
    exports.memory.grow(Math.max(0, Math.ceil(bytes / PAGE_BYTES) - 1))
    return exports
  } catch {
    return null
  }
}

export type OpenKernel = typeof openKernel
/** For tests, and for what must not depend on WebAssembly: the loops in TypeScript. */
export const noKernel: OpenKernel = () => null
